/**
 * Rows of redirects and of custom domains with their upstreams, and the routes they make: only hosts that the account
 * has claimed are served. Source: docs/reference/domains.md ("A host belongs to one account").
 */
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { DomainRoute, HostRoutes, RedirectRule, UpstreamRoute } from '../core/route.ts';
import type { ControlQueries } from './database.ts';
import type { Flag } from './flag.ts';
import type { ControlSchema, CustomDomainRow, RedirectRow, UpstreamRow } from './schema.ts';
import type { OpenTokens } from './upstream-tokens.ts';

const redirectColumns = [
  'uuid',
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
  'custom_domains.web_analytics',
  'custom_domains.hsts_max_age',
  'custom_domains.ai_crawlers',
  'custom_domains.ai_crawlers_robots_txt',
  'custom_domains.upstream_uuid',
  'upstreams.host as upstream_host',
  'upstreams.port',
  'upstreams.tls',
  'upstreams.sealed_auth_token',
  'upstreams.key_id',
] as const;

/** A row without a claim isn't a route, but still counts on its page. */
type Claimed = { readonly is_claimed: Flag };

export type RedirectRouteRow = Pick<Selectable<RedirectRow>, (typeof redirectColumns)[number]> & Claimed;
export type DomainRouteRow = Pick<
  Selectable<CustomDomainRow>,
  | 'host'
  | 'uuid'
  | 'redirect_to_www'
  | 'web_analytics'
  | 'hsts_max_age'
  | 'ai_crawlers'
  | 'ai_crawlers_robots_txt'
  | 'upstream_uuid'
> &
  Pick<Selectable<UpstreamRow>, 'port' | 'tls' | 'sealed_auth_token' | 'key_id'> & {
    upstream_host: string;
  } & Claimed;

export const redirectRouteColumns: readonly (keyof RedirectRouteRow)[] = [...redirectColumns, 'is_claimed'];

/** The active redirects. */
export function selectRedirectRoutes(
  queries: ControlQueries,
): SelectQueryBuilder<ControlSchema, 'redirects', RedirectRouteRow> {
  return queries
    .selectFrom('redirects')
    .select(redirectColumns)
    .select(isClaimed(sql`redirects.source_host`, sql`redirects.account_uuid`).as('is_claimed'))
    .where('active', '=', sql.lit(1));
}

/** The custom domains, each with its upstream. */
export function selectDomainRoutes(
  queries: ControlQueries,
): SelectQueryBuilder<ControlSchema, 'custom_domains' | 'upstreams', DomainRouteRow> {
  const account = sql`custom_domains.account_uuid`;
  return queries
    .selectFrom('custom_domains')
    .innerJoin('upstreams', 'upstreams.uuid', 'custom_domains.upstream_uuid')
    .select(domainColumns)
    .select(isClaimed(sql`custom_domains.host`, account).as('is_claimed'))
    .select(
      sql<Flag>`case custom_domains.redirect_to_www when 1
        then ${isClaimed(sql`'www.' || custom_domains.host`, account)} else 0 end`.as('redirect_to_www'),
    );
}

/**
 * Whether an account has claimed a host. A column, and not a condition: PostgreSQL would take a condition to hold for few
 * rows, and look at every row for each page.
 */
function isClaimed(host: RawBuilder<unknown>, account: RawBuilder<unknown>): RawBuilder<Flag> {
  return sql`case when (select account_uuid from host_claims where host_claims.host = ${host}) = ${account}
    then 1 else 0 end`;
}

/** Many domains have one upstream: its token is opened once, and the rows of one query share its object. */
export type UpstreamRoutes = ReadonlyMap<string, UpstreamRoute>;

export async function openUpstreams(
  domains: readonly DomainRouteRow[],
  openTokens: OpenTokens,
): Promise<UpstreamRoutes> {
  const rows = [...new Map(domains.map((row) => [row.upstream_uuid, row])).values()];
  if (rows.length === 0) return new Map();
  const tokens = await openTokens(
    rows.map(({ upstream_uuid: upstreamUuid, sealed_auth_token: text, key_id: keyId }) => ({
      upstreamUuid,
      text,
      keyId,
    })),
  );
  return new Map(
    rows.map(({ upstream_uuid: uuid, upstream_host: host, port, tls }, index) => [
      uuid,
      { uuid, host, port, tls: tls === 1, authToken: tokens[index] ?? null },
    ]),
  );
}

/** Merges rows that are both in order of host, a host of each at most, into the routes of up to `limit` hosts. */
export function mergeRoutes(
  redirects: readonly RedirectRouteRow[],
  domains: readonly DomainRouteRow[],
  upstreams: UpstreamRoutes,
  limit: number,
): HostRoutes[] {
  const routes: HostRoutes[] = [];
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
  upstreams: UpstreamRoutes,
): HostRoutes[] {
  const redirectOf = new Map(redirects.map((row) => [row.source_host, row]));
  const domainOf = new Map(domains.map((row) => [row.host, row]));
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

function toRule(row: RedirectRouteRow): RedirectRule | null {
  if (row.is_claimed === 0) return null;
  return {
    uuid: row.uuid,
    matchPath: row.match_path,
    destinationUrl: row.destination_url,
    redirectType: row.redirect_type,
    preservePath: row.preserve_path === 1,
    preserveQueryString: row.preserve_query_string === 1,
  };
}

function toDomainRoute(row: DomainRouteRow, upstreams: UpstreamRoutes): DomainRoute | null {
  const upstream = upstreams.get(row.upstream_uuid);
  if (!upstream || row.is_claimed === 0) return null;
  return {
    uuid: row.uuid,
    redirectToWww: row.redirect_to_www === 1,
    webAnalytics: row.web_analytics,
    hstsMaxAge: row.hsts_max_age,
    aiCrawlers: row.ai_crawlers,
    aiCrawlersRobotsTxt: row.ai_crawlers_robots_txt === 1,
    upstream,
  };
}
