/** Finds the start of a query range that has none. */
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { ofDomain } from '../engine/row-spans.ts';
import { everSince, type TimeRange } from './time-range.ts';

/** A range over all time starts at the first event. */
export async function knownRange(
  store: ReportStore,
  domain: string,
  range: TimeRange,
  table: 'events' | 'requests',
  whose: string = ofDomain,
): Promise<TimeRange> {
  if (range.since !== everSince) return range;
  const [first] = await store.query<{ day: number }>(
    `SELECT toInt32(min(day)) AS day FROM ${table} WHERE ${whose}`,
    { domain },
  );
  // This is a UTC day; no zone's day begins more than a day before it.
  const since = Math.max(0, (first?.day ?? 0) - 1) * dayMs;
  return since > 0 && since < range.until ? { ...range, since } : range;
}
