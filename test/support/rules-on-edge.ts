/** Puts rules on an edge in the test's own process. */
import type { DomainRoute, RulesSource, StoredRules, UpstreamRoute } from '../../src/core/route.ts';
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
    mark: '',
    hosts: [{ host, redirect: null, domain, rules: { uuid, version, upstreams } }],
  };
  const stored = storedRules(
    host,
    uuid,
    version,
    rules.map((rule) => ({ active: true, ...rule })),
  );
  const read = await table.readRules(change, rulesSource([stored]), (error) => {
    throw error;
  });
  table.apply(change, read);
}

/** Rules as the worker's file has them. */
export function storedRules(
  host: string,
  uuid: string,
  version: number,
  list: readonly object[],
  accountUuid = 'account',
): StoredRules {
  const rules = Buffer.from(JSON.stringify(list));
  return { host, uuid, accountUuid, version, ruleCount: list.length, sizeBytes: rules.length, rules };
}

/** A worker's file that has these lists. */
export function rulesSource(lists: readonly StoredRules[]): RulesSource {
  return {
    async *rulesOf(hosts, isWanted) {
      for (const list of lists)
        if (hosts.includes(list.host)) yield isWanted(list) ? list : { ...list, rules: undefined };
    },
  };
}
