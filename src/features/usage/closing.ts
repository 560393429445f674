/**
 * Closes the months of accounts: counts what each custom domain used, once every record of the month has arrived, and stores it
 * for good. Nodes share the months by leases. Source: docs/reference/usage.md ("Closing").
 */
import type { Logger } from 'pino';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { usageInParts } from '../../analytics/reports/usage.ts';
import type { StoreParts } from '../../control/database.ts';
import type { Clock } from '../../core/clock.ts';
import { dayOf } from '../../core/date-range.ts';
import { LeaseLoop } from '../../core/lease-loop.ts';
import { daysOfMonth, monthOf, nextMonth } from '../../core/month.ts';
import { dayMs, minuteMs } from '../../core/time.ts';
import { noUsage } from '../../core/usage.ts';
import { UsageLists } from './usage-lists.ts';
import { type UsageMonth, UsageMonths } from './usage-months.ts';

/** After a month's end; so long may a node be off, or the analytics store away, and its records still count. */
const graceMs: number = 2 * dayMs;
const pollMs: number = 10 * minuteMs;
/** Longer than counting takes. A node that takes over a slower one's month closes it or finds it closed. */
const leaseMs: number = 15 * minuteMs;

export type UsageClosingOptions = {
  readonly analytics: ReportStore;
  /** The oldest record that this node has and the analytics store hasn't, in milliseconds since the Unix epoch. */
  readonly oldestUnshipped: () => number | undefined;
  /** Of the analytics store; 0 keeps everything. */
  readonly retentionDays: number;
  readonly clock: Clock;
  readonly logger: Logger;
};

export class UsageClosing implements AsyncDisposable {
  readonly #lists: UsageLists;
  readonly #months: UsageMonths;
  readonly #options: UsageClosingOptions;
  readonly #loop: LeaseLoop<UsageMonth>;
  #lostMonth = '';

  constructor(store: StoreParts, options: UsageClosingOptions) {
    this.#lists = new UsageLists(store);
    this.#months = new UsageMonths(store);
    this.#options = options;
    this.#loop = new LeaseLoop({
      concurrency: 1,
      pollMs,
      take: (limit) => this.#take(limit),
      work: (month) => this.#close(month),
      onAway: (error) =>
        options.logger.warn({ err: error }, 'usage cannot be closed now; it will be tried again'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Closes every month that is due. Never rejects. */
  closeDue(): Promise<void> {
    return this.#loop.runDue();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#loop[Symbol.asyncDispose]();
  }

  async #take(limit: number): Promise<readonly UsageMonth[]> {
    await this.#months.begin();
    const first = this.#firstWhole();
    await this.#warnOfLost(first);
    const unshipped = this.#options.oldestUnshipped();
    // Later months wait with it; they are due later anyway.
    if (unshipped !== undefined && monthOf(unshipped) < monthOf(this.#options.clock.now() - graceMs))
      return [];
    return this.#months.takeDue(limit, { first, graceMs, leaseMs });
  }

  async #close(due: UsageMonth): Promise<void> {
    const { accountUuid, month } = due;
    const { analytics, logger } = this.#options;
    const domains = await this.#lists.all({ accountUuid, month });
    const uuids = domains.map(({ uuid }) => uuid);
    const usage = await usageInParts(analytics, uuids, daysOfMonth(month));
    const records = domains.map(({ uuid, host, externalId }) => ({
      uuid,
      host,
      externalId,
      usage: usage.get(uuid) ?? noUsage,
    }));
    if (await this.#months.close(due, records))
      logger.info({ account_uuid: accountUuid, month, custom_domains: records.length }, 'usage closed');
  }

  /** The oldest month none of whose days have been removed, nor will be today. */
  #firstWhole(): string {
    const { retentionDays, clock } = this.#options;
    if (retentionDays === 0) return '';
    const firstDay = dayOf(clock.now()) - retentionDays + 1;
    const month = monthOf(firstDay * dayMs);
    return daysOfMonth(month).from === firstDay ? month : nextMonth(month);
  }

  /** A month that lacks days is left open: a wrong figure would stand for good. */
  async #warnOfLost(first: string): Promise<void> {
    const lost = first === '' ? undefined : await this.#months.newestOpenBefore(first);
    if (lost === undefined || lost === this.#lostMonth) return;
    this.#lostMonth = lost;
    this.#options.logger.warn(
      { month: lost, retention_days: this.#options.retentionDays },
      'usage of this month is not closed: days of it are older than NAMEPLATE_RETENTION_DAYS; closing needs 34 days or more',
    );
  }
}
