/**
 * The one definition of a visit, as SQL over events: one visitor's pageviews with gaps of at most 30 minutes, plus the
 * custom events of that time. Derivation stores this SQL's result, and queries about days that aren't derived run
 * the same SQL. Source: docs/reference/web-analytics.md ("A visit").
 */
import { minuteMs } from '../../core/time.ts';
import { numberList } from '../engine/number-list.ts';
import type { Person } from './persons.ts';

/** A longer gap between two pageviews starts a new visit. */
export const gapMs: number = 30 * minuteMs;

/** A name that no custom event can have. */
export const pageviewName = 'pageview';

/** The columns of a visit, as in the table `visits`. */
export const visitColumnNames = [
  'visitor',
  'day',
  'started',
  'ended',
  'duration_ms',
  'pageviews',
  'events',
  'entry_path',
  'exit_path',
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'browser',
  'operating_system',
  'screen',
  'country',
  'region',
  'region_name',
  'city',
  'event_offsets',
  'event_names',
  'event_paths',
  'event_props',
  'event_amounts',
  'event_currencies',
  'event_visitors',
] as const;
export type VisitColumn = (typeof visitColumnNames)[number];

type ColumnSql = {
  /** The columns of events that `sql` reads, beside those that make the visit. */
  readonly reads: readonly string[];
  /** Aggregates the events of one visit, of which `starts` marks the first; `position` counts the person's events. */
  readonly sql: string;
};

/** `place` numbers what nothing else tells apart, or each window would sort such events in an order of its own. */
const inOrder = 'time, arrival, tie, place';
const lists = (column: string): ColumnSql => ({ reads: [column], sql: `groupArray(e.${column})` });

const ofFirst = (column: string): ColumnSql => ({ reads: [column], sql: `anyIf(e.${column}, e.starts)` });

/** A custom event outside any visit is a row of its own without pageviews: it counts as an event, never as a visit. */
const columns: Readonly<Record<VisitColumn, ColumnSql>> = {
  /** Of the first event. */
  visitor: ofFirst('visitor'),
  /** UTC day on which it starts. */
  day: { reads: [], sql: "toDate(min(e.time), 'UTC')" },
  started: { reads: [], sql: 'min(e.time)' },
  /** The last event, custom ones included. */
  ended: { reads: [], sql: 'max(e.time)' },
  /** From the first to the last pageview. */
  duration_ms: {
    reads: [],
    sql: `toUInt64(greatest(0, maxIf(e.ms, e.name = '${pageviewName}') - min(e.ms)))`,
  },
  pageviews: { reads: [], sql: `toUInt32(countIf(e.name = '${pageviewName}'))` },
  events: { reads: [], sql: 'toUInt32(count())' },
  entry_path: ofFirst('path'),
  exit_path: {
    reads: ['path'],
    sql: `argMax(e.path, if(e.name = '${pageviewName}', e.position, 0))`,
  },
  source: ofFirst('source'),
  utm_source: ofFirst('utm_source'),
  utm_medium: ofFirst('utm_medium'),
  utm_campaign: ofFirst('utm_campaign'),
  utm_term: ofFirst('utm_term'),
  utm_content: ofFirst('utm_content'),
  browser: ofFirst('browser'),
  operating_system: ofFirst('operating_system'),
  screen: ofFirst('screen'),
  country: ofFirst('country'),
  region: ofFirst('region'),
  region_name: ofFirst('region_name'),
  city: ofFirst('city'),
  /** Of each event, in the same order in all lists: milliseconds since `started`. */
  event_offsets: { reads: [], sql: 'arrayMap(at -> toUInt64(at - min(e.ms)), groupArray(e.ms))' },
  event_names: lists('name'),
  event_paths: lists('path'),
  event_props: lists('props'),
  event_amounts: lists('revenue_amount'),
  event_currencies: lists('revenue_currency'),
  /** Empty when all events have the same hash. */
  event_visitors: {
    reads: ['visitor'],
    sql: 'if(min(e.visitor) = max(e.visitor), emptyArrayUInt64(), groupArray(e.visitor))',
  },
};

/** SQL: the person an event belongs to, across salt changes. */
export function personOf(persons: readonly Person[]): string {
  if (persons.length === 0) return 'visitor';
  const [visitors, firsts] = [persons.map(({ visitor }) => visitor), persons.map(({ first }) => first)];
  return `transform(visitor, ${numberList('UInt64', visitors)}, ${numberList('UInt64', firsts)}, visitor)`;
}

/**
 * SQL for the visits in the events that `where` selects, with the given columns. `where` has to select all of a visitor's
 * events in a span of time; visits that extend beyond the span are cut at its ends.
 */
export function visitsOfEvents(
  wanted: readonly VisitColumn[],
  where: string,
  persons: readonly Person[],
): string {
  const definitions = wanted.map((column): readonly [VisitColumn, ColumnSql] => [column, columns[column]]);
  const read = new Set(['name', 'time', 'arrival', 'tie', ...definitions.flatMap(([, { reads }]) => reads)]);
  const soFar = `PARTITION BY person ORDER BY ${inOrder} ROWS BETWEEN UNBOUNDED PRECEDING AND`;
  // `at` is above every gap, so that a visitor's first event, which has nothing before it, starts a visit.
  return `SELECT ${definitions.map(([column, { sql }]) => `${sql} AS ${column}`).join(', ')}
    FROM (SELECT *, sum(starts) OVER (${soFar} CURRENT ROW) AS visit, count() OVER (${soFar} CURRENT ROW) AS position
      FROM (SELECT *, ms + ${gapMs + 1} AS at,
          at - max(if(name = '${pageviewName}', at, 0)) OVER (${soFar} 1 PRECEDING) > ${gapMs} AS starts
        FROM (SELECT ${[...read].map((column) => `e.${column} AS ${column}`).join(', ')}, toUnixTimestamp64Milli(e.time) AS ms, rowNumberInAllBlocks() AS place, ${personOf(persons)} AS person
          FROM events AS e WHERE ${where}))) AS e
    GROUP BY e.person, e.visit`;
}
