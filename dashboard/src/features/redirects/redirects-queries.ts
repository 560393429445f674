/** What pages ask about redirects beyond a page of the list. */
import { queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

/** The account's redirect of a host; null when there is none. */
export function redirectOfHostQuery(accountUuid: string, host: string) {
  return queryOptions({
    queryKey: ['redirects', 'of-host', accountUuid, host],
    queryFn: async () => {
      const { data } = await fetchRedirects(accountUuid, { source_host: host });
      return data[0] ?? null;
    },
  });
}

export function fetchRedirects(
  accountUuid: string,
  query: NonNullable<operations['listRedirects']['parameters']['query']>,
  signal?: AbortSignal,
) {
  return bodyOf(
    api.GET('/api/v1/accounts/{account_uuid}/redirects', {
      params: { path: { account_uuid: accountUuid }, query },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}
