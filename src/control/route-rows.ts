/**
 * Rows of redirects, of rules and of custom domains with their upstreams, and the routes they make: only hosts that the account
 * has claimed are served. Source: docs/reference/domains.md ("A host belongs to one account").
 */
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { asciiFieldValue, asciiJson } from '../core/ascii-text.ts';
import type { RedirectRule } from '../core/redirect-route.ts';
import type { DomainRoute, DomainTls, HostRoutes, RulesRoute, UpstreamRoute } from '../core/route.ts';
import type { ControlQueries } from './database.ts';
import { parseDigests } from './error-page-digests.ts';
import type { Flag } from './flag.ts';
import type { ControlSchema, CustomDomainRow, HostRulesRow, RedirectRow, UpstreamRow } from './schema.ts';
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

const upstreamColumns = [
  'upstreams.account_uuid as upstream_account_uuid',
  'upstreams.host as upstream_host',
  'upstreams.port',
  'upstreams.tls',
  'upstreams.targets',
  'upstreams.health_check',
  'upstreams.sealed_auth_token',
  'upstreams.key_id',
  'upstreams.host_header',
  'upstreams.tls_server_name',
  'upstreams.tls_digest',
  'upstreams.compression',
  'upstreams.geo_fields',
  'upstreams.metadata_fields',
  'upstreams.maintenance as upstream_maintenance',
  'upstreams.error_page_digests as upstream_error_page_digests',
] as const;

const domainColumns = [
  'custom_domains.host',
  'custom_domains.uuid',
  'custom_domains.web_analytics',
  'custom_domains.engagement',
  'custom_domains.web_vitals',
  'custom_domains.referrer_paths',
  'custom_domains.hsts_max_age',
  'custom_domains.tls_min_version',
  'custom_domains.tls_client_ca_digest',
  'custom_domains.ai_crawlers',
  'custom_domains.ai_crawlers_robots_txt',
  'custom_domains.maintenance',
  'custom_domains.error_page_digests',
  'custom_domains.upstream_uuid',
  ...upstreamColumns,
] as const;

/** A row without a claim isn't a route, but still counts on its page. */
type Claimed = { readonly is_claimed: Flag };

export type RedirectRouteRow = Pick<Selectable<RedirectRow>, (typeof redirectColumns)[number]> & Claimed;
export type UpstreamColumns = Pick<
  Selectable<UpstreamRow>,
  | 'port'
  | 'tls'
  | 'targets'
  | 'health_check'
  | 'host_header'
  | 'tls_server_name'
  | 'tls_digest'
  | 'compression'
  | 'geo_fields'
  | 'metadata_fields'
  | 'sealed_auth_token'
  | 'key_id'
> & {
  upstream_uuid: string;
  upstream_account_uuid: string;
  upstream_host: string;
  upstream_maintenance: Flag;
  upstream_error_page_digests: string;
};
export type DomainRouteRow = Pick<
  Selectable<CustomDomainRow>,
  | 'host'
  | 'uuid'
  | 'redirect_to_www'
  | 'web_analytics'
  | 'engagement'
  | 'web_vitals'
  | 'referrer_paths'
  | 'hsts_max_age'
  | 'tls_min_version'
  | 'tls_client_ca_digest'
  | 'ai_crawlers'
  | 'ai_crawlers_robots_txt'
  | 'maintenance'
  | 'error_page_digests'
  | 'external_id'
  | 'metadata'
> &
  UpstreamColumns &
  Claimed;
export type RulesRouteRow = Pick<Selectable<HostRulesRow>, 'host' | 'uuid' | 'version'> & Claimed;
export type RuleUpstreamColumns = UpstreamColumns & { rules_uuid: string };

/** Rows that are read together; those of each kind in order of host, a host of each at most. */
export type RouteRows = {
  readonly redirects: readonly RedirectRouteRow[];
  readonly domains: readonly DomainRouteRow[];
  readonly rules: readonly RulesRouteRow[];
  readonly ruleUpstreams: readonly RuleUpstreamColumns[];
};

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
    .select([wherePassedOn('external_id').as('external_id'), wherePassedOn('metadata').as('metadata')])
    .select(isClaimed(sql`custom_domains.host`, account).as('is_claimed'))
    .select(
      sql<Flag>`case custom_domains.redirect_to_www when 1
        then ${isClaimed(sql`'www.' || custom_domains.host`, account)} else 0 end`.as('redirect_to_www'),
    );
}

/** Empty for upstreams that do not get it: most do not, and a million domains would bring megabytes of it. */
function wherePassedOn(column: 'external_id' | 'metadata'): RawBuilder<string> {
  return sql`case upstreams.metadata_fields when 1 then ${sql.ref(`custom_domains.${column}`)} else '' end`;
}

/** The lists of rules, without the rules themselves. */
export function selectRulesRoutes(
  queries: ControlQueries,
): SelectQueryBuilder<ControlSchema, 'host_rules', RulesRouteRow> {
  return queries
    .selectFrom('host_rules')
    .select(['host', 'uuid', 'version'])
    .select(isClaimed(sql`host_rules.host`, sql`host_rules.account_uuid`).as('is_claimed'));
}

/** The upstreams that lists of rules proxy to, in order of uuid. */
export async function findRuleUpstreams(
  queries: ControlQueries,
  rules: readonly RulesRouteRow[],
): Promise<RuleUpstreamColumns[]> {
  const found: RuleUpstreamColumns[] = [];
  for (let start = 0; start < rules.length; start += rulesPerQuery) {
    const uuids = rules.slice(start, start + rulesPerQuery).map(({ uuid }) => uuid);
    const rows = await queries
      .selectFrom('rule_upstreams')
      .innerJoin('upstreams', 'upstreams.uuid', 'rule_upstreams.upstream_uuid')
      .select(['rule_upstreams.rules_uuid', 'rule_upstreams.upstream_uuid'])
      .select(upstreamColumns)
      .where('rule_upstreams.rules_uuid', 'in', uuids)
      .orderBy('rule_upstreams.upstream_uuid')
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Each is a parameter. */
const rulesPerQuery = 1_000;

/**
 * Whether an account has claimed a host. A column, and not a condition: PostgreSQL would take a condition to hold for few
 * rows, and look at every row for each page.
 */
function isClaimed(host: RawBuilder<unknown>, account: RawBuilder<unknown>): RawBuilder<Flag> {
  return sql`case when (select account_uuid from host_claims where host_claims.host = ${host}) = ${account}
    then 1 else 0 end`;
}

/** Many domains have one upstream: its token is opened once, and the rows of one query share its object. */
type UpstreamRoutes = ReadonlyMap<string, UpstreamRoute>;

async function openUpstreams(
  columns: readonly UpstreamColumns[],
  openTokens: OpenTokens,
): Promise<UpstreamRoutes> {
  const rows = [...new Map(columns.map((row) => [row.upstream_uuid, row])).values()];
  if (rows.length === 0) return new Map();
  const tokens = await openTokens(
    rows.map(({ upstream_uuid: upstreamUuid, sealed_auth_token: text, key_id: keyId }) => ({
      upstreamUuid,
      text,
      keyId,
    })),
  );
  return new Map(
    rows.map((row, index) => {
      const { upstream_uuid: uuid, upstream_host: host, port, upstream_maintenance: maintenance } = row;
      return [
        uuid,
        {
          uuid,
          accountUuid: row.upstream_account_uuid,
          host,
          port,
          tls: row.tls === 1,
          ...(row.targets !== '[]' && { targets: JSON.parse(row.targets) }),
          ...(row.health_check !== 'null' && { healthCheck: JSON.parse(row.health_check) }),
          authToken: tokens[index] ?? null,
          ...(row.host_header === 'original' && { keepsHost: true }),
          ...(row.tls_server_name !== '' && { tlsServerName: row.tls_server_name }),
          ...(row.tls_digest !== '' && { tlsDigest: row.tls_digest }),
          ...(row.compression === 1 && { compression: true }),
          ...(row.geo_fields === 1 && { geoFields: true }),
          ...(row.metadata_fields === 1 && { metadataFields: true }),
          maintenance: maintenance === 1,
          ...pagesOf(row.upstream_error_page_digests),
        },
      ];
    }),
  );
}

/** One upstream of an account, as the edge proxies to it. */
export async function findUpstreamRoute(
  queries: ControlQueries,
  accountUuid: string,
  uuid: string,
  openTokens: OpenTokens,
): Promise<UpstreamRoute | undefined> {
  const rows = await queries
    .selectFrom('upstreams')
    .select('upstreams.uuid as upstream_uuid')
    .select(upstreamColumns)
    .where('upstreams.uuid', '=', uuid)
    .where('upstreams.account_uuid', '=', accountUuid)
    .execute();
  return (await openUpstreams(rows, openTokens)).get(uuid);
}

/** The routes of up to `limit` hosts, the first ones in order of host. */
export async function mergeRoutes(
  rows: RouteRows,
  openTokens: OpenTokens,
  limit: number,
): Promise<HostRoutes[]> {
  const { redirects, domains, rules } = rows;
  const upstreams = await openUpstreams([...domains, ...rows.ruleUpstreams], openTokens);
  const upstreamsOf = groupByRules(rows.ruleUpstreams, upstreams);
  const routes: HostRoutes[] = [];
  let nextRedirect = 0;
  let nextDomain = 0;
  let nextRules = 0;
  while (routes.length < limit) {
    const redirect = redirects[nextRedirect];
    const domain = domains[nextDomain];
    const list = rules[nextRules];
    const host = firstOf(firstOf(redirect?.source_host, domain?.host), list?.host);
    if (host === undefined) break;
    const hasRedirect = redirect?.source_host === host;
    const hasDomain = domain?.host === host;
    const hasRules = list?.host === host;
    routes.push(
      toHostRoutes(
        host,
        hasRedirect ? redirect : undefined,
        hasDomain ? domain : undefined,
        hasRules ? list : undefined,
        upstreams,
        upstreamsOf,
      ),
    );
    if (hasRedirect) nextRedirect += 1;
    if (hasDomain) nextDomain += 1;
    if (hasRules) nextRules += 1;
  }
  return routes;
}

/** The routes of each of `hosts`, in that order, those with none included. */
export async function routesOfHosts(
  hosts: readonly string[],
  { redirects, domains, rules, ruleUpstreams }: RouteRows,
  openTokens: OpenTokens,
): Promise<HostRoutes[]> {
  const upstreams = await openUpstreams([...domains, ...ruleUpstreams], openTokens);
  const upstreamsOf = groupByRules(ruleUpstreams, upstreams);
  const redirectOf = new Map(redirects.map((row) => [row.source_host, row]));
  const domainOf = new Map(domains.map((row) => [row.host, row]));
  const rulesOf = new Map(rules.map((row) => [row.host, row]));
  return hosts.map((host) =>
    toHostRoutes(host, redirectOf.get(host), domainOf.get(host), rulesOf.get(host), upstreams, upstreamsOf),
  );
}

type UpstreamsOfRules = ReadonlyMap<string, readonly UpstreamRoute[]>;

function groupByRules(rows: readonly RuleUpstreamColumns[], upstreams: UpstreamRoutes): UpstreamsOfRules {
  const groups = new Map<string, UpstreamRoute[]>();
  for (const { rules_uuid: rulesUuid, upstream_uuid: upstreamUuid } of rows) {
    const upstream = upstreams.get(upstreamUuid);
    if (!upstream) continue;
    const group = groups.get(rulesUuid);
    if (group) group.push(upstream);
    else groups.set(rulesUuid, [upstream]);
  }
  return groups;
}

function firstOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

function toHostRoutes(
  host: string,
  redirect: RedirectRouteRow | undefined,
  domain: DomainRouteRow | undefined,
  rules: RulesRouteRow | undefined,
  upstreams: UpstreamRoutes,
  upstreamsOf: UpstreamsOfRules,
): HostRoutes {
  const routes = {
    host,
    redirect: redirect ? toRedirectRule(redirect) : null,
    domain: domain ? toDomainRoute(domain, upstreams) : null,
  };
  const list = rules && toRulesRoute(rules, upstreamsOf);
  return list ? { ...routes, rules: list } : routes;
}

/** Null: the account lost its claim on the host. */
export function toRedirectRule(row: RedirectRouteRow): RedirectRule | null {
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
    ...(row.engagement === 1 && { engagement: true }),
    ...(row.web_vitals === 1 && { webVitals: true }),
    referrerPaths: row.referrer_paths === 1,
    hstsMaxAge: row.hsts_max_age,
    ...tlsOf(row),
    aiCrawlers: row.ai_crawlers,
    aiCrawlersRobotsTxt: row.ai_crawlers_robots_txt === 1,
    maintenance: row.maintenance === 1,
    ...pagesOf(row.error_page_digests),
    ...(upstream.metadataFields && metadataOf(row)),
    upstream,
  };
}

/** No installation's lowest version is below 1.2. */
function tlsOf(row: DomainRouteRow): Pick<DomainRoute, 'tls'> {
  const digest = row.tls_client_ca_digest;
  const tls: DomainTls = {
    ...(row.tls_min_version === '1.3' && { minVersion: '1.3' }),
    ...(digest !== '' && { clientCaDigest: digest }),
  };
  return Object.keys(tls).length === 0 ? {} : { tls };
}

/** What is longer is not passed on: heads have little room, and so have workers. */
const maxMetadataLength = 4_096;

function metadataOf({
  external_id: id,
  metadata,
}: DomainRouteRow): Pick<DomainRoute, 'externalId' | 'metadata'> {
  const json = asciiJson(metadata);
  return {
    ...(id !== '' && { externalId: asciiFieldValue(id) }),
    ...(json !== '{}' && json.length <= maxMetadataLength && { metadata: json }),
  };
}

function pagesOf(digests: string): Pick<DomainRoute, 'errorPages'> {
  const errorPages = parseDigests(digests);
  return errorPages ? { errorPages } : {};
}

function toRulesRoute(row: RulesRouteRow, upstreamsOf: UpstreamsOfRules): RulesRoute | undefined {
  if (row.is_claimed === 0) return undefined;
  return { uuid: row.uuid, version: row.version, upstreams: upstreamsOf.get(row.uuid) ?? [] };
}
