/** What pages ask about upstreams. Source: docs/reference/domains.md. */
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { type Upstream, upstreams } from '../../api/resources.ts';

/** The API's page size limit. */
const maxPerPage = 1000;

/** As many upstreams as can be had at once, by host: what there is to choose from. */
export function upstreamChoicesQuery(account_uuid: string) {
  return {
    ...upstreams.list({ account_uuid }, { per_page: maxPerPage, sort: 'host' }),
    staleTime: 60_000,
  };
}

export function upstreamQuery(account_uuid: string, upstream_uuid: string) {
  return { ...upstreams.one({ account_uuid, upstream_uuid }), staleTime: 60_000 };
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

/** Where requests are sent: `https://app.example.net`, with the port where it is not the usual one. */
export function upstreamOrigin({ host, port, tls }: Pick<Upstream, 'host' | 'port' | 'tls'>): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}${port === (tls ? 443 : 80) ? '' : `:${port}`}`;
}
