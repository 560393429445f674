/** Custom domains as the API gives them. Source: docs/reference/domains.md. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

export type CustomDomain = components['schemas']['CustomDomain'];

/** The domain of the account that has exactly this host; null when there is none. */
export function domainByHostQuery(accountUuid: string, host: string) {
  return queryOptions({
    queryKey: ['custom-domains', 'host', host],
    queryFn: async ({ signal }) => {
      const { data } = await bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/custom_domains', {
          params: { path: { account_uuid: accountUuid }, query: { host } },
          signal,
        }),
      );
      return data[0] ?? null;
    },
  });
}

export function domainQuery(accountUuid: string, domainUuid: string) {
  return queryOptions({
    queryKey: ['custom-domains', 'one', domainUuid],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/custom_domains/{custom_domain_uuid}', {
          params: { path: { account_uuid: accountUuid, custom_domain_uuid: domainUuid } },
          signal,
        }),
      ),
  });
}

/** The uuid of the domain that the address names. */
export function useDomainUuid(): string {
  const { domainUuid } = useParams();
  if (domainUuid === undefined) throw new Error('used outside of a domain');
  return domainUuid;
}

/** Shows a domain as the API has just answered it, and asks anew for lists that have it, unless they show it alike. */
export function keepDomain(
  queryClient: QueryClient,
  domain: CustomDomain,
  { isSameInLists = false }: { readonly isSameInLists?: boolean } = {},
): void {
  queryClient.setQueryData(['custom-domains', 'one', domain.uuid], domain);
  if (isSameInLists) return;
  void queryClient.invalidateQueries({
    queryKey: ['custom-domains'],
    predicate: ({ queryKey }) => queryKey[1] !== 'one',
  });
}
