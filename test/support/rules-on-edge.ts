/** Puts rules on an edge in the test's own process. */
import type { DomainRoute, UpstreamRoute } from '../../src/core/route.ts';
import type { RoutingTable } from '../../src/edge/routing-table.ts';

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
    accountUuid: 'account',
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
