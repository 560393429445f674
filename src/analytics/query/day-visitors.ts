/**
 * Distinct visitors of whole UTC days, as reports count them: those of pageviews add up from derived days, however many
 * there are. Source: docs/reference/visitors.md.
 */
import { type DateRange, dayOf } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { isEvent } from '../engine/schema/events.ts';
import { countedVisitors } from '../visits/derived-visitors.ts';
import { pageviewName } from '../visits/visit-rule.ts';
import { customOnlyCounts, startOfCount, visitorCounts } from '../visits/visitor-counts.ts';
import type { VisitorQuery } from './query.ts';

/** What they are counted by: nothing, or the buckets of the query's one dimension. */
export type DayBuckets = 'all' | { readonly frequency: 'day' | 'week' | 'month' };

const frequencies: Readonly<Record<string, Exclude<DayBuckets, 'all'>>> = {
  'time:day': { frequency: 'day' },
  'time:week': { frequency: 'week' },
  'time:month': { frequency: 'month' },
};

/** Undefined for a query that asks for anything else. */
export function dayBucketsOf({ dimensions, filters, range }: VisitorQuery): DayBuckets | undefined {
  const areDays = range.zone === 'UTC' && range.since % dayMs === 0 && range.until % dayMs === 0;
  const [dimension, second] = dimensions;
  if (!areDays || filters.length > 0 || second !== undefined) return undefined;
  return dimension === undefined ? 'all' : frequencies[dimension];
}

/** SELECTs of rows `key`, `n`; the numbers of equal keys have to be added up. */
export async function dayVisitors(
  store: ReportStore,
  domain: string,
  { range }: VisitorQuery,
  by: DayBuckets,
): Promise<string[]> {
  const days: DateRange = { from: dayOf(range.since), to: dayOf(range.until - 1) };
  const counts = visitorCounts(by, await countedVisitors(store, domain, days, startOfCount(days, by)));
  const [custom] = await store.query<{ events: string | number }>(
    `SELECT count() AS events FROM events WHERE ${rowsIn(range.since, range.until)} AND name != '${pageviewName}' AND ${isEvent}`,
    { domain },
  );
  return Number(custom?.events ?? 0) === 0 ? counts : [...counts, customOnlyCounts(days, by)];
}
