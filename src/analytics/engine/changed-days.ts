/**
 * Which domains' days may have other events than at the last look: those with rows in parts of the table that were written since.
 * Source: docs/reference/analytics-store.md ("Derived visits").
 *
 * Every insert, merge and removal of rows writes parts, on the machine that has them and by its clock, whichever process asked
 * for it. A merge also writes rows that are older, so more days are named than have changed, but none is left out.
 */
import { formatDay } from '../../core/date-range.ts';
import type { AnalyticsEngine } from './engine.ts';
import { events, halfHour } from './schema/events.ts';
import { tableName } from './schema/layout.ts';
import { partsOf } from './schema/table.ts';

/** Days are counted from 1970-01-01. */
export type ChangedDays = { readonly domain: string; readonly from: number; readonly to: number };

export type Look = {
  /** Seconds since the Unix epoch, by the store's clock; undefined: everything may have changed. */
  readonly since: number | undefined;
  /** Events of this half hour since 1970 and later ones are not looked at. */
  readonly until: number;
  /** Days that are looked at though nothing of them has changed. */
  readonly days: readonly number[];
  /** How many events one of the days affected has to have. */
  readonly minEvents: number;
  /** How many days after a changed one are affected; the day before is, too. */
  readonly daysAfter: number;
};

export type Looked = {
  /** The store's clock before it was looked at, in seconds since the Unix epoch. */
  readonly at: number;
  readonly changed: readonly ChangedDays[];
};

export async function changedDays({ writes, layout }: AnalyticsEngine, look: Look): Promise<Looked> {
  const rowsOf = async <Row>(query: string): Promise<Row[]> =>
    (await writes.query({ query, format: 'JSONEachRow' })).json<Row>();
  const [clock] = await rowsOf<{ at: number }>('SELECT toUnixTimestamp(now()) AS at');
  const table = tableName(events.name, layout);
  const isWritten =
    look.since === undefined
      ? ''
      : `AND _part IN (SELECT name FROM ${partsOf(events, layout)} AND modification_time >= fromUnixTimestamp(${look.since}))`;
  const dates = look.days.map((day) => `'${formatDay(day)}'`).join(', ');
  const named =
    look.days.length === 0 ? '' : `UNION ALL SELECT domain, day FROM ${table} WHERE day IN (${dates})`;
  const changed = await rowsOf<ChangedDays>(
    `WITH changed AS (SELECT domain, min(day) AS first, max(day) AS last FROM (
        SELECT domain, day FROM ${table} WHERE ${halfHour} < ${look.until} ${isWritten} GROUP BY domain, day
        ${named}) GROUP BY domain)
    SELECT toString(domain) AS domain, toInt32(any(first)) AS from, toInt32(any(last)) AS to
    FROM (SELECT domain, day FROM ${table}
      WHERE domain IN (SELECT domain FROM changed) AND day >= (SELECT min(first) - 1 FROM changed)
      GROUP BY domain, day HAVING count() >= ${look.minEvents}) AS busy
    INNER JOIN changed ON busy.domain = changed.domain
    WHERE busy.day BETWEEN first - 1 AND last + ${look.daysAfter}
    GROUP BY domain SETTINGS max_threads = 1`,
  );
  return { at: clock?.at ?? 0, changed };
}
