/**
 * The one definition of a visit, as SQL over events: one visitor's pageviews with gaps of at most 30 minutes, plus the
 * custom events of that time. Derivation stores this SQL's result, and queries about days that aren't derived run
 * the same SQL. Source: docs/reference/web-analytics.md ("A visit").
 */
import { minuteMs } from '../../core/time.ts';
import { numberList } from '../engine/number-list.ts';
import { isEvent } from '../engine/schema/events.ts';
import type { Person } from './persons.ts';

/** A longer gap between two pageviews starts a new visit. */
export const gapMs: number = 30 * minuteMs;

/** A name that no custom event can have. */
export const pageviewName = 'pageview';

/** What orders a person's events. */
const orderColumns = ['time', 'arrival', 'tie'];

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
  'referrer',
] as const;
/** Those, and the domain where visits are of several. */
export type VisitColumn = (typeof visitColumnNames)[number] | 'domain';

type ColumnSql = {
  /** The columns of events that `sql` reads, beside those that make the visit. */
  readonly reads: readonly string[];
  /** Over the lists of one visit's events, in order: `$path` is the list of their paths. */
  readonly sql: string;
};

const lists = (column: string): ColumnSql => ({ reads: [column], sql: `$${column}` });
const ofFirst = (column: string): ColumnSql => ({ reads: [column], sql: `$${column}[1]` });
const ms = (time: string): string => `toUnixTimestamp64Milli(${time})`;
const isPageview = (name: string): string => `${name} = '${pageviewName}'`;

/** A custom event outside any visit is a row of its own without pageviews: it counts as an event, never as a visit. */
const columns: Readonly<Record<VisitColumn, ColumnSql>> = {
  /** What the events are grouped by then. */
  domain: { reads: [], sql: 'domain' },
  /** Of the first event. */
  visitor: ofFirst('visitor'),
  /** UTC day on which it starts. */
  day: { reads: [], sql: "toDate($time[1], 'UTC')" },
  started: { reads: [], sql: '$time[1]' },
  /** The last event, custom ones included. */
  ended: { reads: [], sql: '$time[-1]' },
  /** From the first to the last pageview. */
  duration_ms: {
    reads: [],
    sql: `toUInt64(greatest(0, ${ms(`arrayLast((t, n) -> ${isPageview('n')}, $time, $name)`)} - ${ms('$time[1]')}))`,
  },
  pageviews: { reads: [], sql: `toUInt32(countEqual($name, '${pageviewName}'))` },
  events: { reads: [], sql: 'toUInt32(length($time))' },
  entry_path: ofFirst('path'),
  exit_path: {
    reads: ['path'],
    sql: `if(${isPageview('$name[1]')}, arrayLast((p, n) -> ${isPageview('n')}, $path, $name), $path[1])`,
  },
  source: ofFirst('source'),
  referrer: ofFirst('referrer'),
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
  event_offsets: { reads: [], sql: `arrayMap(t -> toUInt64(${ms('t')} - ${ms('$time[1]')}), $time)` },
  event_names: lists('name'),
  event_paths: lists('path'),
  event_props: lists('props'),
  event_amounts: lists('revenue_amount'),
  event_currencies: lists('revenue_currency'),
  /** Empty when all events have the same hash. */
  event_visitors: {
    reads: ['visitor'],
    sql: 'if(arrayUniq($visitor) = 1, emptyArrayUInt64(), $visitor)',
  },
};

/** SQL: the person an event belongs to, across salt changes. */
export function personOf(persons: readonly Person[], column = 'visitor'): string {
  if (persons.length === 0) return column;
  const [visitors, firsts] = [persons.map(({ visitor }) => visitor), persons.map(({ first }) => first)];
  return `transform(${column}, ${numberList('UInt64', visitors)}, ${numberList('UInt64', firsts)}, ${column})`;
}

/** Visitors, by equal ranges of their hashes: of so many, these; `until` isn't included. */
export type VisitorRanges = { readonly from: number; readonly until: number; readonly of: number };

/** SQL: whether an event or a visit is of one of these visitors. The primary key of events finds ranges of hashes. */
export function visitorsIn({ from, until, of }: VisitorRanges, persons: readonly Person[]): string {
  const bound = (n: number): bigint => (BigInt(n) << 64n) / BigInt(of);
  return `${personOf(persons)} BETWEEN ${bound(from)} AND ${bound(until) - 1n}`;
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
  const read = [...new Set([...orderColumns, 'name', ...definitions.flatMap(([, { reads }]) => reads)])];
  const listOf = (column: string, of: string): string => `${of}.${read.indexOf(column) + 1}`;
  const inLists = (sql: string): string =>
    sql.replaceAll(/\$(\w+)/g, (_, column: string) => listOf(column, 'visit'));
  const order = orderColumns.map((column) => listOf(column, 'event')).join(', ');
  // `at` is above every gap, so that a visitor's first event, which has nothing before it, starts a visit.
  const hasDomain = wanted.includes('domain');
  return `SELECT ${definitions.map(([column, { sql }]) => `${inLists(sql)} AS ${column}`).join(', ')}
    FROM (SELECT ${hasDomain ? 'domain, ' : ''}arrayJoin(arraySplit((event, start) -> start, list, starts)) AS visit
      FROM (SELECT ${hasDomain ? 'e.domain AS domain, ' : ''}arraySort(event -> (${order}), groupArray((${read.map((column) => `e.${column}`).join(', ')}))) AS list,
          arrayMap(time -> ${ms('time')} + ${gapMs + 1}, ${listOf('time', 'list')}) AS at,
          arrayFill(time -> time > 0, arrayMap((time, name) -> if(${isPageview('name')}, time, 0), at, ${listOf('name', 'list')})) AS seen,
          arrayMap((time, before) -> time - before > ${gapMs}, at, arrayShiftRight(seen, 1)) AS starts
        FROM events AS e WHERE ${isEvent} AND ${where} GROUP BY ${hasDomain ? 'e.domain, ' : ''}${personOf(persons, 'e.visitor')}))`;
}
