/** Adds hosts to those that automatic certificates are ordered for. Source: docs/reference/acme.md. */
import { type Insertable, type Selectable, sql } from 'kysely';
import { minuteMs } from '../core/time.ts';
import type { ControlTransaction } from './database.ts';
import type { AutomaticCertificateRow, HostClaimRow } from './schema.ts';

/** Each has a parameter for every column; both engines allow at least 32,766. */
const rowsPerInsert = 500;
/** How often an authority is asked for a host at most because its owner says so, after it has refused. */
export const askAgainMs: number = 15 * minuteMs;

/**
 * Wants certificates for those hosts of an account whose DNS records were just found to lead here. A host that waits
 * after a failure becomes due: what was wrong may be fixed.
 */
export async function wantVerified(
  trx: ControlTransaction,
  engine: 'sqlite' | 'postgres',
  accountUuid: string,
  hosts: readonly string[],
  now: number,
): Promise<void> {
  const claimed = await findClaims(trx, engine, hosts);
  const own = claimed.filter(({ account_uuid }) => account_uuid === accountUuid);
  if (own.length === 0) return;
  const soonest = sql<number>`case when coalesce(automatic_certificates.last_attempt_at, 0) + ${sql.lit(askAgainMs)} > ${now}
    then automatic_certificates.last_attempt_at + ${sql.lit(askAgainMs)} else ${now} end`;
  await trx
    .insertInto('automatic_certificates')
    .values(own.map(({ host }) => newRow(host, accountUuid, now)))
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet({ next_attempt_at: soonest })
        .where('automatic_certificates.failures', '>', 0)
        .where('automatic_certificates.next_attempt_at', '>', soonest),
    )
    .execute();
}

/** Takes up those of an account's hosts that were never taken up; nothing is ordered before that time, unless a handshake wants it. */
export async function orderLater(
  trx: ControlTransaction,
  accountUuid: string,
  hosts: readonly string[],
  from: number,
): Promise<void> {
  for (let start = 0; start < hosts.length; start += rowsPerInsert)
    await trx
      .insertInto('automatic_certificates')
      .values(hosts.slice(start, start + rowsPerInsert).map((host) => newRow(host, accountUuid, from)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** The claims on hosts, locked until the transaction ends. */
export function findClaims(
  trx: ControlTransaction,
  engine: 'sqlite' | 'postgres',
  hosts: readonly string[],
): Promise<Selectable<HostClaimRow>[]> {
  const query = trx.selectFrom('host_claims').selectAll().where('host', 'in', hosts);
  // On SQLite the transaction holds the only write lock already.
  return (engine === 'postgres' ? query.forShare() : query).execute();
}

/** A host that is due and has no certificate yet. */
export function newRow(
  host: string,
  accountUuid: string | null,
  now: number,
): Insertable<AutomaticCertificateRow> {
  return {
    host,
    account_uuid: accountUuid,
    next_attempt_at: now,
    queued_at: null,
    lease: null,
    leased_until: null,
    failures: 0,
    last_error: null,
    last_error_code: null,
    last_attempt_at: null,
    fingerprint: null,
    issuer: null,
    not_before: null,
    expires_at: null,
    directory_url: null,
    acme_account_id: null,
    expiry_announced: 0,
    renew_at: null,
    next_rehearsal_at: null,
    rehearsal: null,
    created_at: now,
  };
}
