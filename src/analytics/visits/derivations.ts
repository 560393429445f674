/**
 * Current derivations: the events they read, and their rows, haven't changed since. Source:
 * docs/reference/analytics-store.md ("Derived visits").
 */
import { type DateRange, formatDay } from '../../core/date-range.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { ofDomains } from '../engine/row-spans.ts';
import { type DayEvents, readEventDays, sumLookedAt } from './event-days.ts';

/** Times are milliseconds since the Unix epoch. */
export type Derivation = {
  /** Counted from 1970-01-01. */
  readonly day: number;
  /** Decimal text; of many domains, several separated by commas. */
  readonly derivation: string;
  /** Of the visits that start before it, those that had ended are stored. */
  readonly startsUntil: number;
  /** Events before it were read. */
  readonly seenUntil: number;
  /** When the first visit started that starts on the day and had not ended; `visit_derivations` has the visitors. */
  readonly openSince: number | undefined;
  /** Whether a visit that started before the day had not ended. */
  readonly hasEarlier: boolean;
  /** The versions, at the time, of the earlier days that affect its visitors, the nearest first. */
  readonly seen: readonly string[];
};

/** What is derived, and the column of `visit_derivations` with its row count. */
const countColumns = { visits: 'visit_count', visitor_days: 'visitor_count' } as const;

/** A domain's days of a range that have events, in time order, and the current derivations of them. */
export type DerivedDays = {
  readonly days: readonly DayEvents[];
  readonly derivations: readonly Derivation[];
};

type RecordRow = {
  readonly domain_uuid: string;
  readonly number: number;
  readonly derivation: string;
  readonly starts_until: number;
  readonly seen_until: number;
  readonly event_count: number;
  readonly batches: string;
  readonly rows: number;
  readonly open: number;
  readonly open_since: number;
  readonly earlier: number;
  readonly versions: readonly string[];
};

/**
 * The days of each domain that has events in the range, and their derivations with rows in the table. Domains are UUIDs in
 * lower case. `start` is SQL over a `day`: the first day before it that matters to its visitors.
 */
export async function readDerivations(
  store: ReportStore,
  domains: readonly string[],
  { from, to }: DateRange,
  table: keyof typeof countColumns,
  start = 'toInt32(day)',
): Promise<Map<string, DerivedDays>> {
  const params = { from: formatDay(from), to: formatDay(to) };
  const where = `${ofDomains(domains)} AND day BETWEEN {from:Date} AND {to:Date}`;
  const [events, records, counts] = await Promise.all([
    readEventDays(store, domains, from - 1, to + 1),
    store.query<RecordRow>(
      `SELECT toString(domain) AS domain_uuid, toInt32(day) AS number, toString(derivation) AS derivation, toUnixTimestamp64Milli(starts_until) AS starts_until,
        toUnixTimestamp64Milli(seen_until) AS seen_until, event_count, toString(batch_sum) AS batches,
        ${countColumns[table]} AS rows, length(open) AS open,
        toUnixTimestamp64Milli(open_since) AS open_since, earlier,
        greatest(0, toInt32(day) - ${start}) AS seen_days, arrayMap(one -> toString(one), arraySlice(seen, 1, seen_days)) AS versions
      FROM visit_derivations WHERE ${where} AND length(seen) >= seen_days`,
      params,
    ),
    store.query<{ domain_uuid: string; derivation: string; stored: number }>(
      `SELECT toString(domain) AS domain_uuid, toString(derivation) AS derivation, count() AS stored
      FROM ${table} WHERE ${where} GROUP BY domain, derivation`,
      params,
    ),
  ]);
  const stored = new Map(counts.map((row) => [`${row.domain_uuid} ${row.derivation}`, row.stored]));
  const known = new Map<string, { days: DayEvents[]; derivations: Derivation[] }>();
  for (const [domain, days] of events) {
    const ofRange = [...days.values()].filter(({ day }) => day >= from && day <= to);
    known.set(domain, { days: ofRange.toSorted((a, b) => a.day - b.day), derivations: [] });
  }
  for (const record of records) {
    const days = events.get(record.domain_uuid);
    if (days === undefined) continue;
    const now = sumLookedAt(days, record.number, record.seen_until);
    const isCurrent =
      now.events === record.event_count &&
      now.batches === BigInt(record.batches) &&
      (stored.get(`${record.domain_uuid} ${record.derivation}`) ?? 0) === record.rows;
    if (isCurrent) known.get(record.domain_uuid)?.derivations.push(toDerivation(record));
  }
  return known;
}

function toDerivation(record: RecordRow): Derivation {
  return {
    day: record.number,
    derivation: record.derivation,
    startsUntil: record.starts_until,
    seenUntil: record.seen_until,
    openSince: record.open > 0 ? record.open_since : undefined,
    hasEarlier: record.earlier > 0,
    seen: record.versions,
  };
}

/** The derivation that read the most events; on a tie, the newest. */
export function best(derivations: readonly Derivation[]): Derivation | undefined {
  return derivations.toSorted(
    (a, b) => b.seenUntil - a.seenUntil || (BigInt(a.derivation) < BigInt(b.derivation) ? 1 : -1),
  )[0];
}
