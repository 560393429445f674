/**
 * SQL of reports that count distinct visitors: of derived days by adding up those who are new in the range, of the days
 * after them from the pageviews, without those already counted. Source: contract section 6 (Visitor).
 */
import { bucketOf, type DateRange, type Frequency, formatDay } from '../../core/date-range.ts';
import { type VisitorKey, visitorKeys } from '../engine/schema/visitor-days.ts';
import { bucketKeys } from '../reports/dimensions.ts';
import { ofDerived } from './day-conditions.ts';
import type { VisitorDays } from './visitor-states.ts';

export type VisitorQuestion = {
  readonly range: DateRange;
  /** By what: nothing, the buckets of a series, or a key of the visitors. */
  readonly by: 'all' | { readonly frequency: Frequency } | { readonly key: VisitorKey };
};

/** SQL, over a column `day`: the first day since which a visitor of that day counts once, from 1970-01-01. */
export function startOfCount({ range, by }: VisitorQuestion): string {
  if (typeof by === 'object' && 'frequency' in by)
    return `greatest(${range.from}, ${bucketKeys[by.frequency]})`;
  return String(range.from);
}

/** Rows `key`, `n`; the numbers of equal keys have to be added up. Needs the parameter `domain`. */
export function visitorCounts(question: VisitorQuestion, { derived, readFrom }: VisitorDays): string[] {
  const { by, range } = question;
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
  const rest = `domain = {domain:UUID} AND day BETWEEN '${formatDay(readFrom)}' AND '${formatDay(range.to)}'`;
  const firstDay = isSeries ? bucketOf(readFrom, by.frequency) : range.from;
  const counted = derived.filter(({ day }) => day >= firstDay);
  const visitors = `SELECT ${columnOf(false)} AS key, visitor FROM pageviews WHERE ${rest} GROUP BY key, visitor`;
  legs.push(
    counted.length === 0
      ? `SELECT key, toInt64(count()) AS n FROM (${visitors}) GROUP BY key`
      : // Goes through the derived rows once, past those of the other days, and answers who was not met.
        `SELECT r.key AS key, toInt64(count()) AS n
      FROM (SELECT ${columnOf(true)} AS key, visitor FROM visitor_days WHERE ${ofDerived(counted)}) AS l
      RIGHT ANTI JOIN (${visitors}) AS r ON l.visitor = r.visitor AND l.key = r.key
      GROUP BY key`,
  );
  return legs;
}
