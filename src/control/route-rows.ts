/** Rows of redirects and of custom domains with their upstreams, and the routes they make. Source: contract section 3.6. */
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { DomainRoute, HostRoutes, RedirectRule, UpstreamRoute } from '../core/route.ts';
import type { ControlQueries } from './database.ts';
import type { ControlSchema, CustomDomainRow, RedirectRow, UpstreamRow } from './schema.ts';

const redirectColumns = [
  'source_host',
  'match_path',
  'destination_url',
  'redirect_type',
  'preserve_path',
  'preserve_query_string',
] as const;

const domainColumns = [
  'custom_domains.host',
  'custom_domains.uuid',
  'custom_domains.redirect_to_www',
  'custom_domains.web_analytics',
  'custom_domains.hsts_max_age',
  'custom_domains.upstream_uuid',
  'upstreams.host as upstream_host',
  'upstreams.port',
  'upstreams.tls',
  'upstreams.auth_token',
] as const;

export type RedirectRouteRow = Pick<Selectable<RedirectRow>, (typeof redirectColumns)[number]>;
export type DomainRouteRow = Pick<
  Selectable<CustomDomainRow>,
  'host' | 'uuid' | 'redirect_to_www' | 'web_analytics' | 'hsts_max_age' | 'upstream_uuid'
> &
  Pick<Selectable<UpstreamRow>, 'port' | 'tls' | 'auth_token'> & { upstream_host: string };

/** The active redirects. */
export function selectRedirectRoutes(
  queries: ControlQueries,
): SelectQueryBuilder<ControlSchema, 'redirects', RedirectRouteRow> {
  return queries.selectFrom('redirects').select(redirectColumns).where('active', '=', sql.lit(1));
}

/** The custom domains, each with its upstream. */
export function selectDomainRoutes(
  queries: ControlQueries,
): SelectQueryBuilder<ControlSchema, 'custom_domains' | 'upstreams', DomainRouteRow> {
  return queries
    .selectFrom('custom_domains')
    .innerJoin('upstreams', 'upstreams.uuid', 'custom_domains.upstream_uuid')
    .select(domainColumns);
}

/** Merges rows that are both in order of host, a host of each at most, into the routes of up to `limit` hosts. */
export function mergeRoutes(
  redirects: readonly RedirectRouteRow[],
  domains: readonly DomainRouteRow[],
  limit: number,
): HostRoutes[] {
  const routes: HostRoutes[] = [];
  const upstreams: UpstreamRoutes = new Map();
  let nextRedirect = 0;
  let nextDomain = 0;
  while (routes.length < limit) {
    const redirect = redirects[nextRedirect];
    const domain = domains[nextDomain];
    if (redirect && (!domain || redirect.source_host < domain.host)) {
      routes.push({ host: redirect.source_host, redirect: toRule(redirect), domain: null });
      nextRedirect += 1;
    } else if (domain) {
      const isShared = redirect?.source_host === domain.host;
      routes.push({
        host: domain.host,
        redirect: isShared ? toRule(redirect) : null,
        domain: toDomainRoute(domain, upstreams),
      });
      nextDomain += 1;
      if (isShared) nextRedirect += 1;
    } else {
      break;
    }
  }
  return routes;
}

/** The routes of each of `hosts`, in that order, those with none included. */
export function routesOfHosts(
  hosts: readonly string[],
  redirects: readonly RedirectRouteRow[],
  domains: readonly DomainRouteRow[],
): HostRoutes[] {
  const redirectOf = new Map(redirects.map((row) => [row.source_host, row]));
  const domainOf = new Map(domains.map((row) => [row.host, row]));
  const upstreams: UpstreamRoutes = new Map();
  return hosts.map((host) => {
    const redirect = redirectOf.get(host);
    const domain = domainOf.get(host);
    return {
      host,
      redirect: redirect ? toRule(redirect) : null,
      domain: domain ? toDomainRoute(domain, upstreams) : null,
    };
  });
}

function toRule(row: RedirectRouteRow): RedirectRule {
  return {
    matchPath: row.match_path,
    destinationUrl: row.destination_url,
    redirectType: row.redirect_type,
    preservePath: row.preserve_path === 1,
    preserveQueryString: row.preserve_query_string === 1,
  };
}

/** Many domains have one upstream: the rows of one query share its object. */
type UpstreamRoutes = Map<string, UpstreamRoute>;

function toDomainRoute(row: DomainRouteRow, upstreams: UpstreamRoutes): DomainRoute {
  let upstream = upstreams.get(row.upstream_uuid);
  if (!upstream) {
    upstream = {
      uuid: row.upstream_uuid,
      host: row.upstream_host,
      port: row.port,
      tls: row.tls === 1,
      authToken: row.auth_token,
    };
    upstreams.set(row.upstream_uuid, upstream);
  }
  return {
    uuid: row.uuid,
    redirectToWww: row.redirect_to_www === 1,
    webAnalytics: row.web_analytics,
    hstsMaxAge: row.hsts_max_age,
    upstream,
  };
}
