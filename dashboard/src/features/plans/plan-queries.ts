/** Plans: what one does, approving it, and applying it. Source: docs/reference/plans.md. */
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

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

export function approvePlan(account_uuid: string, plan_uuid: string): Promise<unknown> {
  return bodyOf(api.POST(`${plan}/approve`, { params: { path: { account_uuid, plan_uuid } } }));
}

export function applyPlan(account_uuid: string, plan_uuid: string): Promise<AppliedPlan> {
  const path = { account_uuid, plan_uuid };
  return bodyOf(api.POST(`${plan}/apply`, { params: { path }, body: {} }));
}
