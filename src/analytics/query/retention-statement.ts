/** Writes the statement of retention. */
import type { SaltPeriodKind } from '../../core/salt-period.ts';
import { dayMs } from '../../core/time.ts';
import { importedArrival } from '../engine/pageview-row.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { isEvent } from '../engine/schema/events.ts';
import type { VisitSource } from '../visits/visit-source.ts';
import { eventFields } from './event-fields.ts';
import { fieldsIn, filterSql } from './filter-sql.ts';
import { visitColumnsIn } from './query-columns.ts';
import type { Retention } from './retention.ts';
import { bucketSql, timeLabels } from './time-range.ts';
import { eventColumns, singleEvents } from './visit-parts.ts';

/** SQL: the salt period of an instant. */
const periods: Readonly<Record<SaltPeriodKind, (time: string) => string>> = {
  day: (time) => `toDate(${time}, 'UTC')`,
  month: (time) => `toYYYYMM(${time}, 'UTC')`,
};

/** Weeks that fit into an integer of the engine as bits. */
const weeksOfMask = 64;

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
  const { range, filters } = retention;
  const period = periods[kind];
  const mondays = timeLabels(range, 'time:week').map((label) => Date.parse(label) / dayMs);
  const monday = mondays[0] ?? 0;
  const masks = Array.from(
    { length: Math.max(1, Math.ceil(mondays.length / weeksOfMask)) },
    (_, index) => index,
  );
  const weeks = masks.map(
    (mask) => `arrayMap(bit -> ${monday} + 7 * (bit + ${mask * weeksOfMask}), bitPositionsToArray(m${mask}))`,
  );
  return `SELECT weeks[1] AS cohort, arrayJoin(weeks) AS week, count() AS visitors, countIf(has_no_salt) AS unsalted,
      max(toUnixTimestamp64Milli(began)) AS latest
    FROM (
      SELECT arrayConcat(${weeks.join(', ')}) AS weeks, began,
        is_from_import OR ${period('began')} != ${period('ended')} AS has_no_salt
      FROM (${source === undefined ? ofRows() : ofVisits(source)})
      WHERE notEmpty(weeks))
    GROUP BY cohort, week ORDER BY cohort, week`;

  /** One row for each visitor. A list of weeks for each of millions takes several times as long as bits. */
  function byVisitor(from: string, week: string, isSeen: string, wasImported: string): string {
    const seen = masks.map(
      (mask) =>
        `groupBitOr(if(${isSeen} AND intDiv(${week}, ${weeksOfMask}) = ${mask}, bitShiftLeft(toUInt64(1), ${week} % ${weeksOfMask}), 0)) AS m${mask}`,
    );
    return `SELECT ${seen.join(', ')}, minIf(time, ${isSeen}) AS began, maxIf(time, ${isSeen}) AS ended,
        max(${wasImported}) AS is_from_import
      FROM ${from} GROUP BY visitor`;
  }

  /** Of the table itself, so that a cluster groups where the rows are. */
  function ofRows(): string {
    const passes = filterSql(filters, (name) => eventFields[name].column);
    const rows = `${rowsIn(range.since, range.until)} AND ${isEvent} AND ${passes}`;
    return byVisitor(`events WHERE ${rows}`, weekOf('time', 'day'), 'true', isImported);
  }

  function ofVisits(visits: VisitSource): string {
    const fields = new Set(filters.flatMap(fieldsIn));
    const columns = eventColumns(fields, visitColumnsIn(filters));
    const found = [...visits.stored(columns), ...visits.live(columns)].map((select) =>
      singleEvents({ filters, range }, fields, select, '1', (time, visitor) => [
        `${visitor} AS visitor`,
        `${weekOf(time, `toDate(${time}, 'UTC')`)} AS week`,
        `${time} AS time`,
        'true AS is_seen',
        'false AS is_imported',
      ]),
    );
    const imported = `SELECT visitor, toInt64(0) AS week, time, false AS is_seen, true AS is_imported
      FROM events WHERE ${rowsIn(range.since, range.until)} AND ${isEvent} AND ${isImported}`;
    return byVisitor(`(${[...found, imported].join('\nUNION ALL\n')})`, 'week', 'is_seen', 'is_imported');
  }

  /** SQL: which week of the range it is, from 0 on. */
  function weekOf(time: string, day: string): string {
    return `intDiv(${bucketSql('time:week', time, day, range)} - ${monday}, 7)`;
  }
}

const isImported = `arrival >= ${importedArrival}`;
