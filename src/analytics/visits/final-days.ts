/**
 * Of many domains at once: which of their days' derivations, made after the days had ended, are current. Source:
 * docs/reference/analytics-store.md ("Derived visits").
 *
 * Counting in the engine takes little where derivations.ts would read each half hour of each domain.
 */
import { dayOf, lastDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { dayPart, dayParts, finalAfterHalfHours, isEvent, isHashChange } from '../engine/schema/events.ts';
import type { Derivation } from './derivations.ts';
import { type EventDay, type eventDays, underivedDays } from './derived-days.ts';
import { halfHourMs } from './event-days.ts';

/** After a day is over. */
export const finalAfterMs: number = finalAfterHalfHours * halfHourMs;

/** Days since 1970-01-01, both included; `whose` is as in {@link rowsIn}. */
type Days = { readonly from: number; readonly to: number; readonly whose?: string };

function rowsOf({ from, to, whose }: Days): string {
  return rowsIn(from * dayMs, (to + 1) * dayMs, whose);
}

/**
 * SQL: a row for each day, or each domain's with `of: 'domain, '`: `number`, its `events`, how many of them are `changes` of a visitor's
 * hash, and the events that derivations look at: how many are `seen`, and their `batches`.
 */
function countedDays(days: Days, of: '' | 'domain, ' = ''): string {
  const around = { ...days, from: days.from - 1, to: days.to + 1 };
  return `SELECT ${of}number, sumIf(own, is_own) AS events, sumIf(hash_changes, is_own) AS changes, sum(own) AS seen, sum(sums) AS batches
    FROM (
      SELECT *, arrayJoin(multiIf(part = ${dayParts.early}, [0, -1], part = ${dayParts.late}, [0, 1], [0])) AS offset,
        offset = 0 AS is_own, of_day + offset AS number
      FROM (
        SELECT ${of}toInt32(day) AS of_day, ${dayPart} AS part, count() AS own, sum(batch) AS sums, countIf(${isHashChange}) AS hash_changes
        FROM events WHERE ${rowsOf(around)} AND ${isEvent} GROUP BY ${of}day, part)
    ) WHERE number BETWEEN ${days.from} AND ${days.to} GROUP BY ${of}number`;
}

/** SQL: the runs over days that were over; `t` is the table. */
function finalRuns(days: Days): string {
  return `visit_derivations AS t
      WHERE ${rowsOf(days)} AND toUnixTimestamp64Milli(seen_until) = (toInt64(toInt32(day)) + 1) * ${dayMs} + ${finalAfterMs}`;
}

const unendedOf = 'length(t.open) + t.earlier';

/**
 * SQL: a row for each domain's day that has a derivation, or events that one looks at: `domain`, `number`, its `events`, how many of them
 * are `changes` of a visitor's hash, how many are `seen` by derivations, its newest `derivation`, whether it `is_current`, of how many
 * `runs` it is one, and how many visits were `unended`.
 */
export function finalDays(days: Days): string {
  return `SELECT domain, number, events, changes, seen, derivation,
      derivation > 0 AND seen = event_count AND batches = batch_sum AND stored = visit_count AS is_current, runs, unended
    FROM (${countedDays(days, 'domain, ')}) AS counted
    FULL JOIN (
      SELECT domain, toInt32(day) AS number, max(t.derivation) AS derivation, count() AS runs,
        argMax(t.event_count, t.derivation) AS event_count, argMax(t.batch_sum, t.derivation) AS batch_sum,
        argMax(t.visit_count, t.derivation) AS visit_count, argMax(${unendedOf}, t.derivation) AS unended
      FROM ${finalRuns(days)}
      GROUP BY domain, day
    ) AS run USING (domain, number)
    LEFT JOIN (
      SELECT domain, derivation, count() AS stored FROM visits WHERE ${rowsOf(days)} GROUP BY domain, derivation
    ) AS kept USING (domain, derivation)`;
}

/** Those of a day that lack a derivation are read apart, in all of the range: so many at most. */
const maxLacking = 1_000;

type DayOfMany = {
  readonly number: number;
  readonly events: number;
  readonly changes: number;
  /** Of how many domains. */
  readonly derived: number;
  readonly derivations: readonly string[];
  readonly lacking: readonly string[];
};

/**
 * All domains' days by their sums: a run more or less, or one that isn't current, makes them differ. Rows are only ever added, and removed
 * with whole days, so one domain's difference does not make up for another's.
 */
function finalSums(days: Days): string {
  return `SELECT number, toUInt32(events) AS events, toUInt32(changes) AS changes, toUInt32(runs - length(unended)) AS derived,
      derivations, unended AS lacking,
      runs = domains AND seen = event_count AND batches = batch_sum AND stored = visit_count AS is_current
    FROM (${countedDays(days)}) AS counted
    LEFT JOIN (
      SELECT toInt32(day) AS number, count() AS runs, uniqExact(t.domain) AS domains, sum(t.event_count) AS event_count,
        sum(t.batch_sum) AS batch_sum, sum(t.visit_count) AS visit_count, groupUniqArray(toString(t.derivation)) AS derivations,
        groupArrayIf(${maxLacking + 1})(toString(t.domain), ${unendedOf} > 0) AS unended
      FROM ${finalRuns(days)} GROUP BY day
    ) AS run USING (number)
    LEFT JOIN (
      SELECT toInt32(day) AS number, count() AS stored FROM visits
      WHERE ${rowsOf(days)} AND derivation IN (SELECT derivation FROM ${finalRuns(days)}) GROUP BY day
    ) AS kept USING (number)
    WHERE events > 0 ORDER BY number`;
}

/** The same, domain by domain. */
function daysByDomain(days: Days): string {
  return `SELECT number, toUInt32(sum(days.events)) AS events, toUInt32(sum(days.changes)) AS changes,
      countIf(is_whole) AS derived, groupUniqArrayIf(toString(derivation), is_whole) AS derivations,
      groupArrayIf(${maxLacking + 1})(toString(domain), NOT is_whole AND (days.events > 0 OR derivation > 0)) AS lacking
    FROM (SELECT *, is_current AND runs = 1 AND unended = 0 AS is_whole FROM (${finalDays(days)})) AS days
    GROUP BY number`;
}

/** Where the sums of days that have runs differ, these days and those between them are counted domain by domain. */
async function readDays(store: ReportStore, days: Days): Promise<DayOfMany[]> {
  const sums = await store.query<DayOfMany & { is_current: number }>(finalSums(days), {});
  const differing = sums.flatMap((day) =>
    day.is_current === 0 && day.derivations.length > 0 ? [day.number] : [],
  );
  const [from, to] = [differing[0], differing.at(-1)];
  if (from === undefined || to === undefined) return sums;
  const counted = await store.query<DayOfMany>(daysByDomain({ ...days, from, to }), {});
  const byDomain = new Map(counted.map((day) => [day.number, day]));
  return sums.map((day) => byDomain.get(day.number) ?? day);
}

/**
 * The days of many domains as those of one: a day is derived if it is for most of them. `lacking` are the uuids of the others, for
 * which `read` doesn't hold. The store answers for all of them.
 */
export async function daysOfMany(
  store: ReportStore,
  range: { readonly since: number; readonly until: number },
): Promise<{ readonly lacking: ReadonlySet<string>; readonly read: typeof eventDays }> {
  // What visits are found by reaches over both ends.
  const from = Math.max(1, dayOf(Math.max(0, range.since)) - 1);
  const to = Math.min(lastDay - 1, dayOf(range.until) + 1);
  const rows = from > to ? [] : await readDays(store, { from, to });
  const lacking = new Set<string>();
  const known = rows.map((row): EventDay => {
    const isDerived = row.lacking.length <= Math.min(maxLacking, row.derived) && row.derived > 0;
    if (isDerived) for (const domain of row.lacking) lacking.add(domain);
    return {
      day: row.number,
      events: row.events,
      hasSaltChange: row.changes > 0,
      derived: isDerived ? finalOf(row) : undefined,
    };
  });
  return {
    lacking,
    read: async (asked, domain, first, last) => [
      ...(first < from ? await underivedDays(asked, domain, first, Math.min(last, from - 1)) : []),
      ...known.filter(({ day, events }) => events > 0 && day >= first && day <= last),
      ...(last > to ? await underivedDays(asked, domain, Math.max(first, to + 1), last) : []),
    ],
  };
}

function finalOf({ number: day, derivations }: DayOfMany): Derivation {
  const dayEnd = (day + 1) * dayMs;
  return {
    day,
    derivation: derivations.join(', '),
    startsUntil: dayEnd,
    seenUntil: dayEnd + finalAfterMs,
    openSince: undefined,
    hasEarlier: false,
    seen: [],
  };
}
