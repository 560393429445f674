/** The parts of a statement that count visits, or events in their visits' lists. */
import { instant } from '../engine/row-spans.ts';
import { pageviewName, type VisitColumn } from '../visits/visit-rule.ts';
import type { SelectedColumn, VisitSource } from '../visits/visit-source.ts';
import { type EventField, eventFields, fieldOf, overEvents } from './event-fields.ts';
import { filterSql, somePasses } from './filter-sql.ts';
import type { Filter, VisitorQuery } from './query.ts';
import {
  dimensionColumns,
  dimensionsOf,
  fieldsOf,
  fieldsOfTotal,
  listsOf,
  noField,
  totalColumns,
  visitColumns,
} from './query-columns.ts';
import { dimensionKeys, groupBy } from './result-rows.ts';
import { bucketSql, isTimeDimension, type TimeRange } from './time-range.ts';
import { type TotalName, visitorOf } from './visitor-metrics.ts';
import type { VisitorPlan } from './visitor-plan.ts';
import type { Dimension, TimeDimension } from './vocabulary.ts';

/**
 * Counts events through their visits. A stored visit that lies within the range and within one bucket is added as a whole;
 * for all others, events are counted individually.
 */
export function overlapParts(
  query: VisitorQuery,
  plan: VisitorPlan,
  source: VisitSource | undefined,
  wanted: readonly TotalName[],
): string[] {
  if (plan.overlapTotals.length === 0 || plan.dayVisitors !== undefined || source === undefined) return [];
  const own = visitColumns(query);
  const whole = `(${wholeVisit(query)})`;
  const needsList =
    plan.looksAtEvents ||
    query.filters.some(usesList) ||
    plan.overlapTotals.some((total) => fieldsOfTotal(total).length > 0);
  const fields = new Set([...fieldsOf(query), ...plan.overlapTotals.flatMap(fieldsOfTotal)]);
  const single = (select: string, condition: string): string =>
    eventsOfQuery(query, fields, select, condition);
  const lists = eventColumns(fields, own);
  const stored = needsList
    ? source.stored(lists).map((select) => single(select, '1'))
    : [
        ...source.stored([...new Set<SelectedColumn>([...own, ...wholeColumns])]).map((select) => {
          const shown = [
            ...dimensionColumns(query, { time: 'started', day: "toDate(started, 'UTC')" }),
            `${visitorOf(query.over, 'visitor')} AS visitor`,
            'toUInt64(events) AS events',
            'toUInt64(pageviews) AS pageviews',
          ];
          return `SELECT ${shown.join(', ')} FROM (${select}) WHERE ${whole} AND ${filterSql(query.filters, noField)}`;
        }),
        ...source
          .stored([...new Set<SelectedColumn>([...lists, ...wholeColumns])])
          .map((select) => single(select, `NOT ${whole}`)),
      ];
  const rows = [...stored, ...source.live(lists).map((select) => single(select, '1'))];
  if (rows.length === 0) return [];
  const shown = [...dimensionKeys(query), ...totalColumns(wanted, plan.overlapTotals, 'visits')];
  return [`SELECT ${shown.join(', ')} FROM (${rows.join('\nUNION ALL\n')}) AS v ${groupBy(query)}`];
}

/** What {@link singleEvents} reads to know the fields of each event, and `more`. */
export function eventColumns(
  fields: ReadonlySet<EventField>,
  more: readonly SelectedColumn[],
): SelectedColumn[] {
  const lists = ['started', 'visitor', 'event_offsets', 'event_names', 'event_visitors'] as const;
  return [...new Set<SelectedColumn>([...lists, ...listsOf(fields), ...more])];
}

const wholeColumns: readonly VisitColumn[] = [
  'started',
  'ended',
  'visitor',
  'events',
  'pageviews',
  'event_visitors',
];

/** SQL over a visit: whether all its events have one visitor hash and lie in the range and in one bucket. */
function wholeVisit(query: VisitorQuery): string {
  return `empty(event_visitors) AND ${isInOneBucket(query)}`;
}

/** SQL over a visit: whether all its events lie in the range and in one bucket. */
function isInOneBucket({ dimensions, range }: VisitorQuery): string {
  const bucket = (time: TimeDimension, at: string): string =>
    bucketSql(time, at, `toDate(${at}, 'UTC')`, range);
  const same = dimensions
    .filter(isTimeDimension)
    .map((time) => `${bucket(time, 'started')} = ${bucket(time, 'ended')}`);
  return [isIn('started', range), isIn('ended', range), ...same].join(' AND ');
}

/** Rows without any total, for the combinations that only an event or only the start of a visit has. */
export function presenceParts(
  query: VisitorQuery,
  plan: VisitorPlan,
  sources: Readonly<Record<'events' | 'starts', VisitSource | undefined>>,
  wanted: readonly TotalName[],
): string[] {
  const crosses = `NOT (${isInOneBucket(query)})`;
  const fields = fieldsOf(query);
  const columns = eventColumns(fields, [...visitColumns(query), 'ended']);
  const shown = [...dimensionKeys(query), ...totalColumns(wanted, [], 'visits')];
  const events = [...(sources.events?.stored(columns) ?? []), ...(sources.events?.live(columns) ?? [])].map(
    (select) =>
      `SELECT ${shown.join(', ')} FROM (${eventsOfQuery(query, fields, select, crosses)}) AS v ${groupBy(query)}`,
  );
  return [...events, ...startParts(query, { ...plan, startTotals: [] }, sources.starts, wanted, crosses)];
}

/**
 * The passing events of visits, each with its dimensions, `visitor`, 1 for each of `events` and `pageviews` it is, and the
 * fields it is asked for, as `one_…`.
 */
function eventsOfQuery(
  query: VisitorQuery,
  fields: ReadonlySet<EventField>,
  select: string,
  condition: string,
): string {
  const field = fieldOf('one');
  return singleEvents(query, fields, select, condition, (time, visitor) => [
    ...dimensionColumns(query, { time, day: `toDate(${time}, 'UTC')` }, field),
    `${visitorOf(query.over, visitor)} AS visitor`,
    'toUInt64(1) AS events',
    `toUInt64(one_name = '${pageviewName}') AS pageviews`,
    ...[...fields].filter((name) => name === 'amount' || name === 'currency').map(field),
  ]);
}

/** The passing events of visits in a range, each with what `shown` says, which gets SQL of the event's time and of its visitor. */
export function singleEvents(
  { filters, range }: Pick<VisitorQuery, 'filters' | 'range'>,
  fields: ReadonlySet<EventField>,
  select: string,
  condition: string,
  shown: (time: string, visitor: string) => readonly string[],
): string {
  const field = fieldOf('one');
  const joined = [
    'event_offsets AS event_offset',
    'arrayEnumerate(event_offsets) AS event_index',
    ...[...new Set<EventField>(['name', ...fields])].map(
      (name) => `${eventFields[name].list} AS ${field(name)}`,
    ),
  ];
  const time = 'addMilliseconds(started, event_offset)';
  const visitor = 'if(empty(event_visitors), visitor, event_visitors[event_index])';
  // Few visits have an event that passes: the others need not be taken apart.
  return `SELECT ${shown(time, visitor).join(', ')}
    FROM (SELECT * FROM (${select}) WHERE ${condition} AND ${somePasses(filters)}) AS v ARRAY JOIN ${joined.join(', ')}
    WHERE ${isIn(time, range)} AND ${filterSql(filters, field)}`;
}

/**
 * A visit counts once per combination of event dimension values among its matching events. `condition` is SQL over the
 * columns `started` and `ended` of the visits that count.
 */
export function startParts(
  query: VisitorQuery,
  plan: VisitorPlan,
  source: VisitSource | undefined,
  wanted: readonly TotalName[],
  condition?: string,
): string[] {
  if (source === undefined) return [];
  const ofEvents = dimensionsOf(query).filter((dimension) => dimension.kind === 'event');
  const needsList = plan.looksAtEvents || query.filters.some(usesList);
  const columns = [
    ...new Set<SelectedColumn>([
      ...(query.dimensions.some(isTimeDimension) ? (['day', 'started'] as const) : []),
      'pageviews',
      ...(condition === undefined ? [] : (['started', 'ended'] as const)),
      ...(plan.startTotals.includes('duration_ms') ? (['duration_ms'] as const) : []),
      ...visitColumns(query),
      ...(needsList ? listsOf(fieldsOf(query)) : []),
    ]),
  ];
  const shown = totalColumns(wanted, plan.startTotals, 'visits');
  // Projections of stored visits know their `day`.
  const time = { time: 'v.started', day: 'v.day' };
  const selects = [...source.stored(columns), ...source.live(columns)].map((select) =>
    condition === undefined
      ? select
      : `SELECT * FROM (${select}) WHERE ${isIn('started', query.range)} AND ${condition}`,
  );
  return selects.map((select) => {
    if (ofEvents.length === 0)
      return `SELECT ${[...dimensionColumns(query, time), ...shown].join(', ')}
        FROM (${select}) AS v WHERE ${somePasses(query.filters)} ${groupBy(query)}`;
    const values = `if(${filterSql(query.filters, fieldOf('one'))}, ${valuesOf(ofEvents)}, [])`;
    const combinations = `arrayDistinct(arrayFlatten(${overEvents('arrayMap', 'one', fieldsOf(query), values)}))`;
    let element = 0;
    const columnsOfEach = dimensionColumns(query, time, undefined, () => `combination.${(element += 1)}`);
    return `SELECT ${[...columnsOfEach, ...shown].join(', ')}
      FROM (SELECT *, arrayJoin(${combinations}) AS combination FROM (${select})) AS v ${groupBy(query)}`;
  });
}

/** SQL: the tuples of values that the event at hand has in event dimensions. */
function valuesOf(dimensions: readonly (Dimension & { readonly kind: 'event' })[]): string {
  const values = dimensions.map(({ sql, isList }, index) => (isList ? `value${index}` : sql(fieldOf('one'))));
  return dimensions.reduce(
    (tuples, { sql, isList }, index) =>
      isList ? `arrayMap(value${index} -> ${tuples}, ${sql(fieldOf('one'))})` : tuples,
    `[tuple(${values.join(', ')})]`,
  );
}

/** Whether a filter reads all of the visit's events. */
function usesList(filter: Filter): boolean {
  if (filter.kind === 'has_done') return true;
  if (filter.kind === 'test' || filter.kind === 'goals') return false;
  return filter.kind === 'not' ? usesList(filter.filter) : filter.filters.some(usesList);
}

function isIn(column: string, { since, until }: TimeRange): string {
  return `${column} >= ${instant(since)} AND ${column} < ${instant(until)}`;
}
