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
import { fieldOf, filterSql, isAboutEvents, isAboutVisits, visitEvents } from './filter-sql.ts';
import { type Filter, testsIn, type VisitorQuery } from './query.ts';
import { orderAndPage, sumColumn } from './result-rows.ts';
import { bucketSql, isTimeDimension, type TimeRange } from './time-range.ts';
import {
  type EventField,
  eventFields,
  type FieldSql,
  type Total,
  totals,
  type VisitorDimension,
  visitorDimensions,
  visitorMetrics,
} from './vocabulary.ts';

export type VisitorPlan = {
  /** Counted in rows of `events`. */
  readonly rowTotals: readonly Total[];
  /** Totals over events that are counted in visits that overlap the range. */
  readonly overlapTotals: readonly Total[];
  /** Counted over the visits that start in the range. */
  readonly startTotals: readonly Total[];
  /** Whether single events of the visits matter, beside how many there are. */
  readonly looksAtEvents: boolean;
  readonly wantsAllVisitors: boolean;
};

/** The visits that a plan needs. */
export type VisitSources = {
  readonly start: VisitSource | undefined;
  readonly overlap: VisitSource | undefined;
};

export function planVisitorQuery({ metrics, dimensions, filters }: VisitorQuery): VisitorPlan {
  const wanted = [...new Set<Total>(metrics.flatMap((metric) => visitorMetrics[metric].totals))];
  const ofEvents = wanted.filter((total) => totals[total].over !== 'visits');
  const has = (kind: 'visit' | 'event'): boolean =>
    dimensions.some((name) => visitorDimensions[name].kind === kind);
  const looksAtVisits = has('visit') || filters.some(isAboutVisits);
  const looksAtEvents = has('event') || filters.some(isAboutEvents);
  // There are fewer visits than events; pageviews have a projection.
  const inVisits = (total: Total): boolean => looksAtVisits || (total === 'visitors' && !looksAtEvents);
  return {
    rowTotals: ofEvents.filter((total) => !inVisits(total)),
    overlapTotals: ofEvents.filter(inVisits),
    startTotals: wanted.filter((total) => totals[total].over === 'visits'),
    looksAtEvents,
    wantsAllVisitors: metrics.includes('percentage'),
  };
}

/** The columns of one row: `d0`, `d1`, … the dimensions, `m0`, `m1`, … the metrics. Needs the parameter `domain`. */
export function visitorStatement(query: VisitorQuery, plan: VisitorPlan, sources: VisitSources): string {
  const metrics = query.metrics.map((name, index) => `toFloat64(${visitorMetrics[name].sql}) AS m${index}`);
  const all = plan.wantsAllVisitors ? [`(${allVisitors(query, plan, sources)}) AS all_visitors`] : [];
  const dimensions = query.dimensions.map((_, index) => `d${index}`);
  return `SELECT ${[...dimensions, ...all, ...metrics].join(', ')}${sumColumn(query)} FROM (${grouped(query, plan, sources)}) ${orderAndPage(query)}`;
}

/** How many rows there are in all. */
export function visitorRowCount(query: VisitorQuery, plan: VisitorPlan, sources: VisitSources): string {
  return `SELECT count() AS total_rows FROM (${grouped(query, plan, sources)})`;
}

function allVisitors(query: VisitorQuery, plan: VisitorPlan, sources: VisitSources): string {
  const one: VisitorQuery = { ...query, dimensions: [] };
  const total: readonly Total[] = ['visitors'];
  const alone: VisitorPlan = {
    ...plan,
    rowTotals: plan.rowTotals.includes('visitors') ? total : [],
    overlapTotals: plan.overlapTotals.includes('visitors') ? total : [],
    startTotals: [],
  };
  return `SELECT visitors FROM (${grouped(one, alone, sources)})`;
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
  const sums = wanted.map((total) => `sum(part.${total}) AS ${total}`);
  const dimensions = query.dimensions.map((_, index) => `d${index}`);
  return `SELECT ${[...dimensions, ...sums].join(', ')} FROM (${parts.join('\nUNION ALL\n')}) AS part
    ${dimensions.length === 0 ? '' : `GROUP BY ${dimensions.join(', ')} HAVING ${wanted.join(' + ')} > 0`}`;
}

/** Pageviews apart from all events: a condition on the name is what projections know, an aggregate over it is not. */
function rowParts(query: VisitorQuery, { rowTotals }: VisitorPlan, wanted: readonly Total[]): string[] {
  const part = (counted: readonly Total[], conditions: readonly string[]): string => {
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
  wanted: readonly Total[],
): string[] {
  if (plan.overlapTotals.length === 0 || source === undefined) return [];
  const own = visitColumns(query);
  const whole = `(${wholeVisit(query)})`;
  const single = (select: string, condition: string): string => singleEvents(query, select, condition);
  const needsList = plan.looksAtEvents || query.filters.some(usesList);
  const listColumns: VisitColumn[] = [
    'started',
    'visitor',
    'event_offsets',
    'event_names',
    'event_visitors',
    ...listsOf(fieldsOf(query)),
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

/** The passing events of visits, each with its dimensions, `visitor`, and 1 for each of `events` and `pageviews` it is. */
function singleEvents(query: VisitorQuery, select: string, condition: string): string {
  const fields = fieldsOf(query);
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
  wanted: readonly Total[],
): string[] {
  if (plan.startTotals.length === 0 || source === undefined) return [];
  const eventValues = query.dimensions.flatMap((name) => {
    const dimension = visitorDimensions[name];
    return dimension.kind === 'event' ? [dimension.sql(fieldOf('event'))] : [];
  });
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
    if (eventValues.length === 0) {
      const condition = plan.looksAtEvents ? `arrayExists(event -> ${passes}, visit_events)` : passes;
      return `SELECT ${[...dimensionColumns(query, time), ...shown].join(', ')}
        FROM (${visits}) AS v WHERE ${condition} ${groupBy(query)}`;
    }
    const combinations = `arrayDistinct(arrayMap(event -> tuple(${eventValues.join(', ')}), arrayFilter(event -> ${passes}, visit_events)))`;
    let element = 0;
    const columnsOfEach = dimensionColumns(query, time, undefined, () => `combination.${(element += 1)}`);
    return `SELECT ${[...columnsOfEach, ...shown].join(', ')}
      FROM (SELECT *, arrayJoin(${combinations}) AS combination FROM (${visits})) AS v ${groupBy(query)}`;
  });
}

/** Whether a filter looks at all events of the visit. */
function usesList(filter: Filter): boolean {
  if (filter.kind === 'has_done') return true;
  if (filter.kind === 'test') return false;
  return filter.kind === 'not' ? usesList(filter.filter) : filter.filters.some(usesList);
}

function dimensionsIn({ dimensions, filters }: VisitorQuery): Set<VisitorDimension> {
  return new Set([...dimensions, ...[...testsIn(filters)].map(({ dimension }) => dimension)]);
}

/** The columns of visits that dimensions and filters read. */
function visitColumns(query: VisitorQuery): VisitColumn[] {
  return [...dimensionsIn(query)].flatMap((name) => {
    const dimension = visitorDimensions[name];
    return dimension.kind === 'visit' ? dimension.columns : [];
  });
}

/** The fields of events that dimensions and filters read. */
function fieldsOf(query: VisitorQuery): Set<EventField> {
  return new Set(
    [...dimensionsIn(query)].flatMap((name) => {
      const dimension = visitorDimensions[name];
      return dimension.kind === 'event' ? dimension.fields : [];
    }),
  );
}

function listsOf(fields: ReadonlySet<EventField>): VisitColumn[] {
  return ['event_offsets', ...[...fields].map((name) => eventFields[name].list)];
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
    const dimension = visitorDimensions[name];
    if (dimension.kind === 'time') throw new Error(`${name} is no dimension of time`);
    const sql = dimension.kind === 'visit' ? dimension.sql : (valueOf?.() ?? dimension.sql(field));
    return `toString(${sql}) AS d${index}`;
  });
}

function totalColumns(
  wanted: readonly Total[],
  counted: readonly Total[],
  over: 'rows' | 'visits',
): string[] {
  return wanted.map((total) => {
    const definition = totals[total];
    const sql = 'sql' in definition ? definition.sql : definition[over];
    return `toInt64(${counted.includes(total) ? sql : '0'}) AS ${total}`;
  });
}

function groupBy({ dimensions }: VisitorQuery): string {
  return dimensions.length === 0 ? '' : `GROUP BY ${dimensions.map((_, index) => `d${index}`).join(', ')}`;
}

function isIn(column: string, { since, until }: TimeRange): string {
  return `${column} >= ${instant(since)} AND ${column} < ${instant(until)}`;
}
