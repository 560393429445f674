/**
 * Which of a domain's days have events, and which of those have current derived visits. Source:
 * docs/reference/analytics-store.md ("Derived visits").
 */
import { formatDay, lastDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { ofDomain } from '../engine/row-spans.ts';
import { halfHour, isEvent, isHashChange } from '../engine/schema/events.ts';
import { best, type Derivation, type DerivedDays, readDerivations } from './derivations.ts';
import type { DayEvents } from './event-days.ts';

export type EventDay = Pick<DayEvents, 'day' | 'events' | 'hasSaltChange'> & {
  readonly derived: Derivation | undefined;
};

/** The days from `from` to `to` that have events, in time order. */
export async function eventDays(
  store: ReportStore,
  domain: string,
  from: number,
  to: number,
): Promise<EventDay[]> {
  const range = { from: Math.max(0, from), to: Math.min(lastDay, to) };
  if (range.from > range.to) return [];
  const [known] = (await readDerivations(store, [domain], range, 'visits')).values();
  return known === undefined ? [] : toEventDays(known);
}

export function toEventDays({ days, derivations }: DerivedDays): EventDay[] {
  return days.map(({ day, events, hasSaltChange }) => ({
    day,
    events,
    hasSaltChange,
    derived: best(derivations.filter((one) => one.day === day)),
  }));
}

/** The same of many domains together, of which none has derived visits; the store answers for all of them. */
export async function underivedDays(
  store: ReportStore,
  _domain: string,
  from: number,
  to: number,
): Promise<EventDay[]> {
  const [first, last] = [Math.max(0, from), Math.min(lastDay, to)];
  if (first > last) return [];
  const rows = await store.query<{ number: number; events: number; changes: number }>(
    `SELECT toInt32(day) AS number, count() AS events, countIf(${isHashChange}) AS changes
    FROM events WHERE ${ofDomain} AND day BETWEEN '${formatDay(first)}' AND '${formatDay(last)}' AND ${isEvent}
    GROUP BY day ORDER BY day`,
    {},
  );
  return rows.map(({ number: day, events, changes }) => ({
    day,
    events,
    hasSaltChange: changes > 0,
    derived: undefined,
  }));
}

/** SQL over a visitor's events of a day: whether each of its half hours has some. Where one has none, every visit has a gap. */
const isThroughout = `groupBitOr(bitShiftLeft(toUInt64(1), ${halfHour} % 48)) = ${2 ** 48 - 1}`;

/**
 * Whether a visit from an earlier day could continue past a day, or, where the day is derived, past what the derivation has
 * seen. `visitors` is SQL: of which visitors.
 */
export async function mayPass(
  store: ReportStore,
  domain: string,
  day: EventDay,
  visitors?: string,
): Promise<boolean> {
  return day.derived === undefined ? mayPassEnd(store, domain, day, visitors) : day.derived.hasEarlier;
}

/**
 * Whether a visit from an earlier day could continue past the end of a day. A derivation that has seen more than the day
 * doesn't know of those that ended since. If a person's salt changes on the day, their events are not all read together, so it
 * might.
 */
export async function mayPassEnd(
  store: ReportStore,
  domain: string,
  { day, derived }: EventDay,
  visitors = '1',
): Promise<boolean> {
  if (derived !== undefined && (derived.hasEarlier || derived.seenUntil <= (day + 1) * dayMs))
    return derived.hasEarlier;
  const rows = await store.query<{ found: number }>(
    `SELECT 1 AS found FROM events WHERE domain = {domain:UUID} AND day = {day:Date} AND ${isEvent} AND ${visitors}
    GROUP BY visitor
    HAVING ${isThroughout} OR max(previous_visitor NOT IN (0, visitor))
    LIMIT 1`,
    { domain, day: formatDay(day) },
  );
  return rows.length > 0;
}
