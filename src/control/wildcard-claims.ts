/**
 * Claims of different accounts that a wildcard brings into each other's way: a wildcard and a host that it covers, and a
 * wildcard and the host below its asterisk. Source: docs/reference/domains.md ("A host belongs to one account").
 */
import { type RawBuilder, sql } from 'kysely';
import { isWildcardHost, wildcardCovering, withoutWildcard } from '../core/wildcard-host.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction } from './database.ts';

/** A host from its first dot on, in words that both engines know, and that indexes have: see the migration. They never change. */
export const belowFirstDot: RawBuilder<string> = sql`ltrim(host, 'abcdefghijklmnopqrstuvwxyz0123456789-_*')`;

/**
 * Keeps others from claiming hosts until the transaction ends: what a wildcard covers is then known. Called before any claim.
 */
export async function lockForWildcards(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
): Promise<void> {
  // On SQLite the transaction holds the only write lock already.
  if (kind === 'postgres') await sql`lock table host_claims in share row exclusive mode`.execute(trx);
}

/**
 * Those of `hosts` that a wildcard among the rows of a table covers, and the wildcards among them that reach a host of these
 * rows. `rows` is the condition for them.
 */
export async function findReached(
  queries: ControlQueries,
  table: RawBuilder<unknown>,
  rows: RawBuilder<boolean>,
  hosts: readonly string[],
): Promise<string[]> {
  const reached: string[] = [];
  const covering = [...new Set(hosts.flatMap((host) => wildcardCovering(host) ?? []))];
  if (covering.length > 0) {
    const found = await sql<{ host: string }>`
      select host from ${table} where host in (${sql.join(covering)}) and ${rows}`.execute(queries);
    const wildcards = new Set(found.rows.map(({ host }) => host));
    reached.push(...hosts.filter((host) => wildcards.has(wildcardCovering(host) ?? '')));
  }
  const wildcards = hosts.filter(isWildcardHost);
  if (wildcards.length > 0) {
    const wanted = wildcards.map((host) => sql`(${host}, ${host.slice(1)}, ${withoutWildcard(host)})`);
    const found = await sql<{ wildcard: string }>`
      with wanted (wildcard, below, domain) as (values ${sql.join(wanted)})
      select wildcard from wanted
      where exists (select 1 from ${table} where ${belowFirstDot} = wanted.below and ${rows})
        or exists (select 1 from ${table} where host = wanted.domain and ${rows})`.execute(queries);
    reached.push(...found.rows.map(({ wildcard }) => wildcard));
  }
  return reached;
}
