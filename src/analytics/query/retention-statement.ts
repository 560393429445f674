/** Writes the statement of retention. */
import type { SaltPeriodKind } from '../../core/salt-period.ts';
import { importedArrival } from '../engine/pageview-row.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { isEvent } from '../engine/schema/events.ts';
import type { VisitSource } from '../visits/visit-source.ts';
import { eventFields } from './event-fields.ts';
import { fieldsIn, filterSql } from './filter-sql.ts';
import { visitColumnsIn } from './query-columns.ts';
import type { Retention } from './retention.ts';
import { bucketSql } from './time-range.ts';
import { eventColumns, singleEvents } from './visit-parts.ts';

/** SQL: the salt period of an instant. */
const periods: Readonly<Record<SaltPeriodKind, (time: string) => string>> = {
  day: (time) => `toDate(${time}, 'UTC')`,
  month: (time) => `toYYYYMM(${time}, 'UTC')`,
};

/**
 * One row for each cohort and week in which some of it was seen, both as days since 1970-01-01: `visitors`, and of these the
 * number `unsalted` that have no salt, and the time `latest` at which the last one was first seen. `source` has the visits that
 * overlap the range where filters are about visits. Needs the parameter `domain`.
 */
export function retentionStatement(
  retention: Retention,
  source: VisitSource | undefined,
  kind: SaltPeriodKind,
): string {
  const { range } = retention;
  const parts = source === undefined ? [ofRows(retention)] : ofVisits(retention, source);
  const period = periods[kind];
  return `SELECT weeks[1] AS cohort, arrayJoin(weeks) AS week, count() AS visitors, countIf(has_no_salt) AS unsalted,
      max(toUnixTimestamp64Milli(began)) AS latest
    FROM (
      SELECT arraySort(groupUniqArrayArray(seen_weeks)) AS weeks, minIf(first_seen, notEmpty(seen_weeks)) AS began,
        maxIf(last_seen, notEmpty(seen_weeks)) AS ended, max(is_imported) OR ${period('began')} != ${period('ended')} AS has_no_salt
      FROM (${parts.join('\nUNION ALL\n')})
      GROUP BY visitor HAVING notEmpty(weeks))
    GROUP BY cohort, week ORDER BY cohort, week`;

  function ofRows({ filters }: Retention): string {
    const passes = filterSql(filters, (name) => eventFields[name].column);
    return `SELECT visitor, groupUniqArray(${weekOf('time', 'day')}) AS seen_weeks, min(time) AS first_seen, max(time) AS last_seen,
        max(${isImported}) AS is_imported
      FROM events WHERE ${rowsIn(range.since, range.until)} AND ${isEvent} AND ${passes} GROUP BY visitor`;
  }

  function ofVisits({ filters }: Retention, visits: VisitSource): string[] {
    const fields = new Set(filters.flatMap(fieldsIn));
    const columns = eventColumns(fields, visitColumnsIn(filters));
    const seen = [...visits.stored(columns), ...visits.live(columns)].map((select) =>
      singleEvents({ filters, range }, fields, select, '1', shown),
    );
    const imported = `SELECT visitor, emptyArrayInt64() AS seen_weeks, time AS first_seen, time AS last_seen, toUInt8(1) AS is_imported
      FROM events WHERE ${rowsIn(range.since, range.until)} AND ${isEvent} AND ${isImported}`;
    return [...seen, imported];
  }

  function shown(time: string, visitor: string): string[] {
    return [
      `${visitor} AS visitor`,
      `[${weekOf(time, `toDate(${time}, 'UTC')`)}] AS seen_weeks`,
      `${time} AS first_seen`,
      `${time} AS last_seen`,
      'toUInt8(0) AS is_imported',
    ];
  }

  function weekOf(time: string, day: string): string {
    return bucketSql('time:week', time, day, range);
  }
}

const isImported = `arrival >= ${importedArrival}`;
