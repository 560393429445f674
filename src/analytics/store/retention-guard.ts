/**
 * Removes old rows, but only by a clock that the stored rows agree with: a clock that jumped years ahead would remove
 * everything. Source: docs/reference/analytics-store.md ("Retention").
 *
 * States: not looked (nothing is removed) → watching. The first look that finds rows notes whether clock and rows agreed at the start;
 * if they did not, nothing is removed for a day, because rows that arrive by then carry the same clock's time.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import { dayOf, formatDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';

export type RetentionStore = {
  /** The newest day until `lastDay` that has rows, in days since 1970-01-01; undefined when there is none. */
  newestDay(lastDay: number): Promise<number | undefined>;
  /** At most once a day, by one machine: see Turns. */
  applyRetention(): Promise<void>;
};

export type RetentionGuardOptions = {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The day that an operator says it is; it vouches for a clock within a day of it. */
  readonly confirmedDay: number | undefined;
  /** Whether there is a limit of age; without one only what is derived is tidied, whatever the clock says. */
  readonly removesRows: boolean;
  /** Milliseconds since some instant, whatever the clock is set to; by default performance.now. */
  readonly tick?: () => number;
};

export class RetentionGuard {
  readonly #store: RetentionStore;
  readonly #options: RetentionGuardOptions;
  readonly #tick: () => number;
  #start: { readonly clockMs: number; readonly tick: number; readonly agreed: boolean } | undefined;
  #objection: string | undefined;

  constructor(store: RetentionStore, options: RetentionGuardOptions) {
    this.#store = store;
    this.#options = options;
    this.#tick = options.tick ?? (() => performance.now());
  }

  /** Removes old rows, if the clock can be trusted; call it at the start and then every hour. */
  async run(): Promise<void> {
    const { clock, logger } = this.#options;
    const today = dayOf(clock.now());
    const newest = await this.#store.newestDay(today + 1);
    // Nothing is old then; or the clock has not been set yet, and says nothing about the start.
    if (newest === undefined) return;
    const isFirstLook = this.#start === undefined;
    this.#start ??= { clockMs: clock.now(), tick: this.#tick(), agreed: agree(newest, today) };
    // A wrong clock may have been corrected: the day of waiting starts over.
    if (!this.#start.agreed && this.#hasJumped(this.#start))
      this.#start = { clockMs: clock.now(), tick: this.#tick(), agreed: false };
    const isConfirmed = agree(this.#options.confirmedDay, today);
    const objection =
      isConfirmed || !this.#options.removesRows ? undefined : this.#objectionTo(newest, today);
    if (objection !== this.#objection && objection !== undefined)
      logger.warn(
        { today: formatDay(today), newest_rows: formatDay(newest) },
        `not removing old rows: ${objection}. If the clock is right, set NAMEPLATE_RETENTION_CONFIRMED to today's date and restart`,
      );
    this.#objection = objection;
    if (objection !== undefined || (isFirstLook && !isConfirmed)) return;
    await this.#store.applyRetention();
  }

  #objectionTo(newest: number, today: number): string | undefined {
    const start = this.#start;
    if (start === undefined) return undefined;
    if (!agree(newest, today)) return 'the newest rows are more than a day older than the clock';
    if (this.#hasJumped(start)) return 'the clock has jumped by more than a day since the start';
    if (!start.agreed && this.#tick() - start.tick < dayMs)
      return 'at the start the newest rows were more than a day older than the clock, so it waits for a day';
    return undefined;
  }

  #hasJumped(start: { readonly clockMs: number; readonly tick: number }): boolean {
    return Math.abs(this.#options.clock.now() - start.clockMs - (this.#tick() - start.tick)) > dayMs;
  }
}

function agree(day: number | undefined, today: number): boolean {
  return day !== undefined && Math.abs(today - day) <= 1;
}
