/**
 * Which automatic certificates are due, for an order or for a rehearsal, by account: an empty one stands for hosts of none. Source:
 * docs/reference/limits.md ("Shares").
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ControlDatabase, ControlQueries, ControlTransaction } from './database.ts';

/** What is due: a condition on `automatic_certificates`, and what it is ordered by. */
export type Due = { readonly isDue: RawBuilder<SqlBool>; readonly by: RawBuilder<number> };

export async function isAnyDue(queries: ControlQueries, { isDue }: Due): Promise<boolean> {
  const due = queries.selectFrom('automatic_certificates').select('host').where(isDue).limit(1);
  return (await due.executeTakeFirst()) !== undefined;
}

/** The accounts that have hosts due. */
export async function accountsDue(queries: ControlQueries, due: Due): Promise<string[]> {
  // Mostly there are none.
  if (!(await isAnyDue(queries, due))) return [];
  const { isDue } = due;
  const { rows } = await sql<{ uuid: string }>`
    select uuid from accounts where exists (
      select 1 from automatic_certificates where account_uuid = accounts.uuid and ${isDue})`.execute(queries);
  const ofNone = await isAnyDue(queries, { ...due, isDue: sql`account_uuid is null and ${isDue}` });
  return [...rows.map(({ uuid }) => uuid), ...(ofNone ? [''] : [])];
}

/** So many of each account's hosts that are due, in order; no other machine picks them meanwhile. */
export async function pickDue(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  { isDue, by }: Due,
  shares: ReadonlyMap<string, number>,
): Promise<string[]> {
  const hosts: string[] = [];
  for (const [account, limit] of shares) {
    const due = trx
      .selectFrom('automatic_certificates')
      .select('host')
      .where(isDue)
      .where('account_uuid', account === '' ? 'is' : '=', account === '' ? null : account)
      .orderBy(by)
      .limit(limit);
    const found = await (kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
    hosts.push(...found.map(({ host }) => host));
  }
  return hosts;
}
