/**
 * Keeps the status of custom domains in line with their DNS records: checks one on demand, and all of them in the
 * background.
 *
 * A domain is due from its creation, and again when check-schedule.ts says. Due domains are taken under leases, so that
 * one node checks each; the result sets the next date. Accounts take turns (core/account-loop.ts);
 * those whose last check was slow share half of the places. A domain whose name servers are known to be slow isn't checked, and
 * is due again when its lease expires. States: those of its loop; stopping aborts the checks under way, and their
 * results are not stored.
 * Source: docs/reference/dns.md ("When it is checked", "Slow name servers").
 */
import type { Logger } from 'pino';
import { AccountLoop } from '../core/account-loop.ts';
import type { AccountQueue } from '../core/account-turns.ts';
import type { Clock } from '../core/clock.ts';
import type { DnsFindings, DomainInDns, DomainStatus } from '../core/custom-domain.ts';
import { FairPool } from '../core/fair-pool.ts';
import { type CheckedInDns, type CheckOutcome, combine, type HostReach } from './check.ts';
import { delayAfter } from './check-schedule.ts';
import { withPatience } from './silent-proxies.ts';
import { SlowZones, slowMs } from './slow-zones.ts';

/** The part of a custom domain that its check needs. */
export type CheckedDomain = DomainInDns & {
  readonly uuid: string;
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
  /** Whose challenges lead to this service's zone. */
  readonly delegatedHosts: readonly string[];
  /** Of each of its hosts: whether visitors reach us; empty where that isn't tried. */
  readonly reach: readonly HostReach[];
  /** Whether those are all hosts of a `dns01` domain; undefined: as before. */
  readonly isDelegated?: boolean | undefined;
  /** Of the ownership; undefined: it wasn't looked for. */
  readonly isProven?: boolean | undefined;
};

/** The store of custom domains. */
export interface CheckQueue<D extends CheckedDomain = CheckedDomain> extends AccountQueue<D> {
  findAnywhere(uuid: string): Promise<D | undefined>;
  /** Whether its account has yet to prove that it may have the host. */
  needsProof(domain: D): Promise<boolean>;
  /** Whether one of its hosts was last reached through a proxy. */
  isProxied(domain: D): Promise<boolean>;
  /**
   * Stores a result, unless the domain needs other records by now; returns the domain as it is afterwards, if it
   * still exists.
   */
  recordCheck(checked: D, result: CheckResult): Promise<D | undefined>;
}

/** Checks one domain; implemented by DnsCheck. */
export interface DomainCheck {
  run(domain: CheckedInDns, signal: AbortSignal): Promise<CheckOutcome>;
}

export type VerifierOptions<D> = {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Background checks at the same time. */
  readonly concurrency?: number;
  /** How often to look for domains that are due. */
  readonly pollMs?: number;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** Gets what a check found, once it is stored: the domain as it was, and as it is now. */
  readonly onChecked?: OnChecked<D>;
};

export type OnChecked<D> = (before: D, after: D, outcome: CheckOutcome) => Promise<void>;

/** A check takes 6 to 8 s when name servers are silent: these do 50 checks a second with 10 % of them silent, and some more. */
const defaultConcurrency = 64;
/** Checks on demand at the same time; more wait. */
const maxOnDemand = 24;
const defaultPollMs = 5_000;
/** Longer than a check can take. */
export const checkLeaseMs = 120_000;

export class DomainVerifier<D extends CheckedDomain> implements AsyncDisposable {
  readonly #queue: CheckQueue<D>;
  readonly #check: DomainCheck;
  readonly #options: Required<VerifierOptions<D>>;
  readonly #loop: AccountLoop<D>;
  readonly #slowZones = new SlowZones();
  /** Checks under way, by uuid. A second request for the same domain shares the result. */
  readonly #underWay = new Map<string, Promise<D | undefined>>();
  readonly #onDemand = new FairPool(maxOnDemand);
  /** Checks on demand, those that wait included, by uuid. A second request for the same domain takes no place. */
  readonly #demanded = new Map<string, Promise<D | undefined>>();

  constructor(queue: CheckQueue<D>, check: DomainCheck, options: VerifierOptions<D>) {
    this.#queue = queue;
    this.#check = check;
    this.#options = {
      concurrency: defaultConcurrency,
      pollMs: defaultPollMs,
      random: Math.random,
      onChecked: async () => {},
      ...options,
    };
    const { clock, logger, concurrency, pollMs } = this.#options;
    this.#loop = new AccountLoop({
      queue,
      places: concurrency,
      pollMs,
      leaseMs: checkLeaseMs,
      slowMs,
      clock,
      work: (domain) => this.#work(domain),
      onAway: (error) => logger.warn({ err: error }, 'DNS checks wait for the control store'),
    });
  }

  /**
   * Checks a domain now, stores the result, and returns the updated domain; undefined when there is none.
   * Its owner is working on the records, so the back-off starts over. Rejects when the store is away.
   */
  async verify(uuid: string): Promise<D | undefined> {
    const domain = await this.#queue.findAnywhere(uuid);
    if (!domain) return undefined;
    const demanded = this.#demanded.get(uuid);
    if (demanded) return demanded;
    const run = this.#onDemand
      .run(domain.accountUuid, () => this.#run(domain, 0))
      .finally(() => this.#demanded.delete(uuid));
    this.#demanded.set(uuid, run);
    return run;
  }

  /** Checks all domains that are due, and resolves when that is done. Never rejects: a store that is away is logged. */
  runDue(): Promise<void> {
    return this.#loop.runDue();
  }

  /** Starts the loop. */
  start(): void {
    this.#loop.start();
  }

  /** Stops the loop and aborts the checks under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    await Promise.allSettled(this.#underWay.values());
  }

  /** What isn't checked is due again when its lease expires. */
  async #work(domain: D): Promise<void> {
    if (this.#loop.isStopped || !this.#slowZones.mayCheck(domain.host, performance.now())) return;
    await this.#loop.timed(domain.accountUuid, () => this.#run(domain, domain.dns.failures));
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
    const startTick = performance.now();
    const needsProof = await this.#queue.needsProof(domain);
    const found = await this.#loop.withSignal((signal) => this.#check.run({ ...domain, needsProof }, signal));
    const outcome = await withPatience(found, () => this.#queue.isProxied(domain));
    const { verdict, delegation, proof, reach, findings } = outcome;
    if (this.#loop.isStopped) return domain;
    const endTick = performance.now();
    this.#slowZones.note(domain.host, endTick - startTick, endTick);
    // Any record that is missing is looked for as often.
    const verdictOfAll = combine([verdict, delegation.verdict, proof ?? 'found']);
    const failures = verdictOfAll === 'found' ? 0 : failuresBefore + 1;
    const status = statusAfter(verdict, domain.status);
    const checkedAt = clock.now();
    const stored = await this.#queue.recordCheck(domain, {
      status,
      report: findings,
      checkedAt,
      nextCheckAt: checkedAt + delayAfter(verdictOfAll, failures, random(), domain.dns.failures),
      failures,
      delegatedHosts: delegation.hosts,
      reach,
      isDelegated:
        delegation.verdict === 'undecided'
          ? undefined
          : delegation.verdict === 'found' && delegation.hosts.length > 0,
      isProven: proof && proof === 'found',
    });
    if (status !== domain.status) {
      logger.info({ host: domain.host, status, problems: findings.problems }, 'DNS records checked');
    }
    if (stored) await this.#tell(domain, stored, outcome);
    return stored;
  }

  /** What is made of a check is no reason to lose it. */
  async #tell(before: D, after: D, outcome: CheckOutcome): Promise<void> {
    const { onChecked, logger } = this.#options;
    await onChecked(before, after, outcome).catch((error: unknown) =>
      logger.warn({ err: error, host: before.host }, 'what a DNS check found was not noted'),
    );
  }
}

/** An inconclusive check keeps the previous result. */
function statusAfter(verdict: CheckOutcome['verdict'], before: DomainStatus): DomainStatus {
  if (verdict === 'undecided') return before;
  return verdict === 'found' ? 'dns_records_found' : 'dns_records_not_found';
}
