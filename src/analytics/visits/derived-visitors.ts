/**
 * Which days of a domain have derived visitors that are still true. Source: docs/reference/analytics-store.md ("Derived
 * visits").
 */
import { type DateRange, formatDay } from '../../core/date-range.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { dayMs } from '../engine/row-spans.ts';
import { currentDerivations, daysParams } from './derived-days.ts';

export type DerivedVisitors = {
  /** Counted from 1970-01-01. */
  readonly day: number;
  /** Decimal text. */
  readonly derivation: string;
  /** Visitors of the day's pageviews before it are stored; milliseconds since the Unix epoch. */
  readonly seenUntil: number;
};

/**
 * Current derivations that saw the days from `start` to their day as these are now, by the sum of the days' versions. What
 * was before `start` does not matter, so nor does its removal.
 */
const statement = (start: string): string => `
  WITH (SELECT groupArray((number, version)) FROM (
    SELECT toInt32(day) AS number, ${dayVersion()} AS version FROM events
    WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY day)) AS now
  SELECT toInt32(r.day) AS number, toString(r.derivation) AS derivation, toString(toUnixTimestamp64Milli(r.seen_until)) AS seen_until
  FROM (
    SELECT day, derivation, seen_until, seen, visitor_count, greatest(0, toInt32(day) - ${start}) AS needed
    FROM visit_derivations
    WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} AND derivation IN (${currentDerivations})) AS r
  LEFT JOIN (
    SELECT derivation, count() AS stored FROM visitor_days
    WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY derivation) AS v
    ON r.derivation = v.derivation
  WHERE v.stored = r.visitor_count AND length(r.seen) >= r.needed
    AND arraySum(arraySlice(r.seen, 1, r.needed)) = arraySum(
      x -> if(x.1 < toInt32(r.day) AND x.1 >= toInt32(r.day) - r.needed, x.2, 0), now)`;

/** SQL over the events of one `day`: the version of it that derivations write down. */
export function dayVersion(): string {
  return 'cityHash64(toInt32(day), toUInt64(count()), toUInt64(sum(batch)))';
}

/** `start`: SQL over a `day`, the first day since which a visitor of that day counts once. By day, in time order. */
export async function derivedVisitors(
  store: ReportStore,
  domain: string,
  { from, to }: DateRange,
  start: string,
): Promise<ReadonlyMap<number, DerivedVisitors>> {
  const rows = await store.query<{ number: number; derivation: string; seen_until: string }>(
    statement(start),
    daysParams(domain, from, to),
  );
  const found = new Map<number, DerivedVisitors>();
  for (const { number: day, derivation, seen_until } of rows.toSorted((a, b) => a.number - b.number)) {
    const one = { day, derivation, seenUntil: Number(seen_until) };
    if (one.seenUntil > (found.get(day)?.seenUntil ?? 0)) found.set(day, one);
  }
  return found;
}

export type CountedVisitors = {
  readonly derived: readonly DerivedVisitors[];
  /** From here on the pageviews have to be read; undefined when nothing is left. */
  readonly readFrom: number | undefined;
};

/** How far derivations reach from the begin of a range. `start` as of {@link derivedVisitors}. */
export async function countedVisitors(
  store: ReportStore,
  domain: string,
  range: DateRange,
  start: string,
): Promise<CountedVisitors> {
  const known = await derivedVisitors(store, domain, range, start);
  const days = await store.query<{ number: number }>(
    `SELECT toInt32(day) AS number FROM events WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date}
    GROUP BY day ORDER BY day`,
    { domain, from: formatDay(range.from), to: formatDay(range.to) },
  );
  const derived: DerivedVisitors[] = [];
  for (const { number: day } of days) {
    const one = known.get(day);
    if (one === undefined) return { derived, readFrom: day * dayMs };
    derived.push(one);
    if (one.seenUntil < (day + 1) * dayMs) return { derived, readFrom: one.seenUntil };
  }
  return { derived, readFrom: undefined };
}
