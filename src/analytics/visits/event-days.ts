/**
 * How many events a domain has in each half hour of the given days, and from which batches: the input of derivations, and the
 * way to tell whether they are still current. Source: docs/reference/analytics-store.md ("Derived visits").
 */
import { formatDay, lastDay } from '../../core/date-range.ts';
import { minuteMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { halfHour } from '../engine/schema/events.ts';

export const halfHourMs: number = 30 * minuteMs;

/** Rows never change and batches are stored whole, so equal sums mean equal events. */
export type EventSum = {
  readonly events: number;
  /** Modulo 2^64. */
  readonly batches: bigint;
};

export type DayEvents = EventSum & {
  /** Counted from 1970-01-01. */
  readonly day: number;
  /** Of the day's events; 0 is that of a day without any. */
  readonly version: bigint;
  /** Whether the salt changed during a visit. */
  readonly hasSaltChange: boolean;
  /** Those with events, counted from 1970-01-01. */
  readonly halfHours: ReadonlyMap<number, EventSum>;
};

const statement = `
  SELECT number, sum(h.events) AS events, toString(sum(h.batches)) AS batches, sum(h.changes) AS changes,
    toString(cityHash64(number, toUInt64(sum(h.events)), toUInt64(sum(h.batches)))) AS version,
    groupArray(h.half_hour) AS half_hours, groupArray(h.events) AS counts, groupArray(toString(h.batches)) AS sums
  FROM (
    SELECT toInt32(day) AS number, ${halfHour} AS half_hour, count() AS events, sum(batch) AS batches,
      countIf(previous_visitor != 0 AND previous_visitor != visitor) AS changes
    FROM events WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY day, half_hour) AS h
  GROUP BY number`;

type Row = {
  readonly number: number;
  readonly events: number;
  readonly batches: string;
  readonly changes: number;
  readonly version: string;
  readonly half_hours: readonly number[];
  readonly counts: readonly number[];
  readonly sums: readonly string[];
};

/** The days from `from` to `to` that have events. */
export async function readEventDays(
  store: ReportStore,
  domain: string,
  from: number,
  to: number,
): Promise<Map<number, DayEvents>> {
  const [first, last] = [Math.max(0, from), Math.min(lastDay, to)];
  if (first > last) return new Map();
  const rows = await store.query<Row>(statement, { domain, from: formatDay(first), to: formatDay(last) });
  return new Map(
    rows.map(({ number: day, events, batches, version, changes, half_hours: halfHours, counts, sums }) => [
      day,
      {
        day,
        events,
        batches: BigInt(batches),
        version: BigInt(version),
        hasSaltChange: changes > 0,
        halfHours: new Map(
          halfHours.map((number, index) => [
            number,
            { events: counts[index] ?? 0, batches: BigInt(sums[index] ?? 0) },
          ]),
        ),
      },
    ]),
  );
}

/** The events that a day's derivation reads: from half an hour before it until `seenUntil`, a full half hour. */
export function sumLookedAt(days: ReadonlyMap<number, DayEvents>, day: number, seenUntil: number): EventSum {
  let [events, batches] = [0, 0n];
  for (let number = day * 48 - 1; number < seenUntil / halfHourMs; number++) {
    const sum = days.get(Math.floor(number / 48))?.halfHours.get(number);
    events += sum?.events ?? 0;
    batches += sum?.batches ?? 0n;
  }
  return { events, batches: BigInt.asUintN(64, batches) };
}
