/**
 * Derives the settled days of busy domains in the background. Source: design ("A report").
 *
 * States: stopped → running (a round, then a pause, and so on) → stopping (the statement under way is waited for).
 * Several nodes may derive at once; what two derive alike is twice there and removed later.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import { dayOf } from '../../core/date-range.ts';
import { visitDays } from './day-states.ts';
import {
  type DerivationStore,
  deriveLinks,
  deriveVisitors,
  deriveVisits,
  lookBackDays,
} from './derivation.ts';
import { visitorDaysValid } from './visitor-states.ts';

const pauseMs = 60_000;
/** Domains with fewer pageviews are read from the rows: that takes milliseconds. */
const minPageviews = 100_000;

export type DeriverOptions = {
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many pageviews a domain has to have; by default 100,000. */
  readonly minPageviews?: number;
};

export class VisitDeriver {
  readonly #store: DerivationStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #minPageviews: number;
  /** Version of yesterday at the round before, by domain: a day is settled when nothing arrives any more. */
  #unsettled: ReadonlyMap<string, string> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | undefined;
  #stopped = true;

  constructor(store: DerivationStore, options: DeriverOptions) {
    // What is derived is asked whatever a day has.
    this.#store = {
      query: (sql, params) => store.query(sql, params),
      execute: (sql) => store.execute(sql),
      minDerivedPageviews: 0,
    };
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#minPageviews = options.minPageviews ?? minPageviews;
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

  /** Derives what is settled and not derived; answers how many days it was. Rejects with what the store rejects with. */
  async runOnce(): Promise<number> {
    this.#stopped = false;
    return this.#round();
  }

  #next(): void {
    this.#running = this.#round()
      .catch((error: unknown) => {
        this.#logger.warn({ err: error }, 'visits are not derived; reports read the pageviews instead');
      })
      .finally(() => {
        this.#running = undefined;
        if (!this.#stopped) this.#timer = setTimeout(() => this.#next(), pauseMs).unref();
      });
  }

  async #round(): Promise<number> {
    const startTick = performance.now();
    const today = dayOf(this.#clock.now());
    const unsettled = new Map<string, string>();
    let count = 0;
    for (const { domain, yesterday, firstDay } of await this.#busyDomains(today)) {
      unsettled.set(domain, yesterday);
      const isSettled = this.#unsettled.get(domain) === yesterday;
      count += await this.#deriveDomain(domain, firstDay, isSettled ? today - 1 : today - 2);
      if (this.#stopped) return count;
    }
    this.#unsettled = unsettled;
    if (count > 0)
      this.#logger.info({ days: count, ms: Math.round(performance.now() - startTick) }, 'visits derived');
    return count;
  }

  #busyDomains(today: number): Promise<{ domain: string; yesterday: string; firstDay: number }[]> {
    return this.#store.query(
      `SELECT toString(domain) AS domain, toInt32(min(day)) AS firstDay,
        anyIf(concat(toString(count), ' ', toString(version)), toInt32(day) = {today:Int32} - 1) AS yesterday
      FROM (SELECT domain, day, count() AS count, sum(batch) AS version FROM events GROUP BY domain, day)
      GROUP BY domain HAVING sum(count) >= {min:UInt64}`,
      { today, min: this.#minPageviews },
    );
  }

  /** Oldest first, so that days in a row are soon there. */
  async #deriveDomain(domain: string, firstDay: number, lastDay: number): Promise<number> {
    if (lastDay < firstDay) return 0;
    const days = await visitDays(this.#store, domain, firstDay, lastDay);
    const visitors = await visitorDaysValid(
      this.#store,
      domain,
      { from: firstDay, to: lastDay },
      `greatest(${firstDay}, toInt32(day) - ${lookBackDays})`,
    );
    let count = 0;
    for (const { day, derivation } of days) {
      const missing = [
        ...(derivation === undefined ? [deriveVisits] : []),
        ...(visitors.has(day) ? [] : [deriveVisitors]),
      ];
      for (const derive of missing) {
        if (this.#stopped) return count;
        await derive(this.#store, domain, day, this.#clock.now());
      }
      if (missing.length > 0) count++;
    }
    await this.#link(domain, firstDay, lastDay);
    return count;
  }

  async #link(domain: string, firstDay: number, lastDay: number): Promise<void> {
    const days = await visitDays(this.#store, domain, firstDay, lastDay);
    for (const [index, after] of days.entries()) {
      const before = days[index - 1];
      if (this.#stopped || before?.derivation === undefined || before.day !== after.day - 1) continue;
      if (after.derivation === undefined || after.links !== undefined) continue;
      await deriveLinks(this.#store, domain, [before, after], this.#clock.now());
    }
  }
}
