/**
 * Puts right what a clock that was ahead for a while has left behind: times later than anything is ever put off for.
 * Source: docs/guides/operations.md ("The clock").
 */
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { dayMs, hourMs } from '../core/time.ts';
import type { ControlDatabase } from './database.ts';
import { dueAtOnce } from './webhook-queue.ts';

/** Longer than a check, an attempt or a lease is ever put off for. */
const longest = {
  dnsCheckMs: 2 * dayMs,
  /** An authority may ask for a week. Certificates are looked at again before they end, which may be later. */
  orderMs: 8 * dayMs,
  rehearsalMs: 2 * dayMs,
  leaseMs: hourMs,
  deliveryMs: dayMs,
} as const;

/** Of another machine, by this one's. */
const clocksDifferMs = hourMs;

export class ClockSteps {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor(database: ControlDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Makes due what is put off for too long, and forgets orders of the future; answers how much it was. */
  async heal(): Promise<number> {
    const now = this.#clock.now();
    const counts = await this.#database.transaction(async (trx) => [
      await trx
        .updateTable('custom_domains')
        .set({ next_dns_check_at: now })
        .where('next_dns_check_at', '>', now + longest.dnsCheckMs)
        // The demo puts its hosts off for ever, from a moment that has been.
        .where((eb) => eb.or([eb('last_dns_check_at', 'is', null), eb('last_dns_check_at', '>', now)]))
        .executeTakeFirst(),
      // By account, as the index has them.
      await sql`
        update host_states set next_check_at = ${now}
        where account_uuid in (select uuid from accounts) and next_check_at > ${now + longest.dnsCheckMs}`
        .execute(trx)
        .then(({ numAffectedRows = 0n }) => ({ numAffectedRows })),
      await sql`
        update destination_checks set next_check_at = ${now}
        where account_uuid in (select uuid from accounts) and next_check_at > ${now + longest.dnsCheckMs}`
        .execute(trx)
        .then(({ numAffectedRows = 0n }) => ({ numAffectedRows })),
      await trx
        .updateTable('automatic_certificates')
        .set({ next_attempt_at: now })
        .where('next_attempt_at', '>', now + longest.orderMs)
        .where((eb) =>
          eb.or([eb('expires_at', 'is', null), eb('next_attempt_at', '>', eb.ref('expires_at'))]),
        )
        .executeTakeFirst(),
      // Later than all others of its account, it would wait until then.
      await trx
        .updateTable('automatic_certificates')
        .set({ queued_at: now })
        .where('queued_at', 'is not', null)
        .where('queued_at', '>', now + clocksDifferMs)
        .executeTakeFirst(),
      await sql`
        update automatic_certificates set next_rehearsal_at = ${now}
        where account_uuid in (select uuid from accounts) and next_rehearsal_at > ${now + longest.rehearsalMs}
          and rehearsal is not null`
        .execute(trx)
        .then(({ numAffectedRows = 0n }) => ({ numAffectedRows })),
      await trx
        .updateTable('automatic_certificates')
        .set({ lease: null, leased_until: null })
        .where('lease', 'is not', null)
        .where('leased_until', '>', now + longest.leaseMs)
        .executeTakeFirst(),
      await trx
        .deleteFrom('acme_orders')
        .where('ordered_at', '>', now + clocksDifferMs)
        .executeTakeFirst(),
      await trx
        .updateTable('webhook_event_deliveries')
        .set({ next_attempt_at: dueAtOnce, lease: null })
        .where('endpoint_uuid', 'in', trx.selectFrom('webhook_endpoints').select('uuid'))
        .where('next_attempt_at', '>', now + longest.deliveryMs)
        .executeTakeFirst(),
    ]);
    return counts.reduce((sum, count) => sum + Number(Object.values(count)[0] ?? 0), 0);
  }
}
