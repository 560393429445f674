/**
 * Writes a funnel's statements.
 *
 * Each event becomes a bit set of the steps it can complete. Steps are matched greedily: the first event that can be the first
 * step, then the first event after it that can be the second, and so on. No other match completes more steps in order.
 */
import { instant } from '../engine/row-spans.ts';
import type { SelectedColumn, VisitSource } from '../visits/visit-source.ts';
import { type EventField, fieldOf, overEvents } from './event-fields.ts';
import { fieldsIn, somePasses } from './filter-sql.ts';
import type { Funnel } from './funnel.ts';
import { completes } from './goals.ts';
import { listsOf, visitColumnsIn } from './query-columns.ts';
import { hasLabels } from './result-rows.ts';
import { dimensionOf, type VisitorDimension } from './vocabulary.ts';

/** The most rows of a breakdown. */
export const maxBreakdownRows = 100;

export type Breakdown = {
  readonly dimension: VisitorDimension;
  /** The values whose rows come first. */
  readonly first: readonly string[];
};

/** One row: `s0`, `s1`, … the visitors who reached each step. Needs the parameter `domain`. */
export function funnelStatement(funnel: Funnel, source: VisitSource): string {
  const counts = countsOf(funnel);
  const walks = walksOf(funnel, source);
  return walks === undefined
    ? `SELECT ${funnel.steps.map((_, index) => `0 AS s${index}`).join(', ')}`
    : `SELECT ${counts} FROM (${walks})`;
}

/**
 * As {@link funnelStatement}, a row for each value that the dimension has at the first step, `d0`; most visitors first, ties by value.
 * Undefined: there are no rows.
 */
export function breakdownStatement(
  funnel: Funnel,
  source: VisitSource,
  { dimension, first }: Breakdown,
): string | undefined {
  const walks = walksOf(funnel, source, valueOf(dimension));
  if (walks === undefined) return undefined;
  const ahead =
    first.length === 0
      ? ''
      : `${hasLabels(
          ['d0'],
          first.map((label) => [label]),
        )} DESC, `;
  return `SELECT d0, ${countsOf(funnel)} FROM (${walks}) WHERE reached > 0
    GROUP BY d0 ORDER BY ${ahead}s0 DESC, d0 LIMIT ${maxBreakdownRows}`;
}

function countsOf({ steps }: Funnel): string {
  return steps.map((_, index) => `countIf(reached > ${index}) AS s${index}`).join(', ');
}

/** The value of a dimension at the first step, in SQL. */
type Value = {
  readonly columns: readonly SelectedColumn[];
  readonly fields: readonly EventField[];
  /** Over a visit: a list for all its events, under a name; empty where the visit has one value. */
  readonly list: string;
  /** Over a visit with its masks. */
  readonly ofVisit: string;
  /** What of the visit is taken apart with its events. */
  readonly joined: string;
  /** Over one event that is taken apart. */
  readonly ofEvent: string;
};

function valueOf(name: VisitorDimension): Value {
  const dimension = dimensionOf(name, []);
  if (dimension.kind === 'time' || dimension.kind === 'domain')
    throw new Error(`${name} has no value at a step`);
  if (dimension.kind === 'visit') {
    const sql = `toString(${dimension.sql})`;
    return { columns: dimension.columns, fields: [], list: '', ofVisit: sql, joined: '', ofEvent: sql };
  }
  const { fields, sql } = dimension;
  return {
    columns: [],
    fields,
    list: `, ${overEvents('arrayMap', 'one', fields, `toString(${sql(fieldOf('one'))})`)} AS step_values`,
    ofVisit: 'arrayFirst((step_value, mask) -> bitTest(mask, 0), step_values, masks)',
    joined: ', step_values AS step_value',
    ofEvent: 'step_value',
  };
}

/** A row for each visitor, or with a value for each visitor and value: `reached` steps, and `d0`. Undefined: there are none. */
function walksOf(funnel: Funnel, source: VisitSource, value?: Value): string | undefined {
  const { steps, scope, filters } = funnel;
  const fields = new Set<EventField>([
    'name',
    'path',
    ...filters.flatMap(fieldsIn),
    ...(value?.fields ?? []),
  ]);
  const columns = [
    ...new Set<SelectedColumn>([
      'visitor',
      'started',
      'pageviews',
      'event_visitors',
      'event_offsets',
      ...listsOf(fields),
      ...visitColumnsIn(filters),
      ...(value?.columns ?? []),
    ]),
  ];
  const selects = [...source.stored(columns), ...source.live(columns)];
  if (selects.length === 0) return undefined;
  const [first] = steps;
  // Most visits have none that can be the first step, and get nowhere. In a range another visit of the visitor may have it.
  const begins =
    scope === 'visit' && first
      ? overEvents('arrayExists', 'one', ['name', 'path'], completes(first.target, fieldOf('one')))
      : '1';
  const bits = steps.map(({ target }, index) => `${completes(target, fieldOf('one'))} * ${2 ** index}`);
  const masks = overEvents('arrayMap', 'one', ['name', 'path'], `toUInt16(${bits.join(' + ')})`);
  const visits = selects
    .map(
      (select) =>
        `SELECT *, ${masks} AS masks${value?.list ?? ''} FROM (${select}) WHERE ${begins} AND ${somePasses(filters)}`,
    )
    .join('\nUNION ALL\n');
  return scope === 'visit' ? withinVisits(visits, value) : withinRange(visits, funnel, value);
}

function withinVisits(visits: string, value?: Value): string {
  const of = value ? `${value.ofVisit} AS d0, ` : '';
  return `SELECT ${of}visitor, max(${reachedIn('masks')}) AS reached
    FROM (${visits}) WHERE pageviews > 0 GROUP BY visitor${value ? ', d0' : ''}`;
}

/**
 * Events in the same millisecond keep the visit's order. Events outside any visit come before those of a visit, ordered by
 * step, and then by their value.
 */
function withinRange(visits: string, { range }: Funnel, value?: Value): string {
  const time = 'addMilliseconds(started, event_offset)';
  const of = value ? 'arrayFirst(event -> bitTest(event.4, 0), events).5 AS d0, ' : '';
  return `SELECT ${of}who, arraySort(groupArray(event)) AS events, ${reachedIn('arrayMap(event -> event.4, events)')} AS reached
    FROM (
      SELECT if(empty(event_visitors), visitor, event_visitors[event_index]) AS who,
        (${time}, pageviews > 0, event_index, mask${value ? `, if(bitTest(mask, 0), ${value.ofEvent}, '')` : ''}) AS event
      FROM (${visits}) ARRAY JOIN masks AS mask, event_offsets AS event_offset, arrayEnumerate(masks) AS event_index${value?.joined ?? ''}
      WHERE mask > 0 AND ${time} >= ${instant(range.since)} AND ${time} < ${instant(range.until)})
    GROUP BY who`;
}

/** SQL: how many steps were completed in order. */
function reachedIn(masks: string): string {
  return `arrayFold((reached, mask) -> toUInt8(reached + bitTest(mask, reached)), ${masks}, toUInt8(0))`;
}
