/**
 * SQL of reports that count distinct visitors: of derived days by adding up those who are new in the range, of the days
 * after them from the pageviews, without those already counted. Source: contract section 6 (Visitor).
 */
import { bucketOf, type DateRange, type Frequency } from '../../core/date-range.ts';
import { dayMs, rowsIn } from '../engine/row-spans.ts';
import { type VisitorKey, visitorKeys } from '../engine/schema/visitor-days.ts';
import { bucketKeys } from '../reports/dimensions.ts';
import { ofDerived } from './day-conditions.ts';
import type { VisitorDays } from './visitor-states.ts';

export type VisitorQuestion = {
  readonly range: DateRange;
  /** By what: nothing, the buckets of a series, or a key of the visitors. */
  readonly by: 'all' | { readonly frequency: Frequency } | { readonly key: VisitorKey };
  /** Only pageviews in this region, by its ISO 3166-2 code; nothing derived tells of them. By default all. */
  readonly region?: string | undefined;
  /** Only pageviews before this instant, in milliseconds since the Unix epoch; not before a day that is derived. */
  readonly until?: number | undefined;
};

/** SQL, over a column `day`: the first day since which a visitor of that day counts once, from 1970-01-01. */
export function startOfCount({ range, by }: VisitorQuestion): string {
  if (typeof by === 'object' && 'frequency' in by)
    return `greatest(${range.from}, ${bucketKeys[by.frequency]})`;
  return String(range.from);
}

/** Rows `key`, `n`; the numbers of equal keys have to be added up. Needs the parameters `domain` and, with one, `region`. */
export function visitorCounts(question: VisitorQuestion, { derived, readFrom }: VisitorDays): string[] {
  const { by, range, region, until } = question;
  const hasKey = typeof by === 'object' && 'key' in by;
  const isSeries = typeof by === 'object' && 'frequency' in by;
  const columnOf = (isDerived: boolean): string => {
    if (hasKey) return isDerived ? by.key : visitorKeys[by.key];
    return isSeries ? bucketKeys[by.frequency] : '0';
  };
  const legs: string[] = [];
  if (derived.length > 0) {
    const since = hasKey ? `since_${by.key}` : 'since';
    legs.push(`SELECT ${columnOf(true)} AS key, toInt64(count()) AS n FROM visitor_days
      WHERE ${ofDerived(derived)} AND ${since} > toInt32(day) - ${startOfCount(question)} GROUP BY key`);
  }
  if (readFrom === undefined) return legs;
  const rest = [
    pageviewsOn({ from: readFrom, to: range.to }, until),
    ...(region === undefined ? [] : ['region = {region:String}']),
  ].join(' AND ');
  const firstDay = isSeries ? bucketOf(readFrom, by.frequency) : range.from;
  const counted = derived.filter(({ day }) => day >= firstDay);
  legs.push(
    counted.length === 0
      ? `SELECT ${columnOf(false)} AS key, toInt64(uniqExact(visitor)) AS n FROM events WHERE ${rest} GROUP BY key`
      : // Not a join: the engine may swap its sides, and then holds all derived rows in memory.
        `SELECT key, toInt64(count()) AS n
      FROM (SELECT ${columnOf(false)} AS key, visitor FROM events WHERE ${rest} GROUP BY key, visitor)
      WHERE (visitor, key) NOT IN (
        SELECT visitor, ${columnOf(true)} FROM visitor_days
        WHERE ${ofDerived(counted)} AND visitor IN (SELECT visitor FROM events WHERE ${rest}))
      GROUP BY key`,
  );
  return legs;
}

/**
 * Rows `list`, `key`, `n`, of several keys at once; the numbers of equal keys have to be added up. Needs the parameter
 * `domain`.
 */
export function visitorLists(
  { range, until }: Pick<VisitorQuestion, 'range' | 'until'>,
  keys: readonly VisitorKey[],
  { derived, readFrom }: VisitorDays,
): string[] {
  const legs = keys.flatMap((key) =>
    visitorCounts({ range, by: { key } }, { derived, readFrom: undefined }).map(
      (leg) => `SELECT '${key}' AS list, key, n FROM (${leg})`,
    ),
  );
  if (readFrom === undefined) return legs;
  const rest = pageviewsOn({ from: readFrom, to: range.to }, until);
  const items = `arrayJoin([${keys.map((key) => `('${key}', ${key})`).join(', ')}]) AS item`;
  const combined = keys.map((key) => `${visitorKeys[key]} AS ${key}`).join(', ');
  const isNew =
    derived.length === 0
      ? ''
      : // Who was there before is looked for once for all keys.
        `WHERE (visitor, item) NOT IN (
        SELECT visitor, ${items} FROM visitor_days
        WHERE ${ofDerived(derived)} AND visitor IN (SELECT visitor FROM events WHERE ${rest}))`;
  legs.push(`SELECT item.1 AS list, item.2 AS key, toInt64(uniqExact(visitor)) AS n
    FROM (
      SELECT visitor, ${items}
      FROM (SELECT visitor, ${combined} FROM events WHERE ${rest} GROUP BY visitor, ${keys.join(', ')}))
    ${isNew}
    GROUP BY item`);
  return legs;
}

function pageviewsOn({ from, to }: DateRange, until: number = Number.POSITIVE_INFINITY): string {
  return rowsIn(from * dayMs, Math.min(until, (to + 1) * dayMs));
}
