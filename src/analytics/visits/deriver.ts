/**
 * Derives days with many events in the background. Source: docs/reference/analytics-store.md ("Derived visits").
 *
 * States: stopped → running (a look at what has changed each half hour, then what is due of it) → stopping (waits for the current
 * statement). The first look is at everything; so is the next one of a process that is killed. Several nodes take turns by
 * `mayDerive`; if two derive the same day, the duplicate is removed later.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import { dayOf } from '../../core/date-range.ts';
import { daysOfMonth, monthOf } from '../../core/month.ts';
import { dayMs, minuteMs } from '../../core/time.ts';
import type { ChangedDays } from '../engine/changed-days.ts';
import { type DerivationStore, type DerivedSpan, derive, lookBackDays } from './derivation.ts';
import { type Derivation, readDerivations } from './derivations.ts';
import { toEventDays } from './derived-days.ts';
import { toVisitorDays } from './derived-visitors.ts';
import { type DayEvents, halfHourMs } from './event-days.ts';
import { finalAfterMs, finalDays } from './final-days.ts';
import { gapMs } from './visit-rule.ts';

const pauseMs = minuteMs;
/** Days with fewer events are derived once, when they are over, and without their visitors: a domain's queries read its few rows. */
const minEvents = 1_000;
/** The current day is derived again after this many new events, or this share of the day's events. */
const minNewEvents = 50_000;
const minNewShare = 0.05;
/** Events are read this long after their time, so that those still in the spool aren't missed. */
const settlesAfterMs = 2 * minuteMs;
/** Parts are looked at again for so long: another replica may have them later, and clocks are set. */
const overlapSeconds = 600;
/** Checked together: each takes a kilobyte while it is read. */
const maxDaysAtOnce = 4_000;
/** Derived together: enough that a statement's own cost hardly matters. */
const maxEventsAtOnce = 250_000;
const maxDomainsAtOnce = 500;
/** Days with few events: so many are derived before it is looked again, and about so many events are looked at together. */
const maxSmallDays = 20_000;
const maxEventsRead = 30_000_000;

export type DeriverOptions = {
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many events a day has to have; by default 1,000. */
  readonly minEvents?: number;
  /** Takes or keeps the lease of the one node that derives; by default there is no other. */
  readonly mayDerive?: () => Promise<boolean>;
};

type DueDay = { readonly domain: string; readonly events: number; readonly span: DerivedSpan };

export class VisitDeriver {
  /** Runs no further statement once this is stopping. */
  readonly #store: DerivationStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #minEvents: number;
  readonly #mayDerive: () => Promise<boolean>;
  /** What the last look has covered: parts written before, by the store's clock in seconds, and events before. */
  #looked: { readonly at: number; readonly settled: number } | undefined;
  /** What could not be derived then. */
  #failed: readonly ChangedDays[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | undefined;
  #stopped = true;

  constructor(store: DerivationStore, options: DeriverOptions) {
    const unlessStopped = <T>(run: () => Promise<T>): Promise<T> =>
      this.#stopped ? Promise.reject(new Error('deriving visits has been stopped')) : run();
    this.#store = {
      query: (sql, params) => unlessStopped(() => store.query(sql, params)),
      execute: (sql) => unlessStopped(() => store.execute(sql)),
      changedDays: (look) => unlessStopped(() => store.changedDays(look)),
    };
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#minEvents = options.minEvents ?? minEvents;
    this.#mayDerive = options.mayDerive ?? (() => Promise.resolve(true));
  }

  start(): void {
    this.#stopped = false;
    this.#timer = setTimeout(() => this.#next(), pauseMs / 4).unref();
  }

  /** Waits for the statement under way, not for the round nor for the domains that are derived together. */
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
    const hasSettled = this.#looked?.settled !== settledUntil(this.#clock.now());
    this.#running = (hasSettled ? this.#round() : Promise.resolve())
      .catch((error: unknown) => {
        if (!this.#stopped)
          this.#logger.warn({ err: error }, 'deriving visits failed; queries read the events instead');
      })
      .finally(() => {
        this.#running = undefined;
        if (!this.#stopped) this.#timer = setTimeout(() => this.#next(), pauseMs).unref();
      });
  }

  async #round(): Promise<number> {
    if (!(await this.#mayDerive())) return 0;
    const startTick = performance.now();
    const now = this.#clock.now();
    const settled = settledUntil(now);
    const ended = this.#looked === undefined ? [] : daysEnded(this.#looked.settled, settled);
    const { at, changed } = await this.#store.changedDays({
      since: this.#looked?.at,
      until: settled / halfHourMs,
      days: ended,
      minEvents: this.#minEvents,
      daysAfter: lookBackDays,
    });
    let count = 0;
    const failed: ChangedDays[] = [];
    for (const batch of batchesOf([...this.#failed, ...changed], dayOf(now))) {
      count += await this.#deriveDue(batch, now, failed);
      if (this.#stopped || !(await this.#mayDerive())) return count;
    }
    const isFirst = this.#looked === undefined;
    if (isFirst || ended.length > 0)
      count += await this.#deriveSmallDays(now).catch(async (error: unknown) => {
        // If the store is there, nothing else waits for them.
        await this.#store.query('SELECT 1', {});
        this.#logger.warn(
          { err: error },
          'deriving days with few events failed; queries read the events instead',
        );
        return 0;
      });
    this.#failed = failed;
    // Events that have not settled may have been written before now.
    this.#looked = { at: at - Math.ceil((now - settled) / 1_000) - overlapSeconds, settled };
    if (count > 0 || isFirst)
      this.#logger.info({ days: count, ms: Math.round(performance.now() - startTick) }, 'visits derived');
    return count;
  }

  /** Of all that is over and has few events, what isn't derived: a month at a time, as the table has it, the newest first. */
  async #deriveSmallDays(now: number): Promise<number> {
    const [kept] = await this.#store.query<{ first: number; last: number; events: number }>(
      'SELECT toInt32(min(day)) AS first, toInt32(max(day)) AS last, toFloat64(count()) AS events FROM events',
      {},
    );
    const { first: oldest, last, events } = kept ?? { first: 0, last: 0, events: 0 };
    const first = Math.max(1, oldest);
    const most = Math.max(1, Math.floor((maxEventsRead * (last - oldest + 1)) / Math.max(1, events)));
    let count = 0;
    let to = Math.min(last, dayOf(settledUntil(now) - finalAfterMs) - 1);
    while (to >= first) {
      const from = Math.max(first, daysOfMonth(monthOf(to * dayMs)).from, to - most + 1);
      const derived = await this.#deriveSmallDaysOf(from, to, now);
      count += derived;
      if (this.#stopped || !(await this.#mayDerive())) return count;
      // What failed is tried again in a day; what there was no room for, now.
      if (derived < maxSmallDays) to = from - 1;
    }
    return count;
  }

  async #deriveSmallDaysOf(from: number, to: number, now: number): Promise<number> {
    const rows = await this.#store.query<{ domain: string; number: number; events: number }>(
      `SELECT toString(domain) AS domain, number, toUInt32(days.events) AS events FROM (${finalDays({ from, to, whose: '1' })}) AS days
      WHERE NOT is_current AND seen > 0 AND days.events < ${this.#minEvents}
      ORDER BY number DESC, domain LIMIT ${maxSmallDays} SETTINGS max_threads = 1`,
      {},
    );
    const due = rows.flatMap(({ domain, number, events }) => {
      const span = spanOf(number, now);
      return span === undefined ? [] : { domain, events, span };
    });
    let count = 0;
    for (const together of groupsOf(due)) {
      if (this.#stopped) return count;
      if (await this.#tryDerive(together, 'visits')) count += together.length;
    }
    return count;
  }

  /** Newest first, because they are queried most. */
  async #deriveDue(batch: readonly ChangedDays[], now: number, failed: ChangedDays[]): Promise<number> {
    let count = 0;
    const due = await this.#findDue(batch, now, failed);
    for (const together of groupsOf(due)) {
      if (this.#stopped) return count;
      if (await this.#tryDerive(together)) {
        count += together.length;
        continue;
      }
      // One domain's statements may need too much memory.
      for (const one of together) {
        if (this.#stopped) return count;
        if (together.length > 1 && (await this.#tryDerive([one]))) count += 1;
        else failed.push({ domain: one.domain, from: one.span.day, to: one.span.day });
      }
    }
    return count;
  }

  /** What can't be checked together is, domain by domain. */
  async #findDue(batch: readonly ChangedDays[], now: number, failed: ChangedDays[]): Promise<DueDay[]> {
    try {
      return await this.#dueDays(batch, now);
    } catch (error) {
      await this.#noteFailure(error, batch);
      const due: DueDay[] = [];
      if (batch.length === 1) failed.push(...batch);
      else for (const one of batch) due.push(...(await this.#findDue([one], now, failed)));
      return due;
    }
  }

  /** Days of the same date. */
  async #tryDerive(together: readonly DueDay[], what?: 'visits'): Promise<boolean> {
    const [first] = together;
    if (first === undefined) return true;
    try {
      const domains = together.map(({ domain }) => domain);
      await derive(this.#store, domains, first.span, this.#clock.now(), what);
      return true;
    } catch (error) {
      await this.#noteFailure(error, together);
      return false;
    }
  }

  /** Of several domains it isn't known yet which one is the reason. Rejects when the store is unreachable: then the round ends. */
  async #noteFailure(error: unknown, domains: readonly { readonly domain: string }[]): Promise<void> {
    await this.#store.query('SELECT 1', {});
    const [first, second] = domains;
    if (first === undefined || second !== undefined) return;
    this.#logger.warn(
      { err: error, domain: first.domain },
      'deriving a domain’s visits failed; queries read its events instead',
    );
  }

  async #dueDays(batch: readonly ChangedDays[], now: number): Promise<DueDay[]> {
    const from = Math.max(0, Math.min(...batch.map((one) => one.from)) - 1);
    const to = Math.min(dayOf(now), Math.max(...batch.map((one) => one.to)) + lookBackDays);
    if (from > to) return [];
    const domains = batch.map(({ domain }) => domain);
    const seenFrom = `greatest(${from}, toInt32(day) - ${lookBackDays})`;
    const range = { from, to };
    // One after the other: two reads at most are under way, and others need the places.
    const visits = await readDerivations(this.#store, domains, range, 'visits');
    const visitors = await readDerivations(this.#store, domains, range, 'visitor_days', seenFrom);
    const due: DueDay[] = [];
    for (const [domain, known] of visits) {
      const events = new Map(known.days.map((day) => [day.day, day]));
      const counted = toVisitorDays(visitors.get(domain) ?? { days: [], derivations: [] });
      const isCounted = new Set(counted.flatMap(({ day, derived }) => (derived === undefined ? [] : [day])));
      for (const { day, derived } of toEventDays(known)) {
        const span = spanOf(day, now);
        const ofDay = events.get(day);
        if (span === undefined || ofDay === undefined || ofDay.events < this.#minEvents) continue;
        if (derived !== undefined && isCounted.has(day) && !isOvertaken(ofDay, derived, span)) continue;
        due.push({ domain, events: ofDay.events, span });
      }
    }
    return due;
  }
}

/** Whether a current derivation misses enough events to make another one worthwhile. */
function isOvertaken({ day, events, halfHours }: DayEvents, derived: Derivation, span: DerivedSpan): boolean {
  if (derived.seenUntil >= span.seenUntil) return false;
  if (span.seenUntil === (day + 1) * dayMs + finalAfterMs) return true;
  let missing = 0;
  for (const [number, sum] of halfHours)
    if (number * halfHourMs >= derived.startsUntil) missing += sum.events;
  return missing >= Math.max(minNewEvents, events * minNewShare);
}

/** The days that became final since an instant. */
function daysEnded(since: number, until: number): number[] {
  const days: number[] = [];
  const first = dayOf(since - finalAfterMs);
  for (let day = first; day * dayMs + finalAfterMs <= until; day++)
    if (day > 0 && day * dayMs + finalAfterMs > since) days.push(day - 1);
  return days;
}

/** Each domain once, in batches whose days can be read together; those that changed last come first. */
function batchesOf(changed: readonly ChangedDays[], today: number): ChangedDays[][] {
  const merged = new Map<string, ChangedDays>();
  for (const one of changed) {
    const { from, to } = merged.get(one.domain) ?? one;
    merged.set(one.domain, { ...one, from: Math.min(from, one.from), to: Math.max(to, one.to) });
  }
  const batches: ChangedDays[][] = [];
  for (const one of [...merged.values()].toSorted((a, b) => b.from - a.from)) {
    const batch = batches.at(-1);
    const last = Math.max(one.to, ...(batch ?? []).map(({ to }) => to));
    const days = (Math.min(today, last + lookBackDays) - one.from + 3) * ((batch?.length ?? 0) + 1);
    if (batch === undefined || days > maxDaysAtOnce || batch.length >= maxDomainsAtOnce) batches.push([one]);
    else batch.push(one);
  }
  return batches;
}

/** Due days of the same date together, the newest first. */
function groupsOf(due: readonly DueDay[]): DueDay[][] {
  const groups: DueDay[][] = [];
  let events = 0;
  for (const one of due.toSorted((a, b) => b.span.day - a.span.day)) {
    const group = groups.at(-1);
    events += one.events;
    if (
      group === undefined ||
      group[0]?.span.day !== one.span.day ||
      events > maxEventsAtOnce ||
      group.length >= maxDomainsAtOnce
    ) {
      groups.push([one]);
      events = one.events;
    } else group.push(one);
  }
  return groups;
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
