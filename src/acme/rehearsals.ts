/**
 * Rehearses renewals in the background, so that one that will fail is known while there is time.
 * Source: docs/reference/acme.md ("Rehearsals").
 *
 * Certificates are taken under leases, so that one node rehearses each; the result sets the next time. Accounts take turns
 * (core/account-loop.ts). States: those of its loop; stopping aborts the rehearsals under way, whose results are not stored.
 */
import type { Logger } from 'pino';
import { AccountLoop } from '../core/account-loop.ts';
import type { AccountQueue } from '../core/account-turns.ts';
import type { Clock } from '../core/clock.ts';
import type { Rehearsal } from '../core/renewal.ts';
import { firstRehearsalAt, rehearsalIntervalMs } from '../core/renewal-time.ts';
import { minuteMs } from '../core/time.ts';

export type RehearsedCertificate = {
  readonly host: string;
  /** Empty: no account has it. */
  readonly accountUuid: string;
  readonly fingerprint: string;
  readonly notBefore: number;
  readonly expiresAt: number;
  /** Null: by its lifetime. */
  readonly renewAt: number | null;
  readonly dnsLabel: string | null;
  /** Whether it will be renewed at all: somebody uses the host, and no custom certificate serves it. */
  readonly isRenewed: boolean;
};

export interface RehearsalQueue<C extends RehearsedCertificate> extends AccountQueue<C> {
  /** Stores what was found (null: it isn't tried now), unless the certificate is another one by now; answers whether it did. */
  record(certificate: C, rehearsal: Rehearsal | null, nextAt: number): Promise<boolean>;
}

export type RehearsalsOptions<C extends RehearsedCertificate> = {
  readonly queue: RehearsalQueue<C>;
  readonly rehearse: (certificate: C, signal: AbortSignal) => Promise<Omit<Rehearsal, 'checkedAt'>>;
  /** Told of what was stored. */
  readonly onRehearsed: (certificate: C) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly pollMs?: number;
};

const places = 8;
const defaultPollMs = minuteMs;
/** Longer than a rehearsal takes. */
const leaseMs = 2 * minuteMs;
/** As that of a check of DNS records: the name servers are. */
const slowMs = 5_000;

export class Rehearsals<C extends RehearsedCertificate> implements AsyncDisposable {
  readonly #options: RehearsalsOptions<C>;
  readonly #loop: AccountLoop<C>;

  constructor(options: RehearsalsOptions<C>) {
    this.#options = options;
    const { queue, clock, logger, pollMs = defaultPollMs } = options;
    this.#loop = new AccountLoop({
      queue,
      places,
      pollMs,
      leaseMs,
      slowMs,
      clock,
      work: (certificate, { signal }) => this.#rehearse(certificate, signal),
      onAway: (error) => logger.warn({ err: error }, 'acme: rehearsals wait for the control store'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Rehearses all that is due, and resolves when that is done. */
  runDue(): Promise<void> {
    return this.#loop.runDue();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
  }

  async #rehearse(certificate: C, signal: AbortSignal): Promise<void> {
    const { queue, rehearse, clock, logger, onRehearsed } = this.#options;
    const { host, accountUuid } = certificate;
    const firstAt = firstRehearsalAt(certificate);
    const now = clock.now();
    if (now < firstAt) return void (await queue.record(certificate, null, firstAt));
    const nextAt = now + rehearsalIntervalMs(certificate);
    if (!certificate.isRenewed) return void (await queue.record(certificate, null, nextAt));
    const found = await this.#loop.timed(accountUuid, () => rehearse(certificate, signal));
    if (signal.aborted) return;
    if (!(await queue.record(certificate, { ...found, checkedAt: now }, nextAt))) return;
    if (found.state === 'will_fail')
      logger.warn({ host, cause: found.causeCode, reason: found.reason }, 'acme: a renewal will fail');
    await onRehearsed(certificate);
  }
}
