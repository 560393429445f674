/** How hosts come to be among those that certificates are ordered for. Source: issue 5 part 3. */
import { type Insertable, sql } from 'kysely';
import type { ControlTransaction } from './database.ts';
import type { AutomaticCertificateRow } from './schema.ts';

/** How often an authority is asked for a host at most because somebody says that its records are mended. */
const askAgainMs = 15 * 60_000;

/**
 * Has hosts taken up whose DNS records were just found to lead here. One that waits after a failure becomes due: what
 * was wrong may be mended.
 */
export async function wantVerified(
  trx: ControlTransaction,
  hosts: readonly string[],
  now: number,
): Promise<void> {
  const soonest = sql<number>`case when coalesce(automatic_certificates.last_attempt_at, 0) + ${sql.lit(askAgainMs)} > ${now}
    then automatic_certificates.last_attempt_at + ${sql.lit(askAgainMs)} else ${now} end`;
  await trx
    .insertInto('automatic_certificates')
    .values(hosts.map((host) => newRow(host, now)))
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet({ next_attempt_at: soonest })
        .where('automatic_certificates.failures', '>', 0)
        .where('automatic_certificates.next_attempt_at', '>', soonest),
    )
    .execute();
}

/** A host that is due and has no certificate yet. */
export function newRow(host: string, now: number): Insertable<AutomaticCertificateRow> {
  return {
    host,
    next_attempt_at: now,
    lease: null,
    leased_until: null,
    failures: 0,
    last_error: null,
    last_attempt_at: null,
    fingerprint: null,
    issuer: null,
    not_before: null,
    expires_at: null,
    created_at: now,
  };
}
