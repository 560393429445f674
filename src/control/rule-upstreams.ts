/** The upstreams that rules proxy to. Source: docs/reference/rules.md ("Proxy"). */
import { quoteValue, ServiceError } from '../core/errors.ts';
import type { ControlQueries, ControlTransaction } from './database.ts';
import { together } from './pipelining.ts';
import { placeOf } from './upstream-places.ts';

/**
 * Keeps upstreams of the account from being deleted until the transaction ends. Errors: `rules_invalid`, naming the place of
 * the first that the account doesn't have.
 */
export async function lockUpstreams(
  trx: ControlTransaction,
  engine: 'sqlite' | 'postgres',
  accountUuid: string,
  places: ReadonlyMap<string, number>,
): Promise<void> {
  if (places.size === 0) return;
  const query = selectUpstreams(trx, accountUuid, places);
  // On SQLite the transaction holds the only write lock already.
  refuseMissing(places, await (engine === 'postgres' ? query.forShare() : query).execute());
}

/** As {@link lockUpstreams}, without keeping them. */
export async function checkUpstreams(
  queries: ControlQueries,
  accountUuid: string,
  places: ReadonlyMap<string, number>,
): Promise<void> {
  if (places.size === 0) return;
  refuseMissing(places, await selectUpstreams(queries, accountUuid, places).execute());
}

function selectUpstreams(queries: ControlQueries, accountUuid: string, places: ReadonlyMap<string, number>) {
  return queries
    .selectFrom('upstreams')
    .select('uuid')
    .where('account_uuid', '=', accountUuid)
    .where('uuid', 'in', [...places.keys()])
    .orderBy('uuid');
}

function refuseMissing(
  places: ReadonlyMap<string, number>,
  rows: readonly { readonly uuid: string }[],
): void {
  const found = new Set(rows.map(({ uuid }) => uuid));
  for (const [uuid, index] of places) {
    if (!found.has(uuid))
      throw new ServiceError(
        'rules_invalid',
        `${placeOf(index)} is ${quoteValue(uuid)}; allowed: the uuid of an upstream of the account`,
      );
  }
}

/** The hosts whose rules proxy to an upstream, in order. */
export async function hostsProxyingTo(trx: ControlTransaction, upstreamUuid: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('rule_upstreams')
    .innerJoin('host_rules', 'host_rules.uuid', 'rule_upstreams.rules_uuid')
    .select('host_rules.host')
    .where('rule_upstreams.upstream_uuid', '=', upstreamUuid)
    .orderBy('host_rules.host')
    .execute();
  return rows.map(({ host }) => host);
}

/** The hosts that an upstream is reached by: its custom domains', and those whose rules proxy to it. */
export async function hostsServedBy(trx: ControlTransaction, upstreamUuid: string): Promise<string[]> {
  const [domains, proxying] = await together([
    trx.selectFrom('custom_domains').select('host').where('upstream_uuid', '=', upstreamUuid).execute(),
    hostsProxyingTo(trx, upstreamUuid),
  ]);
  return [...new Set([...domains.map(({ host }) => host), ...proxying])];
}
