/** Plans: what one does, approving it, and applying it. Source: docs/reference/plans.md. */
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { Account } from '../../session/session.ts';

export type Plan = components['schemas']['Plan'];
export type AppliedPlan = components['schemas']['AppliedPlan'];

const plan = '/api/v1/accounts/{account_uuid}/plans/{plan_uuid}';

export function planQuery(account_uuid: string, plan_uuid: string) {
  const path = { account_uuid, plan_uuid };
  return queryOptions({
    queryKey: ['plans', account_uuid, plan_uuid],
    queryFn: ({ signal }) => bodyOf(api.GET(plan, { params: { path }, signal })),
  });
}

/** Which of these accounts has a plan; null: none. */
export function planAccountQuery(accounts: readonly Account[], planUuid: string) {
  return queryOptions({
    queryKey: ['plans', 'account', planUuid],
    enabled: accounts.length > 0,
    queryFn: async ({ client }) => {
      for (const account of accounts)
        try {
          await client.fetchQuery(planQuery(account.uuid, planUuid));
          return account;
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 404)) throw error;
        }
      return null;
    },
  });
}

export function approvePlan(account_uuid: string, plan_uuid: string): Promise<unknown> {
  return bodyOf(api.POST(`${plan}/approve`, { params: { path: { account_uuid, plan_uuid } } }));
}

export function applyPlan(account_uuid: string, plan_uuid: string): Promise<AppliedPlan> {
  const path = { account_uuid, plan_uuid };
  return bodyOf(api.POST(`${plan}/apply`, { params: { path }, body: {} }));
}
