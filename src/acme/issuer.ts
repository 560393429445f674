/**
 * Orders and renews automatic certificates in the background.
 * Source: docs/reference/acme.md ("What is ordered, and when").
 *
 * Hosts are taken under leases, so that one node orders for each; the outcome sets when the host is due again. Accounts take turns
 * (core/account-loop.ts); those whose last order came to nothing slowly share half of the places. States: those of its loop;
 * stopping aborts the orders under way and returns their leases.
 */
import type { Logger } from 'pino';
import { AccountLoop } from '../core/account-loop.ts';
import { type Clock, formatTimestamp } from '../core/clock.ts';
import type { Lease } from '../core/lease-loop.ts';
import { registeredDomainOf } from '../core/registered-domain.ts';
import { dayMs, minuteMs } from '../core/time.ts';
import type { AttemptOutcome, Attempts, Refusal } from './attempt.ts';
import { BackOff, waitFor } from './back-off.ts';
import { failureCodeOf } from './failure-code.ts';
import { AcmeError } from './protocol/acme-error.ts';
import { retryDelay } from './schedule.ts';
import type { Failure, Issuance, IssuanceQueue } from './stores.ts';

export type IssuerOptions = {
  readonly queue: IssuanceQueue;
  readonly attempts: Pick<Attempts, 'run'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Makes the edge serve a certificate that was just stored. */
  readonly onIssued: () => Promise<void>;
  readonly pollMs?: number;
  readonly leaseMs?: number;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** How many authorities the attempts have; 1 by default. */
  readonly authorities?: number;
};

/** Attempts by what became of them. */
export type AttemptCounts = Readonly<Record<string, number>>;

/** Orders at the same time. */
const places = 8;
/** An order that takes so long and comes to nothing is a slow one: authorities mostly decide sooner. */
const slowMs = 10_000;
const defaultPollMs = 2_000;
/** Recovery from a crash takes this long; nodes' clocks may differ by about as much. */
const defaultLeaseMs = 90_000;
/** Of one attempt. */
const deadlineMs = 5 * minuteMs;
const coveredAgainMs = dayMs;

export class Issuer implements AsyncDisposable {
  readonly #options: Required<IssuerOptions>;
  readonly #loop: AccountLoop<Issuance>;
  readonly #counts = new Map<string, number>();
  /** Of each authority. */
  readonly #backOffs: readonly BackOff[];
  #underWay = 0;

  constructor(options: IssuerOptions) {
    this.#options = {
      pollMs: defaultPollMs,
      leaseMs: defaultLeaseMs,
      random: Math.random,
      authorities: 1,
      ...options,
    };
    this.#backOffs = Array.from({ length: this.#options.authorities }, () => new BackOff());
    const { queue, clock, logger, pollMs, leaseMs } = this.#options;
    this.#loop = new AccountLoop({
      queue,
      places,
      pollMs,
      leaseMs,
      slowMs,
      clock,
      limit: (free) => {
        if (this.#isPaused) return 0;
        return this.#isTrial ? Math.min(free, 1 - this.#underWay) : free;
      },
      work: (issuance, lease) => this.#runCounted(issuance, lease),
      renewal: {
        everyMs: leaseMs / 3,
        extend: (issuance) => queue.extend(issuance, clock.now() + leaseMs),
        deadlineMs,
      },
      onAway: (error) => logger.warn({ err: error }, 'acme: certificates wait for the control store'),
    });
  }

  get counts(): AttemptCounts {
    return Object.fromEntries(this.#counts);
  }

  /** Until when each authority is asked nothing; 0: it is asked. */
  get pausedUntil(): readonly number[] {
    const now = this.#options.clock.now();
    return this.#backOffs.map((backOff) => (backOff.isPaused(now) ? backOff.pausedUntil : 0));
  }

  /** A handshake found no certificate for a host. Never rejects. */
  async wanted(host: string): Promise<void> {
    if (this.#loop.isStopped) return;
    try {
      if (await this.#options.queue.want(host)) await this.#loop.fill();
    } catch (error) {
      this.#loop.reportAway(error);
    }
  }

  /** Starts the loop. */
  start(): void {
    this.#loop.start();
  }

  /** Attempts all that is due, and resolves when that is done. */
  runDue(): Promise<void> {
    return this.#loop.runDue();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
  }

  get #isPaused(): boolean {
    const now = this.#options.clock.now();
    return this.#backOffs.every((backOff) => backOff.isPaused(now));
  }

  /** Whether every authority failed when it was last asked, so that one order at a time shows whether it still does. */
  get #isTrial(): boolean {
    return this.#backOffs.every((backOff) => backOff.isFailing);
  }

  async #runCounted(issuance: Issuance, lease: Lease): Promise<void> {
    const wasTrial = this.#isTrial;
    this.#underWay += 1;
    try {
      await this.#run(issuance, lease);
    } finally {
      this.#underWay -= 1;
    }
    if (wasTrial && !this.#isTrial) await this.#loop.fill();
  }

  async #run(issuance: Issuance, lease: Lease): Promise<void> {
    const { queue, attempts, clock } = this.#options;
    const begunAt = clock.now();
    const usableAt = this.#backOffs.map((backOff) => backOff.usableAt(issuance.host));
    const limitedUntil = Math.min(...usableAt);
    if (this.#loop.isStopped || this.#isPaused) return await queue.release(issuance);
    try {
      const isUsable = (authority: number): boolean => (usableAt[authority] ?? 0) <= clock.now();
      const { accountUuid } = issuance;
      const outcome = await this.#loop.timed(accountUuid, () =>
        attempts.run(issuance, lease.signal, isUsable),
      );
      if (outcome.kind === 'issued') this.#loop.excuse(accountUuid);
      if (outcome.kind === 'limited') await this.#stillLimited(issuance, limitedUntil);
      else if (!lease.signal.aborted || outcome.kind === 'issued')
        await this.#store(issuance, outcome, begunAt);
      else await this.#cutShort(issuance, lease, begunAt);
    } catch (error) {
      if (lease.signal.aborted) await this.#cutShort(issuance, lease, begunAt);
      else await this.#broke(issuance, error);
    }
  }

  async #cutShort(issuance: Issuance, { isLost }: Lease, begunAt: number): Promise<void> {
    if (isLost) return;
    if (this.#loop.isStopped) return await this.#options.queue.release(issuance);
    // The authority answers each request in time, or that would have failed: it is the order that isn't decided.
    const error = new AcmeError('incomplete', 'the order took longer than 5 minutes');
    await this.#store(issuance, { kind: 'failed', error }, begunAt);
  }

  /**
   * Something of ours failed: the store or the secret key. It backs off as after any failure, so that a lasting fault
   * doesn't order certificates over and over. While the store is away, this fails too, and the lease expires.
   */
  async #broke(issuance: Issuance, error: unknown): Promise<void> {
    const { clock, logger } = this.#options;
    logger.error({ host: issuance.host, err: error }, 'acme: an attempt was interrupted');
    const reason = 'The service failed; see its log.';
    await this.#fail(issuance, { reason, code: 'service_failed' }, 0, clock.now());
  }

  async #store(
    issuance: Issuance,
    outcome: Exclude<AttemptOutcome, { kind: 'limited' }>,
    begunAt: number,
  ): Promise<void> {
    const { queue, clock, logger, random, onIssued } = this.#options;
    const { host } = issuance;
    this.#count(outcome);
    switch (outcome.kind) {
      case 'unserved':
        return await queue.forget(issuance);
      case 'covered':
        return await queue.putOff(issuance, clock.now() + coveredAgainMs, null);
      case 'not_due':
        return await queue.putOff(issuance, outcome.until, outcome.renewAt);
      case 'issued': {
        const { certificate, lookAt, authority = 0, directoryUrl = null, refusals = [] } = outcome;
        this.#applyBackOff(host, refusals, begunAt);
        this.#backOffs[authority]?.succeeded();
        if (!(await queue.complete(issuance, certificate, lookAt, directoryUrl))) return;
        logger.info(
          { host, issuer: certificate.issuer, expires_at: new Date(certificate.expiresAt).toISOString() },
          'acme: a certificate was issued',
        );
        return await onIssued();
      }
      case 'over_budget': {
        const nextAttemptAt = Math.round(outcome.until + random() * 10 * minuteMs);
        const failures = Math.max(issuance.failures, 1);
        const { reason } = outcome;
        const code = 'authority_rate_limited';
        return await queue.fail(issuance, { failures, nextAttemptAt, reason, code, askedAt: null });
      }
      case 'queued':
        return await queue.enqueue(issuance, outcome.until);
      case 'elsewhere':
        return await this.#fail(issuance, outcome, 0, null);
      case 'failed': {
        const { error, refusals = [{ authority: 0, error }] } = outcome;
        const { type, message: reason } = error;
        logger.warn({ host, type, reason }, 'acme: obtaining a certificate failed');
        this.#applyBackOff(host, refusals, begunAt);
        const why = { reason, code: failureCodeOf(error) };
        return await this.#fail(issuance, why, waitFor(error), clock.now());
      }
      default:
        return outcome satisfies never;
    }
  }

  #fail(
    issuance: Issuance,
    { reason, code }: Pick<Failure, 'reason' | 'code'>,
    retryAfterMs: number,
    askedAt: number | null,
  ): Promise<void> {
    const { queue, clock, random } = this.#options;
    const failures = issuance.failures + 1;
    const nextAttemptAt = clock.now() + retryDelay(failures, random(), retryAfterMs);
    return queue.fail(issuance, { failures, nextAttemptAt, reason, code, askedAt });
  }

  async #stillLimited(issuance: Issuance, until: number): Promise<void> {
    const { queue, random } = this.#options;
    const nextAttemptAt = Math.round(until + random() * minuteMs);
    const reason = `the certificate authority limits how many certificates it issues for ${registeredDomainOf(issuance.host)}`;
    await queue.fail(issuance, {
      failures: Math.max(issuance.failures, 1),
      nextAttemptAt,
      reason,
      code: 'authority_rate_limited',
      askedAt: null,
    });
  }

  #applyBackOff(host: string, refusals: readonly Refusal[], begunAt: number): void {
    const { clock, random, logger } = this.#options;
    for (const { authority, error } of refusals) {
      const backOff = this.#backOffs[authority];
      if (this.#backOffs.length > 1)
        logger.warn(
          { host, authority, type: error.type, reason: error.message },
          'acme: an authority refused',
        );
      if (backOff?.refused(host, error, begunAt, clock.now(), random()))
        logger.warn(
          { authority, until: formatTimestamp(backOff.pausedUntil) },
          'acme: the authority failed, and is asked nothing until then',
        );
    }
  }

  #count({ kind }: AttemptOutcome): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }
}
