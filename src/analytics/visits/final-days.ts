/**
 * Of many domains at once: which of their days' derivations, made after the days had ended, are current. Source:
 * docs/reference/analytics-store.md ("Derived visits").
 *
 * Counting in the engine takes little where derivations.ts would read each half hour of each domain.
 */
import { dayOf, lastDay } from '../../core/date-range.ts';
import { dayMs, hourMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { halfHour, isEvent, isHashChange } from '../engine/schema/events.ts';
import type { Derivation } from './derivations.ts';
import { type EventDay, type eventDays, underivedDays } from './derived-days.ts';

/** After a day is over: visits that have not ended by then are read from the events for ever. */
export const finalAfterMs: number = 6 * hourMs;

/**
 * SQL: a row for each domain's day, in days since 1970-01-01, both included, that has events or a derivation: `domain`, `number`, its
 * `events` and how many of them are `changes` of a visitor's hash, its newest `derivation`, whether it `is_current`, of how many `runs`
 * it is one, and how many visits were `unended`. `whose` is as in {@link rowsIn}.
 */
export function finalDays(from: number, to: number, whose?: string): string {
  const rows = (first: number, last: number): string => rowsIn(first * dayMs, (last + 1) * dayMs, whose);
  const counted = (offset: number, which: string, own: string): string =>
    `SELECT domain, toInt32(day) + ${offset} AS number, ${own}, count() AS seen, sum(batch) AS batches
      FROM events WHERE ${rows(from - offset, to - offset)} AND ${isEvent} ${which} GROUP BY domain, day`;
  const noOwn = 'toUInt64(0) AS own, toUInt64(0) AS hash_changes';
  return `SELECT domain, number, events, changes, derivation,
      derivation > 0 AND events > 0 AND seen = event_count AND batches = batch_sum AND stored = visit_count AS is_current, runs, unended
    FROM (
      SELECT domain, number, sum(own) AS events, sum(hash_changes) AS changes, sum(part.seen) AS seen, sum(part.batches) AS batches
      FROM (
        ${counted(0, '', `count() AS own, countIf(${isHashChange}) AS hash_changes`)}
        UNION ALL ${counted(-1, `AND ${halfHour} % 48 < ${finalAfterMs / (hourMs / 2)}`, noOwn)}
        UNION ALL ${counted(1, `AND ${halfHour} % 48 = 47`, noOwn)}
      ) AS part GROUP BY domain, number HAVING events > 0
    ) AS counted
    FULL JOIN (
      SELECT domain, toInt32(day) AS number, max(t.derivation) AS derivation, count() AS runs,
        argMax(t.event_count, t.derivation) AS event_count, argMax(t.batch_sum, t.derivation) AS batch_sum,
        argMax(t.visit_count, t.derivation) AS visit_count, argMax(length(open) + earlier, t.derivation) AS unended
      FROM visit_derivations AS t
      WHERE ${rows(from, to)} AND toUnixTimestamp64Milli(seen_until) = (toInt64(toInt32(day)) + 1) * ${dayMs} + ${finalAfterMs}
      GROUP BY domain, day
    ) AS run USING (domain, number)
    LEFT JOIN (
      SELECT domain, derivation, count() AS stored FROM visits WHERE ${rows(from, to)} GROUP BY domain, derivation
    ) AS kept USING (domain, derivation)`;
}

/** Those of a day that lack a derivation are read apart, in all of the range: so many at most. */
const maxLacking = 1_000;

type DayOfMany = {
  readonly number: number;
  readonly events: number;
  readonly changes: number;
  readonly derived: number;
  readonly derivations: readonly string[];
  readonly lacking: readonly string[];
};

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
  const rows =
    from > to
      ? []
      : await store.query<DayOfMany>(
          `SELECT number, toUInt32(sum(days.events)) AS events, toUInt32(sum(days.changes)) AS changes,
            countIf(is_whole) AS derived, groupUniqArrayIf(toString(derivation), is_whole) AS derivations,
            groupArrayIf(${maxLacking + 1})(toString(domain), NOT is_whole) AS lacking
          FROM (SELECT *, is_current AND runs = 1 AND unended = 0 AS is_whole FROM (${finalDays(from, to)})) AS days
          GROUP BY number ORDER BY number`,
          {},
        );
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
