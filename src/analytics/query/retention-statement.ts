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
  const parts = source === undefined ? [ofRows()] : ofVisits(source);
  const masks = Array.from(
    { length: Math.max(1, Math.ceil(mondays.length / weeksOfMask)) },
    (_, index) => index,
  );
  // A list of weeks for each of millions of visitors takes several times as long as bits.
  const seen = masks.map(
    (mask) =>
      `groupBitOr(if(is_seen AND intDiv(week, ${weeksOfMask}) = ${mask}, bitShiftLeft(toUInt64(1), week % ${weeksOfMask}), 0)) AS m${mask}`,
  );
  const weeks = masks.map(
    (mask) => `arrayMap(bit -> ${monday} + 7 * (bit + ${mask * weeksOfMask}), bitPositionsToArray(m${mask}))`,
  );
  return `SELECT weeks[1] AS cohort, arrayJoin(weeks) AS week, count() AS visitors, countIf(has_no_salt) AS unsalted,
      max(toUnixTimestamp64Milli(began)) AS latest
    FROM (
      SELECT ${weeks.length === 1 ? weeks[0] : `arrayConcat(${weeks.join(', ')})`} AS weeks, began,
        is_from_import OR ${period('began')} != ${period('ended')} AS has_no_salt
      FROM (
        SELECT ${seen.join(', ')}, minIf(time, is_seen) AS began, maxIf(time, is_seen) AS ended, max(is_imported) AS is_from_import
        FROM (${parts.join('\nUNION ALL\n')})
        GROUP BY visitor)
      WHERE notEmpty(weeks))
    GROUP BY cohort, week ORDER BY cohort, week`;

  function ofRows(): string {
    const passes = filterSql(filters, (name) => eventFields[name].column);
    return `SELECT visitor, ${weekOf('time', 'day')} AS week, time, true AS is_seen, ${isImported} AS is_imported
      FROM events WHERE ${rowsIn(range.since, range.until)} AND ${isEvent} AND ${passes}`;
  }

  function ofVisits(visits: VisitSource): string[] {
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
    return [...found, imported];
  }

  /** SQL: which week of the range it is, from 0 on. */
  function weekOf(time: string, day: string): string {
    return `intDiv(${bucketSql('time:week', time, day, range)} - ${monday}, 7)`;
  }
}

const isImported = `arrival >= ${importedArrival}`;
