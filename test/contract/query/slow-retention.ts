/** Counts retention slowly and plainly, from docs/reference/retention.md alone. */
import { Temporal } from 'temporal-polyfill';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import type { QueryGoal } from '../../../src/analytics/query/goals.ts';
import { visitsOf } from '../reports/slow-web-reports.ts';
import { type PlainFilter, passes } from './slow-query.ts';

export type PlainRetention = {
  readonly filters: readonly PlainFilter[];
  readonly goals: readonly QueryGoal[];
  readonly timezone: string;
  /** Milliseconds since the Unix epoch; the second is not included. */
  readonly since: number;
  readonly until: number;
  readonly saltPeriod: 'day' | 'month';
};

type Cohort = { readonly week: string; readonly visitors: number; readonly cells: (number | null)[] };

export function slowRetention(stored: readonly PageviewRow[], asked: PlainRetention): Cohort[] {
  const { timezone, since, until } = asked;
  const seen = visitsOf(stored).flatMap((visit) =>
    visit.events.filter(
      (event) =>
        event.time >= since &&
        event.time < until &&
        asked.filters.every((filter) => passes(filter, visit, event, asked.goals)),
    ),
  );
  const mondayAt = (time: number): Temporal.PlainDate => {
    const date = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timezone).toPlainDate();
    return date.subtract({ days: date.dayOfWeek - 1 });
  };
  const weeks: Temporal.PlainDate[] = [];
  for (let week = mondayAt(since); !isAfter(week, mondayAt(until - 1)); week = week.add({ days: 7 }))
    weeks.push(week);
  const hashes = [...new Set(seen.map(({ visitor }) => visitor))];
  const visitors = hashes.map((hash) => {
    const events = seen.filter(({ visitor }) => visitor === hash);
    const times = events.map(({ time }) => time).toSorted((a, b) => a - b);
    const ends = times.map((time) => saltEnd(time, asked.saltPeriod));
    const imported = stored.some(
      (row) => row.visitor === hash && row.arrival >= 2 ** 52 && row.time >= since && row.time < until,
    );
    return {
      weeks: new Set(times.map((time) => mondayAt(time).toString())),
      first: mondayAt(times[0] ?? 0).toString(),
      end: imported || ends[0] !== ends.at(-1) ? Number.POSITIVE_INFINITY : (ends[0] ?? 0),
    };
  });
  return weeks.flatMap((week, index) => {
    const cohort = visitors.filter(({ first }) => first === week.toString());
    if (cohort.length === 0) return [];
    const cells = weeks.slice(index).map((later) => {
      const start = later.toZonedDateTime(timezone).epochMilliseconds;
      const returned = cohort.filter((visitor) => visitor.weeks.has(later.toString())).length;
      return returned === 0 && cohort.every(({ end }) => end <= start) ? null : returned;
    });
    return [{ week: week.toString(), visitors: cohort.length, cells }];
  });
}

function isAfter(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) > 0;
}

function saltEnd(time: number, period: 'day' | 'month'): number {
  const date = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC').toPlainDate();
  const next = period === 'day' ? date.add({ days: 1 }) : date.with({ day: 1 }).add({ months: 1 });
  return next.toZonedDateTime('UTC').epochMilliseconds;
}
