/**
 * Plans a query over visitors and writes its one statement.
 *
 * Metrics are made of totals. Totals over events count the events of the range; totals over visits count the visits
 * that begin in it. Each kind is one SELECT over the same dimensions; the statement adds both up per row. Visits are
 * put together only when something in the query asks for them.
 */
import { instant, rowsIn } from '../engine/row-spans.ts';
import { fieldOf, filterSql, isAboutEvents, isAboutVisits } from './filter-sql.ts';
import { type Filter, testsIn, type VisitorQuery } from './query.ts';
import { orderAndPage } from './result-rows.ts';
import { bucketSql, isTimeDimension, type TimeRange } from './time-range.ts';
import { type VisitRowsSource, visitRows } from './visit-rows.ts';
import {
  type Dimension,
  type Total,
  totals,
  type VisitColumn,
  type VisitorDimension,
  visitorDimensions,
  visitorMetrics,
} from './vocabulary.ts';

/** What of a query decides which rows are read. */
export type VisitorPlan = {
  readonly eventTotals: readonly Total[];
  readonly visitTotals: readonly Total[];
  /** Whether totals over events need the visits the events belong to. */
  readonly joinsVisits: boolean;
  readonly wantsAllVisitors: boolean;
};

export function planVisitorQuery({ metrics, dimensions, filters }: VisitorQuery): VisitorPlan {
  const wanted = new Set<Total>(metrics.flatMap((metric) => visitorMetrics[metric].totals));
  const over = (kind: 'events' | 'visits'): Total[] =>
    [...wanted].filter((total) => totals[total].over === kind);
  return {
    eventTotals: over('events'),
    visitTotals: over('visits'),
    joinsVisits:
      dimensions.some((name) => visitorDimensions[name].kind === 'visit') || filters.some(isAboutVisits),
    wantsAllVisitors: metrics.includes('percentage'),
  };
}

/** The columns of one row: `d0`, `d1`, … the dimensions, `m0`, `m1`, … the metrics. Needs the parameter `domain`. */
export function visitorStatement(query: VisitorQuery, plan: VisitorPlan, source: VisitRowsSource): string {
  const metrics = query.metrics.map((name, index) => `toFloat64(${visitorMetrics[name].sql}) AS m${index}`);
  const all = plan.wantsAllVisitors ? [`(${allVisitors(query, plan, source)}) AS all_visitors`] : [];
  const dimensions = query.dimensions.map((_, index) => `d${index}`);
  return `SELECT ${[...dimensions, ...all, ...metrics].join(', ')} FROM (${grouped(query, plan, source)}) ${orderAndPage(query)}`;
}

/** How many rows there are in all. */
export function visitorRowCount(query: VisitorQuery, plan: VisitorPlan, source: VisitRowsSource): string {
  return `SELECT count() AS total_rows FROM (${grouped(query, plan, source)})`;
}

/** A row for each group, with its dimensions and totals. */
function grouped(query: VisitorQuery, plan: VisitorPlan, source: VisitRowsSource): string {
  const wanted = [...plan.eventTotals, ...plan.visitTotals];
  const dimensions = query.dimensions.map((_, index) => `d${index}`);
  const parts = [
    ...(plan.eventTotals.length > 0 ? [eventPart(query, plan, source, wanted)] : []),
    ...(plan.visitTotals.length > 0 ? [visitPart(query, plan, source, wanted)] : []),
  ];
  const sums = wanted.map((total) => `sum(part.${total}) AS ${total}`);
  return `SELECT ${[...dimensions, ...sums].join(', ')} FROM (${parts.join('\nUNION ALL\n')}) AS part
    ${dimensions.length === 0 ? '' : `GROUP BY ${dimensions.join(', ')}`}`;
}

function eventPart(
  query: VisitorQuery,
  plan: VisitorPlan,
  source: VisitRowsSource,
  wanted: readonly Total[],
): string {
  const shown = [
    ...dimensionColumns(query, 'time', ({ sql }) => sql((name) => name)),
    ...totalColumns(wanted, plan.eventTotals),
  ];
  return `SELECT ${shown.join(', ')} FROM (${events(query, plan, source)})
    WHERE ${filterSql(query.filters, (name) => name)} ${groupBy(query)}`;
}

function allVisitors(query: VisitorQuery, plan: VisitorPlan, source: VisitRowsSource): string {
  return `SELECT uniqExact(visitor) FROM (${events(query, plan, source)})
    WHERE ${filterSql(query.filters, (name) => name)}`;
}

/** The events of the range, with the columns of their visits when these are needed. */
function events(query: VisitorQuery, { joinsVisits }: VisitorPlan, source: VisitRowsSource): string {
  const { since, until } = query.range;
  if (!joinsVisits) return `SELECT time, visitor, path FROM events WHERE ${rowsIn(since, until)}`;
  const columns = visitColumns(query);
  const shown = ['event.1 AS time', 'event.2 AS visitor', 'event.3 AS path', 'visit_events', ...columns];
  return `SELECT ${shown.join(', ')} FROM (${visitRows(columns, true, source)}) ARRAY JOIN visit_events AS event
    WHERE ${isIn('event.1', query.range)}`;
}

/** A visit counts once for each combination of values that its passing events have in the event dimensions. */
function visitPart(
  query: VisitorQuery,
  plan: VisitorPlan,
  source: VisitRowsSource,
  wanted: readonly Total[],
): string {
  const eventValues = query.dimensions.flatMap((name) => {
    const dimension = visitorDimensions[name];
    return dimension.kind === 'event' ? [dimension.sql(fieldOf('event'))] : [];
  });
  const looksAtEvents = query.filters.some(isAboutEvents);
  const needsEvents = eventValues.length > 0 || looksAtEvents || query.filters.some(usesEvents);
  const visits = `SELECT * FROM (${visitRows(visitColumns(query), needsEvents, source)})
    WHERE ${isIn('started', query.range)}`;
  const passes = filterSql(query.filters, fieldOf('event'));
  const shown = totalColumns(wanted, plan.visitTotals);
  if (eventValues.length > 0) {
    const combinations = `arrayDistinct(arrayMap(event -> tuple(${eventValues.join(', ')}), arrayFilter(event -> ${passes}, visit_events)))`;
    let element = 0;
    const columns = dimensionColumns(query, 'started', () => `combination.${(element += 1)}`);
    return `SELECT ${[...columns, ...shown].join(', ')}
      FROM (SELECT *, arrayJoin(${combinations}) AS combination FROM (${visits})) ${groupBy(query)}`;
  }
  const condition = looksAtEvents ? `arrayExists(event -> ${passes}, visit_events)` : passes;
  const columns = dimensionColumns(query, 'started', ({ sql }) => sql((name) => name));
  return `SELECT ${[...columns, ...shown].join(', ')}
    FROM (${visits}) WHERE ${condition} ${groupBy(query)}`;
}

function usesEvents(filter: Filter): boolean {
  if (filter.kind === 'has_done') return true;
  if (filter.kind === 'test') return false;
  return filter.kind === 'not' ? usesEvents(filter.filter) : filter.filters.some(usesEvents);
}

/** The columns of visits that dimensions and filters read. */
function visitColumns({ dimensions, filters }: VisitorQuery): VisitColumn[] {
  const named = new Set<VisitorDimension>([
    ...dimensions,
    ...[...testsIn(filters)].map(({ dimension }) => dimension),
  ]);
  const columns = [...named].flatMap((name) => {
    const dimension = visitorDimensions[name];
    return dimension.kind === 'visit' ? dimension.columns : [];
  });
  return [...new Set(columns)];
}

/** `valueOf` writes the value of an event dimension. */
function dimensionColumns(
  query: VisitorQuery,
  time: string,
  valueOf: (dimension: Extract<Dimension, { kind: 'event' }>) => string,
): string[] {
  return query.dimensions.map((name, index) => {
    if (isTimeDimension(name)) return `${bucketSql(name, time, query.range)} AS d${index}`;
    const dimension = visitorDimensions[name];
    if (dimension.kind === 'time') throw new Error(`${name} is no dimension of time`);
    return `toString(${dimension.kind === 'visit' ? dimension.sql : valueOf(dimension)}) AS d${index}`;
  });
}

function totalColumns(wanted: readonly Total[], counted: readonly Total[]): string[] {
  return wanted.map((total) => `toInt64(${counted.includes(total) ? totals[total].sql : '0'}) AS ${total}`);
}

function groupBy({ dimensions }: VisitorQuery): string {
  return dimensions.length === 0 ? '' : `GROUP BY ${dimensions.map((_, index) => `d${index}`).join(', ')}`;
}

function isIn(column: string, { since, until }: TimeRange): string {
  return `${column} >= ${instant(since)} AND ${column} < ${instant(until)}`;
}
