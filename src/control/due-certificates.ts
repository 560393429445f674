/**
 * Which automatic certificates are due, for an order or for a rehearsal, by account: an empty one stands for hosts of none. Source:
 * docs/reference/limits.md ("Shares").
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ControlDatabase, ControlQueries, ControlTransaction } from './database.ts';

/** What is due: a condition on `automatic_certificates`, and the column that says since when. */
export type Due = {
  readonly isDue: RawBuilder<SqlBool>;
  readonly since: 'next_attempt_at' | 'next_rehearsal_at';
};

/** The accounts that have hosts due. */
export async function accountsDue(queries: ControlQueries, { isDue }: Due): Promise<string[]> {
  const due = queries.selectFrom('automatic_certificates').select('host').where(isDue).limit(1);
  // Mostly there are none.
  if ((await due.execute()).length === 0) return [];
  const { rows } = await sql<{ uuid: string }>`
    select uuid from accounts where exists (
      select 1 from automatic_certificates where account_uuid = accounts.uuid and ${isDue})`.execute(queries);
  const ofNone = await due.where('account_uuid', 'is', null).execute();
  return [...rows.map(({ uuid }) => uuid), ...ofNone.map(() => '')];
}

/** So many of each account's hosts that are due, those waiting longest first; no other machine picks them meanwhile. */
export async function pickDue(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  { isDue, since }: Due,
  shares: ReadonlyMap<string, number>,
): Promise<string[]> {
  const hosts: string[] = [];
  for (const [account, limit] of shares) {
    const due = trx
      .selectFrom('automatic_certificates')
      .select('host')
      .where(isDue)
      .where('account_uuid', account === '' ? 'is' : '=', account === '' ? null : account)
      .orderBy(since)
      .limit(limit);
    const found = await (kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
    hosts.push(...found.map(({ host }) => host));
  }
  return hosts;
}
