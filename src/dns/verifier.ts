/**
 * Keeps the status of custom domains in line with their DNS records: checks one on demand, and all of them in the
 * background.
 *
 * A domain is due from its creation, and again when check-schedule.ts says. The loop leases domains that are due, so
 * that no other node on the same store takes them meanwhile; the result sets the next date. If a node dies, its
 * domains are due again when their leases expire. States of the loop: idle → started → stopped; stopping aborts the
 * checks under way, and their results are not stored.
 * Source: docs/reference/dns.md ("When it is checked").
 */
import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import type { DnsFindings, DomainStatus } from '../core/custom-domain.ts';
import type { CheckOutcome } from './check.ts';
import { delayAfter } from './check-schedule.ts';
import { Slots } from './slots.ts';

/** A custom domain, as far as its check goes. */
export type CheckedDomain = {
  readonly uuid: string;
  readonly host: string;
  readonly redirectToWww: boolean;
  readonly status: DomainStatus;
  /** `failures`: checks since the records were last found. */
  readonly dns: { readonly failures: number };
};

export type CheckResult = {
  readonly status: DomainStatus;
  readonly report: DnsFindings;
  readonly checkedAt: number;
  readonly nextCheckAt: number;
  readonly failures: number;
};

/** The store of custom domains. */
export interface CheckQueue<D extends CheckedDomain = CheckedDomain> {
  /** Takes up to `limit` domains that are due, those waiting longest first, and puts their next check off by the lease. */
  takeDue(now: number, limit: number, leaseMs: number): Promise<readonly D[]>;
  findAnywhere(uuid: string): Promise<D | undefined>;
  /** Stores a result, unless the domain needs other records by now; answers it as it is then, if it still is. */
  recordCheck(checked: D, result: CheckResult): Promise<D | undefined>;
}

/** Checks one domain; implemented by DnsCheck. */
export interface DomainCheck {
  run(host: string, redirectToWww: boolean, signal: AbortSignal): Promise<CheckOutcome>;
}

export type VerifierOptions = {
  readonly clock: Clock;
  readonly logger: Logger;
  /** How often to look for domains that are due. */
  readonly pollMs?: number;
  /** From 0 to 1. */
  readonly random?: () => number;
};

/** Checks of the background at the same time. */
const concurrency = 8;
/** Checks at the same time that were asked for; more wait. */
const maxAskedFor = 24;
const defaultPollMs = 5_000;
/** Longer than a check can take. */
const leaseMs = 120_000;

export class DomainVerifier<D extends CheckedDomain> implements AsyncDisposable {
  readonly #queue: CheckQueue<D>;
  readonly #check: DomainCheck;
  readonly #options: Required<VerifierOptions>;
  /** One for each check under way: signals derived of a single one would pile up for as long as the service runs. */
  readonly #cutOffs = new Set<AbortController>();
  #isStopped = false;
  /** Checks under way, by uuid: who asks for one under way gets its result. */
  readonly #underWay = new Map<string, Promise<D | undefined>>();
  readonly #askedFor = new Slots(maxAskedFor);
  /** Checks of the background under way, each until the one that takes its place has started. */
  readonly #lanes = new Set<Promise<void>>();
  #freeLanes = concurrency;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #isStoreAway = false;

  constructor(queue: CheckQueue<D>, check: DomainCheck, options: VerifierOptions) {
    this.#queue = queue;
    this.#check = check;
    this.#options = { pollMs: defaultPollMs, random: Math.random, ...options };
  }

  /**
   * Checks a domain now, stores the result, and answers the updated domain; undefined when there is none.
   * Its owner is working on the records, so the back-off starts over. Rejects when the store is away.
   */
  async verify(uuid: string): Promise<D | undefined> {
    const domain = await this.#queue.findAnywhere(uuid);
    return domain && this.#askedFor.run(() => this.#run(domain, 0));
  }

  /** Checks all domains that are due, and resolves when that is done. Never rejects: a store that is away is logged. */
  async runDue(): Promise<void> {
    await this.#fillLanes();
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  /** Starts the loop. */
  start(): void {
    this.#pollIn(0);
  }

  /** Stops the loop and cuts off the checks under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    for (const cutOff of this.#cutOffs) cutOff.abort();
    clearTimeout(this.#timer);
    await this.#polling;
    await Promise.allSettled([...this.#lanes, ...this.#underWay.values()]);
  }

  #pollIn(delayMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#fillLanes().then(() => this.#pollIn(this.#options.pollMs));
    }, delayMs).unref();
  }

  /** Leases as many domains as there are free lanes. */
  async #fillLanes(): Promise<void> {
    const wanted = this.#freeLanes;
    if (wanted === 0 || this.#isStopped) return;
    this.#freeLanes = 0;
    let domains: readonly D[] = [];
    try {
      domains = await this.#queue.takeDue(this.#options.clock.now(), wanted, leaseMs);
      this.#isStoreAway = false;
    } catch (error) {
      this.#warnOnce(error);
    }
    // Those taken come back when their lease ends.
    if (this.#isStopped) return;
    this.#freeLanes += wanted - domains.length;
    // A full answer may have left others behind: then each lane continues when it is done.
    for (const domain of domains) this.#runLane(domain, domains.length === wanted);
  }

  #runLane(domain: D, mayBeMore: boolean): void {
    const lane = this.#run(domain, domain.dns.failures)
      .then(undefined, (error: unknown) => this.#warnOnce(error))
      .then(() => {
        this.#freeLanes += 1;
        return mayBeMore ? this.#fillLanes() : undefined;
      })
      .finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  #run(domain: D, failures: number): Promise<D | undefined> {
    const running = this.#underWay.get(domain.uuid);
    if (running) return running;
    const run = this.#checkAndStore(domain, failures).finally(() => this.#underWay.delete(domain.uuid));
    this.#underWay.set(domain.uuid, run);
    return run;
  }

  async #checkAndStore(domain: D, failuresBefore: number): Promise<D | undefined> {
    const { clock, logger, random } = this.#options;
    const { verdict, findings } = await this.#runCheck(domain);
    if (this.#isStopped) return domain;
    const failures = verdict === 'found' ? 0 : failuresBefore + 1;
    const status = statusAfter(verdict, domain.status);
    const checkedAt = clock.now();
    const stored = await this.#queue.recordCheck(domain, {
      status,
      report: findings,
      checkedAt,
      nextCheckAt: checkedAt + delayAfter(verdict, failures, random()),
      failures,
    });
    if (status !== domain.status) {
      logger.info({ host: domain.host, status, problems: findings.problems }, 'DNS records checked');
    }
    return stored;
  }

  async #runCheck(domain: D): Promise<CheckOutcome> {
    const cutOff = new AbortController();
    this.#cutOffs.add(cutOff);
    if (this.#isStopped) cutOff.abort();
    try {
      return await this.#check.run(domain.host, domain.redirectToWww, cutOff.signal);
    } finally {
      this.#cutOffs.delete(cutOff);
    }
  }

  #warnOnce(error: unknown): void {
    if (!this.#isStoreAway && !this.#isStopped) {
      this.#options.logger.warn({ err: error }, 'DNS checks wait for the control store');
    }
    this.#isStoreAway = true;
  }
}

/** An inconclusive check keeps the previous result. */
function statusAfter(verdict: CheckOutcome['verdict'], before: DomainStatus): DomainStatus {
  if (verdict === 'undecided') return before;
  return verdict === 'found' ? 'dns_records_found' : 'dns_records_not_found';
}
