/** Upstreams as the API gives them, and the ways to change them. Source: docs/reference/domains.md. */
import { type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';

export type Upstream = components['schemas']['Upstream'];
type NewUpstream = components['schemas']['UpstreamCreate'];
type UpstreamChange = components['schemas']['UpstreamUpdate'];

export const upstreamSorts = ['-created_at', 'created_at', 'host', '-host'] as const;
type UpstreamSort = (typeof upstreamSorts)[number];

export const upstreamsPerPage = 20;
/** The API's page size limit. */
const maxPerPage = 1000;

export function upstreamListQuery(
  accountUuid: string,
  { sort, page }: { readonly sort: UpstreamSort; readonly page: number },
) {
  return queryOptions({
    queryKey: ['upstreams', 'list', { sort, page }],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/upstreams', {
          params: {
            path: { account_uuid: accountUuid },
            query: { page, per_page: upstreamsPerPage, sort },
          },
          signal,
        }),
      ),
  });
}

/** As many upstreams as can be had at once, by host: what there is to choose from. */
export function upstreamChoicesQuery(accountUuid: string) {
  return queryOptions({
    queryKey: ['upstreams', 'choices'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/upstreams', {
          params: { path: { account_uuid: accountUuid }, query: { per_page: maxPerPage, sort: 'host' } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });
}

export function upstreamQuery(accountUuid: string, upstreamUuid: string) {
  return queryOptions({
    queryKey: ['upstreams', 'one', upstreamUuid],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}', {
          params: { path: { account_uuid: accountUuid, upstream_uuid: upstreamUuid } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });
}

/** Checks an upstream's servers now. Errors: `rate_limited`. */
export function upstreamHealthQuery(accountUuid: string, upstreamUuid: string) {
  return queryOptions({
    queryKey: ['upstream-health', upstreamUuid],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/health', {
          params: { path: { account_uuid: accountUuid, upstream_uuid: upstreamUuid } },
          signal,
        }),
      ),
    // Each opening is a check, and none is made unasked.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** The upstreams of some domains by uuid: one request, save in accounts with more of them than one answer can have. */
export function useUpstreams(accountUuid: string, uuids: readonly string[]): ReadonlyMap<string, Upstream> {
  const { data } = useQuery({ ...upstreamChoicesQuery(accountUuid), enabled: uuids.length > 0 });
  const known = new Map(data?.records.map((upstream) => [upstream.uuid, upstream]));
  const missing = data === undefined ? [] : [...new Set(uuids)].filter((uuid) => !known.has(uuid));
  const others = useQueries({ queries: missing.map((uuid) => upstreamQuery(accountUuid, uuid)) });
  for (const { data: upstream } of others) if (upstream) known.set(upstream.uuid, upstream);
  return known;
}

/** The first few custom domains on an upstream, and how many there are. */
export function upstreamDomainsQuery(accountUuid: string, upstreamUuid: string, shown: number) {
  return queryOptions({
    queryKey: ['custom-domains', 'of-upstream', upstreamUuid, shown],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains', {
          params: {
            path: { account_uuid: accountUuid, upstream_uuid: upstreamUuid },
            query: { per_page: shown, sort: 'host' },
          },
          signal,
        }),
      ),
  });
}

/** Errors: `host_invalid` (also where it is, is not allowed), `port_invalid`, `auth_token_invalid`. */
export function createUpstream(accountUuid: string, body: NewUpstream): Promise<Upstream> {
  return bodyOf(
    api.POST('/api/v1/accounts/{account_uuid}/upstreams', {
      params: { path: { account_uuid: accountUuid } },
      body,
    }),
  );
}

export function updateUpstream(
  accountUuid: string,
  upstreamUuid: string,
  body: UpstreamChange,
): Promise<Upstream> {
  return bodyOf(
    api.PUT('/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}', {
      params: { path: { account_uuid: accountUuid, upstream_uuid: upstreamUuid } },
      body,
    }),
  );
}

/** Deletes an upstream with the custom domains on it; one that is gone already is as good as deleted. */
export async function deleteUpstream(accountUuid: string, upstreamUuid: string): Promise<void> {
  try {
    await api.DELETE('/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}', {
      params: { path: { account_uuid: accountUuid, upstream_uuid: upstreamUuid } },
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

/** Asks again what may have changed with an upstream that was deleted, and nothing about itself: that is gone. */
export function forgetUpstream(queryClient: QueryClient, upstreamUuid: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [resource, , ofUuid] }) =>
      (resource === 'upstreams' || resource === 'custom-domains') && ofUuid !== upstreamUuid,
  });
}

/** Where requests are sent: `https://app.example.net`, with the port where it is not the usual one. */
export function upstreamOrigin({ host, port, tls }: Pick<Upstream, 'host' | 'port' | 'tls'>): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}${port === (tls ? 443 : 80) ? '' : `:${port}`}`;
}
