/** Writes a visitor query's single statement, which counts each total in parts and adds them up. */
import type { ReportName } from '../../core/report-scripts.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { isEvent } from '../engine/schema/events.ts';
import type { Person } from '../visits/persons.ts';
import { pageviewName } from '../visits/visit-rule.ts';
import type { VisitSource } from '../visits/visit-source.ts';
import { eventFields } from './event-fields.ts';
import { filterSql } from './filter-sql.ts';
import type { VisitorQuery } from './query.ts';
import { dimensionColumns, totalColumns, typeOf } from './query-columns.ts';
import { reportPart } from './report-part.ts';
import { dimensionKeys, groupBy, orderAndPage, sumColumn } from './result-rows.ts';
import { isTimeDimension } from './time-range.ts';
import { overlapParts, presenceParts, startParts } from './visit-parts.ts';
import { type TotalName, totals, visitorMetrics, wholes } from './visitor-metrics.ts';
import type { VisitorPlan, Whole } from './visitor-plan.ts';

/** The visits that a plan needs. */
export type VisitSources = {
  readonly start: VisitSource | undefined;
  readonly overlap: VisitSource | undefined;
  /** Whose hash changed in the time of the reports of a name; undefined: there are no such reports. */
  readonly reporters: ReadonlyMap<ReportName, readonly Person[] | undefined>;
  /** What counts visitors by days, for each way that a plan has them counted. */
  readonly dayVisitors: ReadonlyMap<string, readonly string[]>;
  /** Those that may cross an end of the range or of a bucket. */
  readonly crossing: Readonly<Record<'events' | 'starts', VisitSource | undefined>>;
};

/** The columns of one row: `d0`, `d1`, … the dimensions, `m0`, `m1`, … the metrics. Needs the parameter `domain`. */
export function visitorStatement(query: VisitorQuery, plan: VisitorPlan, sources: VisitSources): string {
  const metrics = query.metrics.map((name, index) => {
    const { sql, isMoney } = visitorMetrics[name];
    return `${isMoney ? sql : `toFloat64(${sql})`} AS m${index}`;
  });
  const currencies = query.metrics.some((name) => visitorMetrics[name].isMoney) ? ['currencies'] : [];
  const shares = plan.wholes
    .filter(({ rows }) => rows.length === 0)
    .map((whole) => `(${wholeSelect(whole, sources)}) AS ${whole.name}`);
  const joins = plan.wholes
    .filter(({ rows }) => rows.length > 0)
    .map((whole) => {
      const same = whole.rows.map((row, index) => `counted.d${row} = ${keyOf(whole, index)}`);
      return `LEFT JOIN (${wholeSelect(whole, sources)}) AS of_${whole.name} ON ${same.join(' AND ')}`;
    });
  const dimensions = dimensionKeys(query);
  const columns = [...dimensions, ...shares, ...metrics, ...currencies].join(', ');
  return `SELECT ${columns}${sumColumn(query)}
    FROM (${visitorGroups(query, plan, sources)}) AS counted ${joins.join(' ')} ${orderAndPage(query)}`;
}

/** What a share refers to, under its name, and the dimensions of its rows. */
function wholeSelect(whole: Whole, sources: VisitSources): string {
  const keys = whole.rows.map((_, index) => `d${index} AS ${keyOf(whole, index)}`);
  return `SELECT ${[`${wholes[whole.name].total} AS ${whole.name}`, ...keys].join(', ')}
    FROM (${visitorGroups(whole.query, whole.plan, sources)})`;
}

function keyOf({ name }: Whole, index: number): string {
  return `${name}_${index}`;
}

/** One row per non-empty group, with its dimensions and totals. */
export function visitorGroups(query: VisitorQuery, plan: VisitorPlan, sources: VisitSources): string {
  const reported = plan.reportTotals.flatMap(({ counted }) => counted);
  const wanted = [...plan.rowTotals, ...plan.overlapTotals, ...plan.startTotals, ...reported];
  const parts = [
    ...rowParts(query, plan, wanted),
    ...overlapParts(query, plan, sources.overlap, wanted),
    ...dayVisitorParts(query, plan, sources, wanted),
    ...startParts(query, plan, sources.start, wanted),
    ...plan.reportTotals.flatMap((part) =>
      reportPart(query, part, sources.overlap, sources.reporters.get(part.name), wanted),
    ),
    ...presenceParts(query, plan, sources.crossing, wanted),
  ];
  // Where nothing is stored and nothing is read.
  if (parts.length === 0) {
    const keys = query.dimensions.map(
      (name, index) => `${isTimeDimension(name) ? 'toInt64(0)' : "''"} AS d${index}`,
    );
    const shown = [...keys, ...totalColumns(wanted, [], 'rows')];
    parts.push(`SELECT ${shown.join(', ')} WHERE 0`);
  }
  const sums = wanted.map((total) => `${typeOf(total).sum}(part.${total}) AS ${total}`);
  const counts = wanted.filter((total) => totals[total].type === undefined);
  return `SELECT ${[...dimensionKeys(query), ...sums].join(', ')} FROM (${parts.join('\nUNION ALL\n')}) AS part
    ${groupBy(query)} ${query.include.countedOnly === true && query.dimensions.length > 0 ? `HAVING ${counts.join(' + ')} > 0` : ''}`;
}

function dayVisitorParts(
  query: VisitorQuery,
  { dayVisitors }: VisitorPlan,
  sources: VisitSources,
  wanted: readonly TotalName[],
): string[] {
  if (dayVisitors === undefined) return [];
  const none = totalColumns(wanted, [], 'visits');
  const columns = wanted.map((total, index) => (total === 'visitors' ? 'n AS visitors' : none[index]));
  const shown = [...dimensionKeys(query).map((key) => `toInt64(key) AS ${key}`), ...columns];
  const selects = sources.dayVisitors.get(JSON.stringify(dayVisitors)) ?? [];
  return selects.map((select) => `SELECT ${shown.join(', ')} FROM (${select})`);
}

/** Pageviews apart from all events: a condition on the name is what projections know, an aggregate over it is not. */
function rowParts(
  query: VisitorQuery,
  { rowTotals, presence }: VisitorPlan,
  wanted: readonly TotalName[],
): string[] {
  const part = (counted: readonly TotalName[], conditions: readonly string[]): string => {
    const shown = [
      ...dimensionColumns(query, { time: 'time', day: 'day' }, (name) => eventFields[name].column),
      ...totalColumns(wanted, counted, query.over === 'account' ? 'rowsOfMany' : 'rows'),
    ];
    const passes = filterSql(query.filters, (name) => eventFields[name].column);
    const where = [rowsIn(query.range.since, query.range.until), ...conditions, passes].join(' AND ');
    return `SELECT ${shown.join(', ')} FROM events WHERE ${where} ${groupBy(query)}`;
  };
  const all = rowTotals.filter((total) => totals[total].over === 'events');
  const pageviews = rowTotals.filter((total) => totals[total].over === 'pageviews');
  return [
    ...(all.length === 0 ? [] : [part(all, [isEvent])]),
    ...(pageviews.length === 0 ? [] : [part(pageviews, [`name = '${pageviewName}'`])]),
    ...(presence.rows === undefined
      ? []
      : [part([], presence.rows === 'custom' ? [`name != '${pageviewName}'`, isEvent] : [isEvent])]),
  ];
}
