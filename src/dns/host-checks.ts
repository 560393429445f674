/**
 * Tries in the background whether visitors reach hosts that have no custom domain, each once a day. Source:
 * docs/reference/diagnosis.md ("Reachable").
 *
 * Hosts are taken under leases, so that one node checks each; the result sets the next time. Accounts take turns
 * (core/account-turns.ts). States: those of its LeaseLoop; stopping aborts the checks under way, whose results are not stored.
 */
import type { Logger } from 'pino';
import { type AccountQueue, AccountTurns, type Taken } from '../core/account-turns.ts';
import type { Clock } from '../core/clock.ts';
import type { HostLook, HostQuestion, ReachedHost } from '../core/host-look.ts';
import { LeaseLoop } from '../core/lease-loop.ts';
import type { ReachOutcome } from '../core/reachable.ts';
import { minuteMs, secondMs } from '../core/time.ts';
import { slowMs } from './slow-zones.ts';

type UncheckedHost = ReachedHost & { readonly host: string };

export interface HostCheckQueue<H extends UncheckedHost> extends AccountQueue<H> {
  record(host: H, outcome: ReachOutcome): Promise<void>;
}

export type HostChecksOptions<H extends UncheckedHost> = {
  readonly queue: HostCheckQueue<H>;
  /** Undefined: nothing can be tried. */
  readonly look: (question: HostQuestion, signal: AbortSignal) => Pick<HostLook, 'reach'> | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
};

const concurrency = 16;
const pollMs = 10 * secondMs;
const deadlineMs = 20 * secondMs;
/** Longer than a check takes. */
const leaseMs = 2 * minuteMs;

export class HostChecks<H extends UncheckedHost> implements AsyncDisposable {
  readonly #options: HostChecksOptions<H>;
  readonly #loop: LeaseLoop<Taken<H>>;
  readonly #turns: AccountTurns<H>;

  constructor(options: HostChecksOptions<H>) {
    this.#options = options;
    const { queue, clock, logger } = options;
    this.#turns = new AccountTurns(queue, concurrency, leaseMs);
    this.#loop = new LeaseLoop({
      concurrency,
      pollMs,
      take: (limit) => this.#turns.take(clock.now(), limit),
      hasShares: true,
      work: ({ item, release }, { signal }) => this.#check(item, signal).finally(release),
      onAway: (error) => logger.warn({ err: error }, 'checks of hosts wait for the control store'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Checks all that is due, and resolves when that is done. */
  runDue(): Promise<void> {
    return this.#loop.runDue();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
  }

  async #check(checked: H, signal: AbortSignal): Promise<void> {
    const { queue, look } = this.#options;
    const { accountUuid, siteUuid, host } = checked;
    const startTick = performance.now();
    const question: HostQuestion = { accountUuid, siteUuid, host, challengeType: 'http01' };
    const outcome = await look(question, AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]))?.reach();
    this.#turns.noteSpeed(accountUuid, performance.now() - startTick >= slowMs);
    if (outcome && !signal.aborted) await queue.record(checked, outcome);
  }
}
