/**
 * Which days of a domain have events, and which of them have derived visits that are still true. Source:
 * docs/reference/analytics-store.md ("Derived visits").
 */
import { formatDay } from '../../core/date-range.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { lastDay } from '../engine/row-spans.ts';
import { halfHour } from '../engine/schema/events.ts';
import { gapMs } from './visit-rule.ts';

/** A current derivation. Times are milliseconds since the Unix epoch. */
export type Derivation = {
  /** Decimal text. */
  readonly derivation: string;
  /** Of the visits that start before it, those that had ended are stored. */
  readonly startsUntil: number;
  /** Events before it were looked at. */
  readonly seenUntil: number;
  /** Whether a visit that starts on the day had not ended; `visit_derivations` has the visitors. */
  readonly hasOpen: boolean;
  /** Whether a visit that started before the day had not ended. */
  readonly hasEarlier: boolean;
};

export type EventDay = {
  /** Counted from 1970-01-01. */
  readonly day: number;
  readonly events: number;
  /** Whether the salt changed while somebody was there. */
  readonly hasSaltChange: boolean;
  readonly derived: Derivation | undefined;
};

/** `{from:Date}` to `{to:Date}`: derivations whose events, and whose visits, are what they were. */
export const currentDerivations: string = `
  SELECT derivation FROM (
    SELECT r.derivation AS derivation, any(r.event_count) AS event_count, any(r.batch_sum) AS batch_sum,
      any(r.visit_count) AS visit_count,
      sumIf(s.events, s.half_hour >= r.first AND s.half_hour < r.last) AS events_now,
      sumIf(s.batches, s.half_hour >= r.first AND s.half_hour < r.last) AS batches_now
    FROM (
      SELECT derivation, event_count, batch_sum, visit_count, toInt64(toInt32(day)) * 48 - 1 AS first,
        intDiv(toUnixTimestamp64Milli(seen_until), 1800000) AS last,
        arrayJoin([toInt32(day) - 1, toInt32(day), toInt32(day) + 1]) AS number
      FROM visit_derivations WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date}) AS r
    LEFT JOIN (
      SELECT toInt32(day) AS number, toInt64(${halfHour}) AS half_hour, count() AS events, sum(batch) AS batches
      FROM events WHERE domain = {domain:UUID} AND toInt32(day) BETWEEN {first:Int32} - 1 AND {last:Int32} + 1
      GROUP BY day, half_hour) AS s ON r.number = s.number
    GROUP BY r.derivation) AS known
  LEFT JOIN (
    SELECT derivation, count() AS stored FROM visits
    WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY derivation) AS v
    ON known.derivation = v.derivation
  WHERE events_now = event_count AND batches_now = batch_sum AND v.stored = visit_count`;

/** The parameters of {@link currentDerivations}. */
export function daysParams(domain: string, from: number, to: number): Record<string, unknown> {
  return { domain, from: formatDay(from), to: formatDay(to), first: from, last: to };
}

const statement = `
  SELECT toInt32(day) AS number, '0' AS derivation, count() AS events,
    countIf(previous_visitor != 0 AND previous_visitor != visitor) AS changes, '0' AS starts_until, '0' AS seen_until,
    toUInt64(0) AS open, toUInt64(0) AS earlier
  FROM events WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY day
  UNION ALL
  SELECT toInt32(day), toString(derivation), toUInt64(0), toUInt64(0), toString(toUnixTimestamp64Milli(starts_until)),
    toString(toUnixTimestamp64Milli(seen_until)), length(open), earlier
  FROM visit_derivations
  WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} AND derivation IN (${currentDerivations})`;

type StateRow = {
  readonly number: number;
  readonly derivation: string;
  readonly events: string | number;
  readonly changes: string | number;
  readonly starts_until: string;
  readonly seen_until: string;
  readonly open: string | number;
  readonly earlier: string | number;
};

/** The days from `from` to `to` that have events, in time order. */
export async function eventDays(
  store: ReportStore,
  domain: string,
  from: number,
  to: number,
): Promise<EventDay[]> {
  const [first, last] = [Math.max(0, from), Math.min(lastDay, to)];
  if (first > last) return [];
  const rows = await store.query<StateRow>(statement, daysParams(domain, first, last));
  const found = new Map<number, Derivation>();
  for (const row of rows) {
    if (row.derivation === '0') continue;
    const known = found.get(row.number);
    const derived = {
      derivation: row.derivation,
      startsUntil: Number(row.starts_until),
      seenUntil: Number(row.seen_until),
      hasOpen: Number(row.open) > 0,
      hasEarlier: Number(row.earlier) > 0,
    };
    if (known === undefined || isBetter(derived, known)) found.set(row.number, derived);
  }
  return rows
    .filter(({ derivation }) => derivation === '0')
    .map(({ number, events, changes }) => ({
      day: number,
      events: Number(events),
      hasSaltChange: Number(changes) > 0,
      derived: found.get(number),
    }))
    .toSorted((a, b) => a.day - b.day);
}

/** Of two that are current, the one that looked at more events; any of those that looked at the same. */
function isBetter(one: Derivation, other: Derivation): boolean {
  return (
    one.seenUntil > other.seenUntil ||
    (one.seenUntil === other.seenUntil && BigInt(one.derivation) > BigInt(other.derivation))
  );
}

/** SQL over `time` and `day`: whether an event is within half an hour of its day's begin or end. */
const sinceMidnight = '(toUnixTimestamp64Milli(time) - toInt64(day) * 86400000)';

/**
 * Whether a visit of an earlier day could go on after a day. Of a person who changes salts on the day, not all events are
 * looked at together: then it may.
 */
export async function mayPass(
  store: ReportStore,
  domain: string,
  { day, derived }: EventDay,
): Promise<boolean> {
  if (derived !== undefined) return derived.hasEarlier;
  const rows = await store.query<{ visitor: string }>(
    `SELECT toString(visitor) AS visitor FROM events WHERE domain = {domain:UUID} AND day = {day:Date}
    GROUP BY visitor
    HAVING (max(${sinceMidnight} <= ${gapMs}) AND max(${sinceMidnight} >= ${86_400_000 - gapMs}))
      OR max(previous_visitor NOT IN (0, visitor))
    LIMIT 1`,
    { domain, day: formatDay(day) },
  );
  return rows.length > 0;
}
