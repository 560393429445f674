/**
 * How many events a domain has in each half hour of the given days, and from which batches: the input of derivations, and the
 * way to tell whether they are still current. Source: docs/reference/analytics-store.md ("Derived visits").
 */
import { formatDay, lastDay } from '../../core/date-range.ts';
import { minuteMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { ofDomains } from '../engine/row-spans.ts';
import { halfHour, isEvent, isHashChange } from '../engine/schema/events.ts';

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
  /** Of the day's events, as decimal text; 0 is that of a day without any. */
  readonly version: string;
  /** Whether the salt changed during a visit. */
  readonly hasSaltChange: boolean;
  /** Those with events, counted from 1970-01-01. */
  readonly halfHours: ReadonlyMap<number, EventSum>;
};

const versionOf = (number: string, events: string, batches: string): string =>
  `toString(cityHash64(${number}, toUInt64(${events}), toUInt64(${batches})))`;

const statement = (domains: readonly string[]): string => `
  SELECT toString(domain) AS domain_uuid, number, sum(h.events) AS events, toString(sum(h.batches)) AS batches, sum(h.changes) AS changes,
    ${versionOf('number', 'sum(h.events)', 'sum(h.batches)')} AS version,
    groupArray(h.half_hour) AS half_hours, groupArray(h.events) AS counts, groupArray(toString(h.batches)) AS sums
  FROM (
    SELECT domain, toInt32(day) AS number, ${halfHour} AS half_hour, count() AS events, sum(batch) AS batches,
      countIf(${isHashChange}) AS changes
    FROM events WHERE ${ofDomains(domains)} AND day BETWEEN {from:Date} AND {to:Date} AND ${isEvent} GROUP BY domain, day, half_hour) AS h
  GROUP BY domain, number`;

type Row = {
  readonly domain_uuid: string;
  readonly number: number;
  readonly events: number;
  readonly batches: string;
  readonly changes: number;
  readonly version: string;
  readonly half_hours: readonly number[];
  readonly counts: readonly number[];
  readonly sums: readonly string[];
};

/** Each domain's days from `from` to `to` that have events; of domains that have any, named in lower case. */
export async function readEventDays(
  store: ReportStore,
  domains: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, Map<number, DayEvents>>> {
  const known = new Map<string, Map<number, DayEvents>>();
  const [first, last] = [Math.max(0, from), Math.min(lastDay, to)];
  if (first > last || domains.length === 0) return known;
  const rows = await store.query<Row>(statement(domains), { from: formatDay(first), to: formatDay(last) });
  for (const row of rows) {
    const days = known.get(row.domain_uuid) ?? new Map<number, DayEvents>();
    known.set(row.domain_uuid, days.set(row.number, toDayEvents(row)));
  }
  return known;
}

function toDayEvents({
  number: day,
  events,
  batches,
  version,
  changes,
  half_hours: halfHours,
  counts,
  sums,
}: Row): DayEvents {
  return {
    day,
    events,
    batches: BigInt(batches),
    version,
    hasSaltChange: changes > 0,
    halfHours: new Map(
      halfHours.map((number, index) => [
        number,
        { events: counts[index] ?? 0, batches: BigInt(sums[index] ?? 0) },
      ]),
    ),
  };
}

/** The versions of each domain's days that have events, as decimal text. */
export async function readVersions(
  store: ReportStore,
  domains: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, Map<number, string>>> {
  const [first, last] = [Math.max(0, from), Math.min(lastDay, to)];
  if (first > last || domains.length === 0) return new Map();
  const rows = await store.query<{
    domain_uuid: string;
    days: readonly number[];
    versions: readonly string[];
  }>(
    `SELECT toString(domain) AS domain_uuid, groupArray(number) AS days, groupArray(version) AS versions
    FROM (SELECT domain, toInt32(day) AS number, ${versionOf('toInt32(day)', 'count()', 'sum(batch)')} AS version
      FROM events WHERE ${ofDomains(domains)} AND day BETWEEN {from:Date} AND {to:Date} AND ${isEvent} GROUP BY domain, day)
    GROUP BY domain`,
    { from: formatDay(first), to: formatDay(last) },
  );
  return new Map(
    rows.map(({ domain_uuid: domain, days, versions }) => [
      domain,
      new Map(days.map((day, index) => [day, versions[index] ?? '0'])),
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
