/**
 * Checks in the background hosts that have no custom domain: whether their records lead here, and whether visitors reach us. Source:
 * docs/reference/diagnosis.md ("Reachable").
 *
 * Hosts are taken under leases, so that one node checks each; the result sets the next time. Accounts take turns
 * (core/account-loop.ts). States: those of its loop; stopping aborts the checks under way, whose results are not stored.
 */
import type { Logger } from 'pino';
import { AccountLoop } from '../core/account-loop.ts';
import type { AccountQueue } from '../core/account-turns.ts';
import type { Clock } from '../core/clock.ts';
import type { HostCheckResult, RecordsSeen } from '../core/host-check.ts';
import type { ReachedHost } from '../core/host-look.ts';
import { minuteMs, secondMs } from '../core/time.ts';
import type { CheckOutcome } from './check.ts';
import { delayAfter } from './check-schedule.ts';
import { withPatience } from './silent-proxies.ts';
import { slowMs } from './slow-zones.ts';

type UncheckedHost = ReachedHost & {
  readonly host: string;
  /** Whether it was last reached through a proxy. */
  readonly isProxied: boolean;
  readonly records: RecordsSeen;
};

export interface HostCheckQueue<H extends UncheckedHost> extends AccountQueue<H> {
  record(host: H, result: HostCheckResult): Promise<void>;
}

export type HostChecksOptions<H extends UncheckedHost> = {
  readonly queue: HostCheckQueue<H>;
  readonly check: (host: H, signal: AbortSignal) => Promise<CheckOutcome>;
  /** Gets what a check found, once it is stored: the host as it was, and what is known of its records now. */
  readonly onChecked?: (before: H, after: RecordsSeen, outcome: CheckOutcome) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
};

const places = 16;
const pollMs = 10 * secondMs;
/** Longer than a check takes. */
const leaseMs = 2 * minuteMs;
/** Hosts are due one after another as it is: checks last, and few run at a time. */
const unspread = 0.5;

export class HostChecks<H extends UncheckedHost> implements AsyncDisposable {
  readonly #options: HostChecksOptions<H>;
  readonly #loop: AccountLoop<H>;

  constructor(options: HostChecksOptions<H>) {
    this.#options = options;
    const { queue, clock, logger } = options;
    this.#loop = new AccountLoop({
      queue,
      places,
      pollMs,
      leaseMs,
      slowMs,
      clock,
      work: (item, { signal }) => this.#check(item, signal),
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

  async #check(before: H, signal: AbortSignal): Promise<void> {
    const { queue, check, onChecked, clock } = this.#options;
    const found = await this.#loop.timed(before.accountUuid, () => check(before, signal));
    if (signal.aborted) return;
    const outcome = await withPatience(found, async () => before.isProxied);
    const now = clock.now();
    const records = recordsAfter(before.records, outcome, now);
    const { missed } = records;
    // Where it isn't known where the edge is, nothing is ever decided: that is no reason to look more often.
    const delayMs = delayAfter(missed === 0 ? 'found' : 'not_found', missed, unspread, before.records.missed);
    await queue.record(before, { reach: outcome.reach, records, nextCheckAt: now + delayMs });
    await onChecked?.(before, records, outcome);
  }
}

function recordsAfter(records: RecordsSeen, { verdict, reach }: CheckOutcome, now: number): RecordsSeen {
  if (verdict === 'found' || reach.some(({ reachable }) => reachable === 'proxied'))
    return { foundAt: now, missed: 0 };
  return verdict === 'undecided' ? records : { ...records, missed: records.missed + 1 };
}
