/**
 * Warns the operator about custom certificates that will expire without a replacement. Source:
 * docs/reference/certificates.md ("Expiry").
 */
import type { Logger } from 'pino';
import { type Clock, formatTimestamp } from '../core/clock.ts';
import type { CertificateExpiry } from '../features/custom-certificates/certificate-expiry.ts';
import type { CertificateNumbers } from '../telemetry/metrics.ts';

/** Days before expiry on which the log has a line; 0 is the expiry itself. Ascending. */
const noticeDays = [0, 3, 14] as const;

export class CertificateWatch {
  readonly #expiry: Pick<CertificateExpiry, 'takeDue' | 'totals'>;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(expiry: Pick<CertificateExpiry, 'takeDue' | 'totals'>, clock: Clock, logger: Logger) {
    this.#expiry = expiry;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Logs the certificates that are due: each once per number of days, across all machines. Call it at least daily. */
  async check(): Promise<void> {
    for (const days of noticeDays) {
      for (let taken = await this.#take(days); taken > 0; ) taken = await this.#take(days);
    }
  }

  /** Current numbers for the metrics. */
  async totals(): Promise<CertificateNumbers> {
    const now = this.#clock.now();
    const { byState, soonestEnd } = await this.#expiry.totals(now);
    return { byState, secondsToSoonestEnd: soonestEnd === null ? null : (soonestEnd - now) / 1000 };
  }

  async #take(days: number): Promise<number> {
    const due = await this.#expiry.takeDue(this.#clock.now(), days);
    for (const { uuid, accountUuid, sans, expiresAt } of due) {
      const fields = {
        certificate_uuid: uuid,
        account_uuid: accountUuid,
        sans,
        expires_at: formatTimestamp(expiresAt),
      };
      if (days === 0) this.#logger.error(fields, 'a custom certificate has expired and was not replaced');
      else this.#logger.warn(fields, `a custom certificate expires within ${days} days and was not replaced`);
    }
    return due.length;
  }
}
