/** The account's hosts by verdict, and its open findings. Source: docs/reference/overview.md ("Counts"). */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';

export function overviewQuery(accountUuid: string) {
  return queryOptions({
    queryKey: ['custom-domains', 'overview', accountUuid],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/overview', {
          params: { path: { account_uuid: accountUuid } },
          signal,
        }),
      ),
    refetchInterval: 60_000,
  });
}
