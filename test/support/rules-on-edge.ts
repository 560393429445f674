/** Puts rules on an edge in the test's own process. */
import { VisitorHasher } from '../../src/analytics/ingest/visitor-hash.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import type { DomainRoute, UpstreamRoute } from '../../src/core/route.ts';
import { CrawlerLookup } from '../../src/edge/crawlers/crawler-lookup.ts';
import { PlaceLookup } from '../../src/edge/place-lookup.ts';
import type { RoutingTable } from '../../src/edge/routing-table.ts';
import { BasicAuth } from '../../src/edge/rules/basic-auth.ts';
import { RateLimits } from '../../src/edge/rules/rate-limits.ts';
import { RulesHandler, type RulesHandlerParts } from '../../src/edge/rules/rules-handler.ts';

/** What an edge has already. */
export type PartsOfEdge = Pick<RulesHandlerParts, 'table' | 'proxy' | 'trustedProxies' | 'upgrade'>;

export function rulesHandlerOf(parts: PartsOfEdge, clock: Clock = systemClock): RulesHandler {
  return new RulesHandler({
    ...parts,
    facts: {
      places: new PlaceLookup(null),
      crawlers: new CrawlerLookup(null),
      visitors: new VisitorHasher(),
    },
    limits: new RateLimits(),
    auth: new BasicAuth(),
    clock,
  });
}

/** Serves rules on a host as they are stored, with hashes of passwords, and what else it has. */
export async function serveRules(
  table: RoutingTable,
  host: string,
  rules: readonly object[],
  {
    domain = null,
    upstreams = [],
  }: { readonly domain?: DomainRoute | null; readonly upstreams?: readonly UpstreamRoute[] } = {},
): Promise<void> {
  const uuid = '01900000-0000-7000-8000-0000000000aa';
  const version = table.revision + 1;
  const change = {
    fromRevision: table.revision,
    toRevision: version,
    hosts: [{ host, redirect: null, domain, rules: { uuid, version, upstreams } }],
  };
  const stored = {
    host,
    uuid,
    version,
    rules: JSON.stringify(rules.map((rule) => ({ active: true, ...rule }))),
  };
  const source = {
    async *rulesOf() {
      yield stored;
    },
  };
  const read = await table.readRules(change, source, (error) => {
    throw error;
  });
  table.apply(change, read);
}
