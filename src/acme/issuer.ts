/**
 * Orders and renews automatic certificates in the background.
 * Source: docs/reference/acme.md ("What is ordered, and when").
 *
 * A due host is leased, so that no other node on the same store orders for it, and the lease is renewed during the
 * order. The outcome sets when the host is due again. If a node dies, its hosts are free when their leases expire.
 * States of the loop: idle → started → stopped; stopping aborts the orders under way and returns their leases.
 */
import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import type { AttemptOutcome, Attempts } from './attempt.ts';
import { AcmeError } from './protocol/acme-error.ts';
import { registeredDomainOf } from './registered-domain.ts';
import { retryDelay } from './schedule.ts';
import type { Issuance, IssuanceQueue } from './stores.ts';

export type IssuerOptions = {
  readonly queue: IssuanceQueue;
  readonly attempts: Pick<Attempts, 'run'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Has a certificate that was just stored served. */
  readonly onIssued: () => Promise<void>;
  readonly pollMs?: number;
  readonly leaseMs?: number;
  /** From 0 to 1. */
  readonly random?: () => number;
};

/** Attempts by what became of them. */
export type AttemptCounts = Readonly<Record<string, number>>;

/** Orders at the same time. */
const concurrency = 6;
const defaultPollMs = 2_000;
/** Recovery from a crash takes this long; nodes' clocks may differ by about as much. */
const defaultLeaseMs = 90_000;
/** Of one attempt. */
const deadlineMs = 300_000;
const coveredAgainMs = 86_400_000;
const longestServerPauseMs = 3_600_000;
/** When an authority limits without saying for how long. */
const limitedForMs = 3_600_000;

export class Issuer implements AsyncDisposable {
  readonly #options: Required<IssuerOptions>;
  readonly #cutOffs = new Set<AbortController>();
  readonly #lanes = new Set<Promise<void>>();
  readonly #counts = new Map<string, number>();
  /** Registered domains that the authority issues nothing for until then. */
  readonly #limitedUntil = new Map<string, number>();
  #pausedUntil = 0;
  #serverFailures = 0;
  #isStopped = false;
  #taking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #isStoreAway = false;

  constructor(options: IssuerOptions) {
    this.#options = { pollMs: defaultPollMs, leaseMs: defaultLeaseMs, random: Math.random, ...options };
  }

  get counts(): AttemptCounts {
    return Object.fromEntries(this.#counts);
  }

  /** A handshake found no certificate for a host. Never rejects. */
  async wanted(host: string): Promise<void> {
    if (this.#isStopped) return;
    try {
      if (await this.#options.queue.want(host)) await this.#fillLanes();
    } catch (error) {
      this.#warnOnce(error);
    }
  }

  /** Starts the loop. */
  start(): void {
    this.#pollIn(0);
  }

  /** Attempts all that is due, and resolves when that is done. */
  async runDue(): Promise<void> {
    await this.#fillLanes();
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    for (const cutOff of this.#cutOffs) cutOff.abort();
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#taking;
    await Promise.allSettled(this.#lanes);
  }

  #pollIn(delayMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#fillLanes().then(() => this.#pollIn(this.#options.pollMs));
    }, delayMs).unref();
  }

  /** Leases as many hosts as there are free lanes. */
  async #fillLanes(): Promise<void> {
    const wanted = concurrency - this.#lanes.size;
    const now = this.#options.clock.now();
    if (wanted <= 0 || this.#taking || this.#isStopped || now < this.#pausedUntil) return;
    this.#taking = this.#take(now, wanted);
    await this.#taking;
  }

  async #take(now: number, wanted: number): Promise<void> {
    const { queue, leaseMs } = this.#options;
    let taken: readonly Issuance[] = [];
    try {
      taken = await queue.takeDue(now, wanted, leaseMs);
      this.#isStoreAway = false;
    } catch (error) {
      this.#warnOnce(error);
    }
    // Before the lanes begin: one that is done at once takes more.
    this.#taking = undefined;
    for (const issuance of taken) this.#runLane(issuance, taken.length === wanted);
  }

  #runLane(issuance: Issuance, mayBeMore: boolean): void {
    const lane = this.#run(issuance)
      .catch((error: unknown) => this.#warnOnce(error))
      .finally(() => {
        this.#lanes.delete(lane);
      })
      .then(() => (mayBeMore ? this.#fillLanes() : undefined));
    this.#lanes.add(lane);
  }

  async #run(issuance: Issuance): Promise<void> {
    const { queue, attempts, clock, leaseMs } = this.#options;
    const limitedUntil = this.#limitedUntil.get(registeredDomainOf(issuance.host)) ?? 0;
    if (this.#isStopped || clock.now() < this.#pausedUntil) return await queue.release(issuance);
    if (clock.now() < limitedUntil) return await this.#stillLimited(issuance, limitedUntil);
    const cutOff = new AbortController();
    this.#cutOffs.add(cutOff);
    let isLost = false;
    const keepLease = async () => {
      isLost ||= !(await this.#keepLease(issuance));
      if (isLost) cutOff.abort();
    };
    const deadline = setTimeout(() => cutOff.abort(), deadlineMs);
    const renewal = setInterval(() => {
      void keepLease();
    }, leaseMs / 3);
    try {
      const outcome = await attempts.run(issuance, cutOff.signal);
      if (!cutOff.signal.aborted || outcome.kind === 'issued') await this.#store(issuance, outcome);
      else await this.#cutShort(issuance, isLost);
    } catch (error) {
      if (cutOff.signal.aborted) await this.#cutShort(issuance, isLost);
      else await this.#broke(issuance, error);
    } finally {
      clearInterval(renewal);
      clearTimeout(deadline);
      this.#cutOffs.delete(cutOff);
    }
  }

  /** False: another node has it. While the store is away, it is ours. */
  async #keepLease(issuance: Issuance): Promise<boolean> {
    const { queue, clock, leaseMs } = this.#options;
    try {
      return await queue.extend(issuance, clock.now() + leaseMs);
    } catch (error) {
      this.#warnOnce(error);
      return true;
    }
  }

  async #cutShort(issuance: Issuance, isLost: boolean): Promise<void> {
    if (isLost) return;
    if (this.#isStopped) return await this.#options.queue.release(issuance);
    const error = new AcmeError('timeout', 'the order took longer than 5 minutes');
    await this.#store(issuance, { kind: 'failed', error });
  }

  /**
   * Something of ours failed: the store, the secret key. What would be the same again in a minute must not have
   * certificates issued again and again; while the store is away, this fails too, and the lease ends.
   */
  async #broke(issuance: Issuance, error: unknown): Promise<void> {
    const { clock, logger } = this.#options;
    logger.error({ host: issuance.host, err: error }, 'acme: an attempt broke off');
    await this.#fail(issuance, 'An error of the service itself; its log tells more.', 0, clock.now());
  }

  async #store(issuance: Issuance, outcome: AttemptOutcome): Promise<void> {
    const { queue, clock, logger, random, onIssued } = this.#options;
    const { host } = issuance;
    this.#count(outcome);
    switch (outcome.kind) {
      case 'unserved':
        return await queue.forget(issuance);
      case 'covered':
        return await queue.putOff(issuance, clock.now() + coveredAgainMs);
      case 'not_due':
        return await queue.putOff(issuance, outcome.until);
      case 'issued': {
        const { certificate, lookAt } = outcome;
        this.#serverFailures = 0;
        if (!(await queue.complete(issuance, certificate, lookAt))) return;
        logger.info(
          { host, issuer: certificate.issuer, expires_at: new Date(certificate.expiresAt).toISOString() },
          'acme: a certificate was issued',
        );
        return await onIssued();
      }
      case 'over_budget': {
        const nextAttemptAt = Math.round(outcome.until + random() * 600_000);
        const failures = Math.max(issuance.failures, 1);
        return await queue.fail(issuance, { failures, nextAttemptAt, reason: outcome.reason, askedAt: null });
      }
      case 'elsewhere':
        return await this.#fail(issuance, outcome.reason, 0, null);
      case 'failed':
        logger.warn(
          { host, type: outcome.error.type, reason: outcome.error.message },
          'acme: no certificate could be had',
        );
        this.#applyBackOff(host, outcome.error);
        return await this.#fail(issuance, outcome.error.message, this.#waitFor(outcome.error), clock.now());
      default:
        return outcome satisfies never;
    }
  }

  #fail(issuance: Issuance, reason: string, retryAfterMs: number, askedAt: number | null): Promise<void> {
    const { queue, clock, random } = this.#options;
    const failures = issuance.failures + 1;
    const nextAttemptAt = clock.now() + retryDelay(failures, random(), retryAfterMs);
    return queue.fail(issuance, { failures, nextAttemptAt, reason, askedAt });
  }

  async #stillLimited(issuance: Issuance, until: number): Promise<void> {
    const { queue, random } = this.#options;
    const nextAttemptAt = Math.round(until + random() * 60_000);
    const reason = `the certificate authority limits how many certificates it issues for ${registeredDomainOf(issuance.host)}`;
    await queue.fail(issuance, {
      failures: Math.max(issuance.failures, 1),
      nextAttemptAt,
      reason,
      askedAt: null,
    });
  }

  #waitFor({ type, retryAfterMs }: AcmeError): number {
    return retryAfterMs ?? (type === 'rateLimited' ? limitedForMs : 0);
  }

  /** Leaves others of the same domain, or all, for later, as the authority asks or because it would be in vain. */
  #applyBackOff(host: string, error: AcmeError): void {
    const { clock, random } = this.#options;
    const now = clock.now();
    if (error.type === 'rateLimited') {
      for (const [domain, until] of this.#limitedUntil) if (until <= now) this.#limitedUntil.delete(domain);
      this.#limitedUntil.set(registeredDomainOf(host), now + this.#waitFor(error));
      // It may be about us as a whole, which only the next domain would tell: not all of them at once.
      this.#pausedUntil = Math.max(this.#pausedUntil, now + 10_000);
    } else if (error.isOfServer) {
      this.#serverFailures += 1;
      const pauseMs = retryDelay(this.#serverFailures, random(), error.retryAfterMs);
      this.#pausedUntil = now + Math.min(pauseMs, longestServerPauseMs);
    } else this.#serverFailures = 0;
  }

  #count({ kind }: AttemptOutcome): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  #warnOnce(error: unknown): void {
    if (!this.#isStoreAway && !this.#isStopped)
      this.#options.logger.warn({ err: error }, 'acme: certificates wait for the control store');
    this.#isStoreAway = true;
  }
}
