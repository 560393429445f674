/**
 * Derives busy domains' visits in the background. Source: docs/reference/analytics-store.md ("Derived visits").
 *
 * States: stopped → running (alternating rounds and pauses) → stopping (waits for the current statement).
 * Several nodes may derive at once; if two derive the same day, the duplicate is removed later.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import { dayMs, hourMs, minuteMs } from '../../core/time.ts';
import { halfHour } from '../engine/schema/events.ts';
import { type DerivationStore, type DerivedSpan, derive, lookBackDays } from './derivation.ts';
import { type EventDay, eventDays } from './derived-days.ts';
import { derivedVisitorDays } from './derived-visitors.ts';
import { halfHourMs } from './event-days.ts';
import { gapMs } from './visit-rule.ts';

const pauseMs = minuteMs;
/** Queries on domains with fewer events read the rows, which takes milliseconds. */
const minEvents = 20_000;
/** The current day is derived again after this many new events, or this share of the day's events. */
const minNewEvents = 50_000;
const minNewShare = 0.05;
/** Events are read this long after their time, so that those still in the spool aren't missed. */
const settlesAfterMs = 2 * minuteMs;
/** After a day is over: visits that have not ended by then are read from the events for ever. */
const finalAfterMs = 6 * hourMs;

export type DeriverOptions = {
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many events a domain has to have; by default 20,000. */
  readonly minEvents?: number;
};

export class VisitDeriver {
  readonly #store: DerivationStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #minEvents: number;
  /** Each domain's event version when it was last checked. */
  readonly #versions = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | undefined;
  #stopped = true;

  constructor(store: DerivationStore, options: DeriverOptions) {
    this.#store = store;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#minEvents = options.minEvents ?? minEvents;
  }

  start(): void {
    this.#stopped = false;
    this.#timer = setTimeout(() => this.#next(), pauseMs / 4).unref();
  }

  /** Waits for the statement under way, not for the round. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Derives all days that need it and returns how many. Rejects when the store is unreachable. */
  async runOnce(): Promise<number> {
    this.#stopped = false;
    return this.#round();
  }

  #next(): void {
    this.#running = this.#round()
      .catch((error: unknown) => {
        this.#logger.warn({ err: error }, 'deriving visits failed; queries read the events instead');
      })
      .finally(() => {
        this.#running = undefined;
        if (!this.#stopped) this.#timer = setTimeout(() => this.#next(), pauseMs).unref();
      });
  }

  async #round(): Promise<number> {
    const startTick = performance.now();
    let count = 0;
    const now = this.#clock.now();
    for (const { domain, firstDay, lastDay, version } of await this.#busyDomains(now)) {
      if (this.#versions.get(domain) === version) continue;
      try {
        count += await this.#deriveDomain(domain, firstDay, lastDay, now);
        if (!this.#stopped) this.#versions.set(domain, version);
      } catch (error) {
        this.#logger.warn(
          { err: error, domain },
          'deriving a domain’s visits failed; queries read its events instead',
        );
        // A single domain's statements may need too much memory; if the store is unreachable, the round ends.
        await this.#store.query('SELECT 1', {});
      }
      if (this.#stopped) return count;
    }
    if (count > 0)
      this.#logger.info({ days: count, ms: Math.round(performance.now() - startTick) }, 'visits derived');
    return count;
  }

  /**
   * `version`: of the events that may be derived, and of the half hour, so that each domain is looked at every half hour,
   * and sooner only when older events come.
   */
  #busyDomains(
    now: number,
  ): Promise<{ domain: string; firstDay: number; lastDay: number; version: string }[]> {
    const settled = settledUntil(now) / halfHourMs;
    return this.#store.query(
      `SELECT toString(domain) AS domain, toInt32(min(day)) AS firstDay, toInt32(max(day)) AS lastDay,
        toString(cityHash64(${settled}, sum(events), sum(batches))) AS version
      FROM (SELECT domain, day, count() AS events, sum(batch) AS batches FROM events
        WHERE ${halfHour} < ${settled} GROUP BY domain, day)
      GROUP BY domain HAVING sum(events) >= {min:UInt64} ORDER BY sum(events) DESC`,
      { min: this.#minEvents },
    );
  }

  /** Newest first, because they are queried most. */
  async #deriveDomain(domain: string, firstDay: number, lastDay: number, now: number): Promise<number> {
    const range = { from: firstDay, to: lastDay };
    const days = await eventDays(this.#store, domain, range.from, range.to);
    const seenFrom = `greatest(${firstDay}, toInt32(day) - ${lookBackDays})`;
    const visitors = await derivedVisitorDays(this.#store, domain, range, seenFrom);
    const counted = new Set(visitors.filter(({ derived }) => derived !== undefined).map(({ day }) => day));
    let count = 0;
    for (const known of days.toReversed()) {
      const span = spanOf(known.day, now);
      const isCurrent = known.derived !== undefined && counted.has(known.day);
      if (span === undefined || (isCurrent && !(await this.#isOvertaken(domain, known, span)))) continue;
      if (this.#stopped) return count;
      await derive(this.#store, domain, span, this.#clock.now());
      count++;
    }
    return count;
  }

  /** Whether a current derivation misses enough events to make another one worthwhile. */
  async #isOvertaken(
    domain: string,
    { day, events, derived }: EventDay,
    span: DerivedSpan,
  ): Promise<boolean> {
    if (derived === undefined || derived.seenUntil >= span.seenUntil) return false;
    if (span.seenUntil === (day + 1) * dayMs + finalAfterMs) return true;
    const [row] = await this.#store.query<{ missing: string }>(
      `SELECT toString(count()) AS missing FROM events WHERE domain = {domain:UUID} AND toInt32(day) = {day:Int32}
        AND time >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')`,
      { domain, day, since: derived.startsUntil },
    );
    return Number(row?.missing ?? 0) >= Math.max(minNewEvents, events * minNewShare);
  }
}

/** Events before this time are no longer expected; a full half hour. */
function settledUntil(now: number): number {
  return Math.floor((now - settlesAfterMs) / halfHourMs) * halfHourMs;
}

/** What can be derived of a day now; undefined when it has hardly begun. */
function spanOf(day: number, now: number): DerivedSpan | undefined {
  const dayEnd = (day + 1) * dayMs;
  const seenUntil = Math.min(settledUntil(now), dayEnd + finalAfterMs);
  // Visits that start later would all still be open.
  const startsUntil = Math.min(dayEnd, seenUntil - gapMs);
  return startsUntil <= day * dayMs ? undefined : { day, startsUntil, seenUntil };
}
