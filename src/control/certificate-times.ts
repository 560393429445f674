/**
 * Keeps `ready` of custom domains in line with certificates that expire or become valid, which no transaction does. Source:
 * docs/reference/domains.md ("Ready").
 */
import type { Clock } from '../core/clock.ts';
import { dayMs } from '../core/time.ts';
import type { ControlDatabase } from './database.ts';
import { refreshReadiness } from './domain-readiness.ts';

/** At the start: what passed while no node ran, as far as checks of DNS records, a day apart, would not find it soon. */
const lookBackMs = 2 * dayMs;

export class CertificateTimes {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  #seenUntil: number | undefined;

  constructor(database: ControlDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Looks at the certificates whose times have passed since the last call. */
  async refresh(): Promise<void> {
    const now = this.#clock.now();
    const names = await this.#namesBetween(this.#seenUntil ?? now - lookBackMs, now);
    if (names.length > 0)
      await this.#database.transaction((trx) => refreshReadiness(trx, this.#database.kind, { names }, now));
    this.#seenUntil = now;
  }

  async #namesBetween(after: number, until: number): Promise<string[]> {
    const { queries } = this.#database;
    const automatic = await queries
      .selectFrom('automatic_certificates')
      .select('host as name')
      .where('expires_at', '>', after)
      .where('expires_at', '<=', until)
      .execute();
    const custom = await queries
      .selectFrom('custom_certificates')
      .innerJoin('certificate_names', 'certificate_names.certificate_uuid', 'custom_certificates.uuid')
      .select('certificate_names.name')
      .where((eb) =>
        eb.or([
          eb.between('custom_certificates.expires_at', after + 1, until),
          // With both times, so that the index of them serves.
          eb('custom_certificates.expires_at', '>', until).and(
            eb.between('custom_certificates.not_before', after + 1, until),
          ),
        ]),
      )
      .execute();
    return [...new Set([...automatic, ...custom].map(({ name }) => name))];
  }
}
