/** Finds the start of a query range that has none. */
import type { ReportStore } from '../engine/report-store.ts';
import { ofDomain } from '../engine/row-spans.ts';
import { isEvent } from '../engine/schema/events.ts';
import { dateAt, everSince, startOf, type TimeRange } from './time-range.ts';

/** A range over all time begins with the day of the first event. */
export async function knownRange(
  store: ReportStore,
  domain: string,
  range: TimeRange,
  table: 'events' | 'requests',
  whose: string = table === 'events' ? `${ofDomain} AND ${isEvent}` : ofDomain,
): Promise<TimeRange> {
  if (range.since !== everSince) return range;
  const [first] = await store.query<{ day: number }>(
    `SELECT toInt32(min(day)) AS day FROM ${table} WHERE ${whose}`,
    { domain },
  );
  const day = first?.day ?? 0;
  // Without any: today.
  if (day === 0) return { ...range, since: startOf(dateAt(range.until - 1, range.zone), range.zone) };
  const [{ at } = { at: day * 86_400 }] = await store.query<{ at: number }>(
    `SELECT toInt32(min(toUnixTimestamp(time))) AS at FROM ${table} WHERE ${whose} AND day = toDate(${day})`,
    { domain },
  );
  const since = startOf(dateAt(at * 1000, range.zone), range.zone);
  return since < range.until ? { ...range, since } : range;
}
