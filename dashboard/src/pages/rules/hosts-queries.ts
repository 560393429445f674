/** The account's hosts as the API lists them. Source: docs/reference/hosts.md. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

export type Host = components['schemas']['Host'];

/** The first one unless another is asked for. */
export const hostSorts = ['host', '-host'] as const;

export const hostsPerPage = 25;

export type HostList = {
  readonly query: string;
  readonly sort: (typeof hostSorts)[number];
  /** Begins with 1. */
  readonly page: number;
  /** Only hosts with rules. */
  readonly hasRules: boolean;
};

export function hostListQuery(accountUuid: string, { query, sort, page, hasRules }: HostList) {
  return queryOptions({
    queryKey: ['hosts', 'list', accountUuid, { query, sort, page, hasRules }],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/hosts', {
          params: {
            path: { account_uuid: accountUuid },
            query: {
              page,
              per_page: hostsPerPage,
              sort,
              ...(query === '' ? {} : { query }),
              ...(hasRules ? { has_rules: 'true' as const } : {}),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
