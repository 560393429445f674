/**
 * SQL that counts the distinct visitors of pageviews. For derived days it adds up the visitors new in the range; for the others
 * it reads the pageviews and leaves out visitors that a derived day counts. Source: docs/reference/visitors.md.
 */
import type { DateRange, Frequency } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { isEvent } from '../engine/schema/events.ts';
import { type VisitorKey, visitorKeys } from '../engine/schema/visitor-days.ts';
import type { Derivation } from './derivations.ts';
import type { CountedVisitors, ReadSpan } from './derived-visitors.ts';
import { pageviewName } from './visit-rule.ts';

/** What visitors are counted by: nothing, the buckets of a series, or some of their keys, each on its own. */
export type VisitorGroups =
  | 'all'
  | { readonly frequency: Frequency }
  | { readonly keys: readonly VisitorKey[] };

/** SQL: the first day of the bucket of a `day`, from 1970-01-01. */
const bucketKeys: Readonly<Record<Frequency, string>> = {
  day: 'toInt32(day)',
  week: 'toInt32(day) - (toInt32(day) + 3) % 7',
  month: 'toInt32(toStartOfMonth(day))',
};

/** SQL, over a column `day`: the first day since which a visitor of that day counts once, from 1970-01-01. */
export function startOfCount({ from }: Pick<DateRange, 'from'>, by: VisitorGroups): string {
  return typeof by === 'object' && 'frequency' in by
    ? `greatest(${from}, ${bucketKeys[by.frequency]})`
    : String(from);
}

/**
 * Rows `list`, `key`, `n`; the numbers of equal lists and keys have to be added up. `list` is the key's name. With `region`
 * only pageviews there count, by its ISO 3166-2 code. Needs the parameters `domain` and, with one, `region`.
 */
export function visitorCounts(by: VisitorGroups, counted: CountedVisitors, region?: string): string[] {
  const { from, derived, read } = counted;
  const isRead = (): string =>
    [
      isIn(read),
      `name = '${pageviewName}'`,
      ...(region === undefined ? [] : ['region = {region:String}']),
    ].join(' AND ');
  const counts: string[] = [];
  if (typeof by === 'object' && 'keys' in by) {
    if (derived.length > 0)
      counts.push(
        ...by.keys.map(
          (key) => `SELECT '${key}' AS list, ${key} AS key, toInt64(count()) AS n FROM visitor_days
          WHERE ${rowsOf(derived)} AND since_${key} > toInt32(day) - ${from} GROUP BY key`,
        ),
      );
    if (read.length > 0) counts.push(newByKeys(by.keys, isRead(), counted));
    return counts;
  }
  const key = by === 'all' ? '0' : bucketKeys[by.frequency];
  if (derived.length > 0)
    counts.push(`SELECT '' AS list, ${key} AS key, toInt64(count()) AS n FROM visitor_days
      WHERE ${rowsOf(derived)} AND since > toInt32(day) - ${startOfCount(counted, by)} GROUP BY key`);
  if (read.length === 0) return counts;
  counts.push(
    derived.length === 0
      ? `SELECT '' AS list, ${key} AS key, toInt64(uniqExact(visitor)) AS n FROM events WHERE ${isRead()} GROUP BY key`
      : // Not a join: the engine may swap its sides, and then holds all derived rows in memory.
        `SELECT '' AS list, key, toInt64(count()) AS n
      FROM (SELECT ${key} AS key, visitor FROM events WHERE ${isRead()} GROUP BY key, visitor)
      WHERE (visitor, key) NOT IN (
        SELECT visitor, ${key} FROM visitor_days
        WHERE ${rowsOf(derived)} AND since > toInt32(day) - ${startOfCount(counted, by)}
          AND visitor IN (SELECT visitor FROM events WHERE ${isRead()}))
      GROUP BY key`,
  );
  return counts;
}

/**
 * The same for the visitors of custom events who have no pageview in the range, or in the bucket. With those of pageviews
 * they are all visitors.
 */
export function customOnlyCounts(range: DateRange, by: Exclude<VisitorGroups, { keys: unknown }>): string {
  const days = rowsIn(range.from * dayMs, (range.to + 1) * dayMs);
  const key = by === 'all' ? '0' : bucketKeys[by.frequency];
  const isCustom = `${days} AND name != '${pageviewName}' AND ${isEvent}`;
  return `SELECT '' AS list, ${key} AS key, toInt64(uniqExact(visitor)) AS n FROM events
    WHERE ${isCustom} AND (visitor, ${key}) NOT IN (
      SELECT visitor, ${key} FROM events
      WHERE ${days} AND name = '${pageviewName}' AND visitor IN (SELECT visitor FROM events WHERE ${isCustom}))
    GROUP BY key`;
}

/** Looks up counted visitors once for all keys. */
function newByKeys(keys: readonly VisitorKey[], where: string, { from, derived }: CountedVisitors): string {
  const items = `arrayJoin([${keys.map((key) => `('${key}', ${key})`).join(', ')}]) AS item`;
  const counted = `arrayJoin(arrayFilter(one -> one.3 > toInt32(day) - ${from},
          [${keys.map((key) => `('${key}', ${key}, toInt32(since_${key}))`).join(', ')}])) AS one`;
  const columns = keys.map((key) => `${visitorKeys[key]} AS ${key}`);
  const isNew =
    derived.length === 0
      ? ''
      : `WHERE (visitor, item) NOT IN (
        SELECT visitor, (one.1, one.2) FROM (SELECT visitor, ${counted} FROM visitor_days
          WHERE ${rowsOf(derived)} AND visitor IN (SELECT visitor FROM events WHERE ${where})))`;
  return `SELECT item.1 AS list, item.2 AS key, toInt64(uniqExact(visitor)) AS n
    FROM (
      SELECT visitor, ${items}
      FROM (SELECT visitor, ${columns.join(', ')} FROM events WHERE ${where} GROUP BY visitor, ${keys.join(', ')}))
    ${isNew}
    GROUP BY item`;
}

/** The rows of spans in time order; there must be at least one. */
function isIn(spans: readonly ReadSpan[]): string {
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) throw new Error('nothing is read');
  const all = rowsIn(first.since, last.until);
  return spans.length === 1
    ? all
    : `${all} AND (${spans.map(({ since, until }) => `(${rowsIn(since, until)})`).join(' OR ')})`;
}

/** The derived rows of these days; there must be at least one day. */
function rowsOf(days: readonly Derivation[]): string {
  const numbers = days.map(({ day }) => day);
  const span = rowsIn(Math.min(...numbers) * dayMs, (Math.max(...numbers) + 1) * dayMs);
  return `${span} AND derivation IN (${days.map(({ derivation }) => derivation).join(', ')})`;
}
