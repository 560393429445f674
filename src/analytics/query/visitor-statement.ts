/**
 * Plans a query over visitors and writes its one statement.
 *
 * Metrics are made of totals. Totals over events count the events of the range; totals over visits count the visits that
 * start in it. Each is counted in parts, which are SELECTs over the same dimensions, and the statement adds the parts up.
 * Events are counted in the table `events` unless something about their visits is asked; then in the lists of the visits.
 */
import { instant, rowsIn } from '../engine/row-spans.ts';
import { pageviewName, type VisitColumn } from '../visits/visit-rule.ts';
import type { VisitSource } from '../visits/visit-source.ts';
import { type EventField, eventFields, type FieldSql } from './event-fields.ts';
import {
  fieldOf,
  fieldsIn,
  filterSql,
  isAboutConversions,
  isAboutEvents,
  isAboutVisits,
  visitEvents,
} from './filter-sql.ts';
import type { Filter, VisitorQuery } from './query.ts';
import { orderAndPage, sumColumn } from './result-rows.ts';
import { bucketSql, isTimeDimension, type TimeRange } from './time-range.ts';
import { listsOf, visitColumnsIn } from './visit-columns.ts';
import { type TotalName, totals, visitorMetrics, type WholeName, wholes } from './visitor-metrics.ts';
import { type Dimension, dimensionOf } from './vocabulary.ts';

export type VisitorPlan = {
  /** Counted in rows of `events`. */
  readonly rowTotals: readonly TotalName[];
  /** Totals over events that are counted in visits that overlap the range. */
  readonly overlapTotals: readonly TotalName[];
  /** Counted over the visits that start in the range. */
  readonly startTotals: readonly TotalName[];
  /** Whether single events of the visits matter, beside how many there are. */
  readonly looksAtEvents: boolean;
  /** Plans of the queries that shares are of. */
  readonly wholes: readonly Whole[];
};

type Whole = { readonly name: WholeName; readonly query: VisitorQuery; readonly plan: VisitorPlan };

/** The visits that a plan needs. */
export type VisitSources = {
  readonly start: VisitSource | undefined;
  readonly overlap: VisitSource | undefined;
};

export function planVisitorQuery(query: VisitorQuery): VisitorPlan {
  const { metrics, filters } = query;
  const wanted = [...new Set<TotalName>(metrics.flatMap((metric) => visitorMetrics[metric].totals))];
  const ofEvents = wanted.filter((total) => totals[total].over !== 'visits');
  const has = (kind: 'visit' | 'event'): boolean =>
    dimensionsOf(query).some((dimension) => dimension.kind === kind);
  const looksAtVisits = has('visit') || filters.some(isAboutVisits);
  const looksAtEvents = has('event') || filters.some(isAboutEvents);
  // There are fewer visits than events; pageviews have a projection.
  const inVisits = (total: TotalName): boolean => looksAtVisits || (total === 'visitors' && !looksAtEvents);
  const names = new Set(metrics.flatMap((metric) => visitorMetrics[metric].whole ?? []));
  return {
    rowTotals: ofEvents.filter((total) => !inVisits(total)),
    overlapTotals: ofEvents.filter(inVisits),
    startTotals: wanted.filter((total) => totals[total].over === 'visits'),
    looksAtEvents,
    wholes: [...names].map((name) => planWhole(name, query)),
  };
}

function planWhole(name: WholeName, query: VisitorQuery): Whole {
  const filters = wholes[name].keepsGoals
    ? query.filters
    : query.filters.filter((filter) => !isAboutConversions(filter));
  const whole: VisitorQuery = { ...query, metrics: ['visitors'], dimensions: [], filters };
  return { name, query: whole, plan: planVisitorQuery(whole) };
}

/** Which visits a plan counts. */
export function neededVisits(plan: VisitorPlan): { readonly start: boolean; readonly overlap: boolean } {
  return {
    start: plan.startTotals.length > 0,
    overlap: [plan, ...plan.wholes.map((whole) => whole.plan)].some((one) => one.overlapTotals.length > 0),
  };
}

/** The columns of one row: `d0`, `d1`, … the dimensions, `m0`, `m1`, … the metrics. Needs the parameter `domain`. */
export function visitorStatement(query: VisitorQuery, plan: VisitorPlan, sources: VisitSources): string {
  const metrics = query.metrics.map((name, index) => {
    const { sql, isMoney } = visitorMetrics[name];
    return `${isMoney ? sql : `toFloat64(${sql})`} AS m${index}`;
  });
  const currencies = query.metrics.some((name) => visitorMetrics[name].isMoney) ? ['currencies'] : [];
  const shares = plan.wholes.map(
    (whole) => `(SELECT visitors FROM (${grouped(whole.query, whole.plan, sources)})) AS ${whole.name}`,
  );
  const dimensions = query.dimensions.map((_, index) => `d${index}`);
  const columns = [...dimensions, ...shares, ...metrics, ...currencies].join(', ');
  return `SELECT ${columns}${sumColumn(query)} FROM (${grouped(query, plan, sources)}) ${orderAndPage(query)}`;
}

/** How many rows there are in all. */
export function visitorRowCount(query: VisitorQuery, plan: VisitorPlan, sources: VisitSources): string {
  return `SELECT count() AS total_rows FROM (${grouped(query, plan, sources)})`;
}

/** A row for each group in which something was counted, with its dimensions and totals. */
function grouped(query: VisitorQuery, plan: VisitorPlan, sources: VisitSources): string {
  const wanted = [...plan.rowTotals, ...plan.overlapTotals, ...plan.startTotals];
  const parts = [
    ...rowParts(query, plan, wanted),
    ...overlapParts(query, plan, sources.overlap, wanted),
    ...startParts(query, plan, sources.start, wanted),
  ];
  // Where nothing is stored and nothing is read.
  if (parts.length === 0) {
    const shown = [
      ...query.dimensions.map((_, index) => `'' AS d${index}`),
      ...totalColumns(wanted, [], 'rows'),
    ];
    parts.push(`SELECT ${shown.join(', ')} WHERE 0`);
  }
  const sums = wanted.map((total) => `${typeOf(total).sum}(part.${total}) AS ${total}`);
  const counts = wanted.filter((total) => typeOf(total) === types.integer);
  const dimensions = query.dimensions.map((_, index) => `d${index}`);
  return `SELECT ${[...dimensions, ...sums].join(', ')} FROM (${parts.join('\nUNION ALL\n')}) AS part
    ${dimensions.length === 0 ? '' : `GROUP BY ${dimensions.join(', ')} HAVING ${counts.join(' + ')} > 0`}`;
}

/** Pageviews apart from all events: a condition on the name is what projections know, an aggregate over it is not. */
function rowParts(query: VisitorQuery, { rowTotals }: VisitorPlan, wanted: readonly TotalName[]): string[] {
  const part = (counted: readonly TotalName[], conditions: readonly string[]): string => {
    const shown = [
      ...dimensionColumns(query, { time: 'time', day: 'day' }, (name) => eventFields[name].column),
      ...totalColumns(wanted, counted, 'rows'),
    ];
    const passes = filterSql(query.filters, (name) => eventFields[name].column);
    const where = [rowsIn(query.range.since, query.range.until), ...conditions, passes].join(' AND ');
    return `SELECT ${shown.join(', ')} FROM events WHERE ${where} ${groupBy(query)}`;
  };
  const all = rowTotals.filter((total) => totals[total].over === 'events');
  const pageviews = rowTotals.filter((total) => totals[total].over === 'pageviews');
  return [
    ...(all.length === 0 ? [] : [part(all, [])]),
    ...(pageviews.length === 0 ? [] : [part(pageviews, [`name = '${pageviewName}'`])]),
  ];
}

/**
 * Events counted in their visits. A stored visit that lies in the range and in one bucket is added up as it is; of others
 * the events are taken one by one.
 */
function overlapParts(
  query: VisitorQuery,
  plan: VisitorPlan,
  source: VisitSource | undefined,
  wanted: readonly TotalName[],
): string[] {
  if (plan.overlapTotals.length === 0 || source === undefined) return [];
  const own = visitColumns(query);
  const whole = `(${wholeVisit(query)})`;
  const needsList =
    plan.looksAtEvents ||
    query.filters.some(usesList) ||
    plan.overlapTotals.some((total) => fieldsOfTotal(total).length > 0);
  const fields = new Set([...fieldsOf(query), ...plan.overlapTotals.flatMap(fieldsOfTotal)]);
  const single = (select: string, condition: string): string =>
    singleEvents(query, fields, select, condition);
  const listColumns: VisitColumn[] = [
    'started',
    'visitor',
    'event_offsets',
    'event_names',
    'event_visitors',
    ...listsOf(fields),
    ...own,
  ];
  const lists = [...new Set(listColumns)];
  const stored = needsList
    ? source.stored(lists).map((select) => single(select, '1'))
    : [
        ...source.stored([...new Set<VisitColumn>([...own, ...wholeColumns])]).map((select) => {
          const shown = [
            ...dimensionColumns(query, { time: 'started', day: "toDate(started, 'UTC')" }),
            'visitor',
            'toUInt64(events) AS events',
            'toUInt64(pageviews) AS pageviews',
          ];
          return `SELECT ${shown.join(', ')} FROM (${select}) WHERE ${whole} AND ${filterSql(query.filters, noField)}`;
        }),
        ...source
          .stored([...new Set<VisitColumn>([...lists, ...wholeColumns])])
          .map((select) => single(select, `NOT ${whole}`)),
      ];
  const rows = [...stored, ...source.live(lists).map((select) => single(select, '1'))];
  if (rows.length === 0) return [];
  const dimensions = query.dimensions.map((_, index) => `d${index}`);
  const shown = [...dimensions, ...totalColumns(wanted, plan.overlapTotals, 'visits')];
  return [`SELECT ${shown.join(', ')} FROM (${rows.join('\nUNION ALL\n')}) AS v ${groupBy(query)}`];
}

const wholeColumns: readonly VisitColumn[] = [
  'started',
  'ended',
  'visitor',
  'events',
  'pageviews',
  'event_visitors',
];

/** SQL over a visit: whether all its events are of one visitor, in the range, and in one bucket. */
function wholeVisit({ dimensions, range }: VisitorQuery): string {
  const time = dimensions.find(isTimeDimension);
  const bucket = (at: string): string =>
    time === undefined ? '0' : bucketSql(time, at, `toDate(${at}, 'UTC')`, range);
  return `empty(event_visitors) AND ${isIn('started', range)} AND ${isIn('ended', range)} AND ${bucket('started')} = ${bucket('ended')}`;
}

const joinedField: FieldSql = (name) => `event_${name}`;

/**
 * The passing events of visits, each with its dimensions, `visitor`, 1 for each of `events` and `pageviews` it is, and the
 * fields it is asked for, as `event_…`.
 */
function singleEvents(
  query: VisitorQuery,
  fields: ReadonlySet<EventField>,
  select: string,
  condition: string,
): string {
  const joined = [
    'event_offsets AS event_offset',
    'event_names AS event_name',
    'arrayEnumerate(event_offsets) AS event_index',
    ...[...fields]
      .filter((name) => name !== 'name')
      .map((name) => `${eventFields[name].list} AS event_${name}`),
  ];
  const time = 'addMilliseconds(started, event_offset)';
  const shown = [
    ...dimensionColumns(query, { time, day: `toDate(${time}, 'UTC')` }, joinedField),
    'if(empty(event_visitors), visitor, event_visitors[event_index]) AS visitor',
    'toUInt64(1) AS events',
    `toUInt64(event_name = '${pageviewName}') AS pageviews`,
    ...[...fields].filter((name) => name === 'amount' || name === 'currency').map(joinedField),
  ];
  const events = query.filters.some(usesList) ? `, ${visitEvents(fields)} AS visit_events` : '';
  return `SELECT ${shown.join(', ')}
    FROM (SELECT *${events} FROM (${select}) WHERE ${condition}) AS v ARRAY JOIN ${joined.join(', ')}
    WHERE ${isIn(time, query.range)} AND ${filterSql(query.filters, joinedField)}`;
}

/** A visit counts once for each combination of values that its passing events have in the event dimensions. */
function startParts(
  query: VisitorQuery,
  plan: VisitorPlan,
  source: VisitSource | undefined,
  wanted: readonly TotalName[],
): string[] {
  if (plan.startTotals.length === 0 || source === undefined) return [];
  const ofEvents = dimensionsOf(query).filter((dimension) => dimension.kind === 'event');
  const needsList = plan.looksAtEvents || query.filters.some(usesList);
  const columns = [
    ...new Set<VisitColumn>([
      ...(query.dimensions.some(isTimeDimension) ? (['day', 'started'] as const) : []),
      'pageviews',
      ...(plan.startTotals.includes('duration_ms') ? (['duration_ms'] as const) : []),
      ...visitColumns(query),
      ...(needsList ? listsOf(fieldsOf(query)) : []),
    ]),
  ];
  const passes = filterSql(query.filters, fieldOf('event'));
  const shown = totalColumns(wanted, plan.startTotals, 'visits');
  // Projections of stored visits know their `day`.
  const time = { time: 'v.started', day: 'v.day' };
  return [...source.stored(columns), ...source.live(columns)].map((select) => {
    const visits = needsList
      ? `SELECT *, ${visitEvents(fieldsOf(query))} AS visit_events FROM (${select})`
      : select;
    if (ofEvents.length === 0) {
      const condition = plan.looksAtEvents ? `arrayExists(event -> ${passes}, visit_events)` : passes;
      return `SELECT ${[...dimensionColumns(query, time), ...shown].join(', ')}
        FROM (${visits}) AS v WHERE ${condition} ${groupBy(query)}`;
    }
    const combinations = `arrayDistinct(arrayFlatten(arrayMap(event -> ${valuesOf(ofEvents)}, arrayFilter(event -> ${passes}, visit_events))))`;
    let element = 0;
    const columnsOfEach = dimensionColumns(query, time, undefined, () => `combination.${(element += 1)}`);
    return `SELECT ${[...columnsOfEach, ...shown].join(', ')}
      FROM (SELECT *, arrayJoin(${combinations}) AS combination FROM (${visits})) AS v ${groupBy(query)}`;
  });
}

/** SQL: the tuples of values that the `event` at hand has in event dimensions. */
function valuesOf(dimensions: readonly (Dimension & { readonly kind: 'event' })[]): string {
  const values = dimensions.map(({ sql, isList }, index) =>
    isList ? `value${index}` : sql(fieldOf('event')),
  );
  return dimensions.reduce(
    (tuples, { sql, isList }, index) =>
      isList ? `arrayMap(value${index} -> ${tuples}, ${sql(fieldOf('event'))})` : tuples,
    `[tuple(${values.join(', ')})]`,
  );
}

/** Whether a filter looks at all events of the visit. */
function usesList(filter: Filter): boolean {
  if (filter.kind === 'has_done') return true;
  if (filter.kind === 'test' || filter.kind === 'goals') return false;
  return filter.kind === 'not' ? usesList(filter.filter) : filter.filters.some(usesList);
}

function dimensionsOf({ dimensions, goals }: VisitorQuery): Dimension[] {
  return dimensions.map((name) => dimensionOf(name, goals));
}

/** The columns of visits that dimensions and filters read. */
function visitColumns(query: VisitorQuery): VisitColumn[] {
  const read = dimensionsOf(query).flatMap((dimension) =>
    dimension.kind === 'visit' ? dimension.columns : [],
  );
  return [...new Set([...read, ...visitColumnsIn(query.filters)])];
}

/** The fields of events that dimensions and filters read. */
function fieldsOf(query: VisitorQuery): Set<EventField> {
  const read = dimensionsOf(query).flatMap((dimension) =>
    dimension.kind === 'event' ? dimension.fields : [],
  );
  return new Set([...read, ...query.filters.flatMap(fieldsIn)]);
}

function fieldsOfTotal(name: TotalName): readonly EventField[] {
  const total = totals[name];
  return total.over === 'visits' ? [] : (total.fields ?? []);
}

const noField: FieldSql = (name) => {
  throw new Error(`no event is at hand to read its ${name}`);
};

/** `valueOf` replaces the SQL of event dimensions. */
function dimensionColumns(
  query: VisitorQuery,
  { time, day }: { readonly time: string; readonly day: string },
  field: FieldSql = noField,
  valueOf?: () => string,
): string[] {
  return query.dimensions.map((name, index) => {
    if (isTimeDimension(name)) return `${bucketSql(name, time, day, query.range)} AS d${index}`;
    const dimension = dimensionOf(name, query.goals);
    if (dimension.kind === 'time') throw new Error(`${name} is no dimension of time`);
    return `toString(${valueSql(dimension, field, valueOf)}) AS d${index}`;
  });
}

function valueSql(
  dimension: Exclude<Dimension, { kind: 'time' }>,
  field: FieldSql,
  valueOf: (() => string) | undefined,
): string {
  if (dimension.kind === 'visit') return dimension.sql;
  if (valueOf !== undefined) return valueOf();
  return dimension.isList ? `arrayJoin(${dimension.sql(field)})` : dimension.sql(field);
}

type TotalType = { readonly of: (sql: string) => string; readonly none: string; readonly sum: string };
const types = {
  integer: { of: (sql) => `toInt64(${sql})`, none: '0', sum: 'sum' },
  decimal: { of: (sql) => `toDecimal128(${sql}, 3)`, none: '0', sum: 'sum' },
  texts: { of: (sql) => sql, none: 'emptyArrayString()', sum: 'groupUniqArrayArray' },
} satisfies Record<string, TotalType>;

function typeOf(total: TotalName): TotalType {
  return types[totals[total].type ?? 'integer'];
}

/** A column for each total: those `counted` by the SQL of `over`, the others nothing. */
function totalColumns(
  wanted: readonly TotalName[],
  counted: readonly TotalName[],
  over: 'rows' | 'visits',
): string[] {
  return wanted.map((name) => {
    const total = totals[name];
    const { of, none } = typeOf(name);
    const sql = over === 'rows' && total.over !== 'visits' ? total.rows : total.visits;
    return `${of(counted.includes(name) ? sql : none)} AS ${name}`;
  });
}

function groupBy({ dimensions }: VisitorQuery): string {
  return dimensions.length === 0 ? '' : `GROUP BY ${dimensions.map((_, index) => `d${index}`).join(', ')}`;
}

function isIn(column: string, { since, until }: TimeRange): string {
  return `${column} >= ${instant(since)} AND ${column} < ${instant(until)}`;
}
