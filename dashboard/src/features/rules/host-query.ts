/** Queries over a host's requests. Source: docs/reference/query.md ("Requests of a host"). */

import type { components } from '../../../../client/src/openapi.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { recentDays } from '../redirects/recent-days.ts';

type RequestQuery = components['schemas']['RequestQuery'];
type Answer = Pick<components['schemas']['QueryAnswer'], 'results' | 'meta'>;

/** How far back, today included. */
export const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
export type Span = (typeof spans)[number]['value'];

/** Null where the account has nothing on the host yet. */
export async function queryHost(
  accountUuid: string,
  host: string,
  span: Span,
  query: Omit<RequestQuery, 'date_range'>,
  signal: AbortSignal,
): Promise<Answer | null> {
  try {
    return await bodyOf(
      api.POST('/api/v1/accounts/{account_uuid}/hosts/{host}/requests/query', {
        params: { path: { account_uuid: accountUuid, host } },
        body: { ...query, date_range: recentDays(Number(span)) },
        signal,
      }),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
