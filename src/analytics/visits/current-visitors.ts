/** Visitors of the last minutes. Source: issue 4 (`current_visitors`), contract section 6 (Visitor). */

import { recentMs, recentSince } from '../answers/recent-rows.ts';
import type { ReportStore } from '../answers/report-store.ts';
import { type RecentPageview, recentPageviews } from './recent-pageviews.ts';

/**
 * A visitor who changes over to another salt within these minutes has two hashes, of which the newer one knows the
 * older one: the older one is not counted.
 */
export async function currentVisitors(store: ReportStore, domain: string, nowMs: number): Promise<number> {
  const recent = await recentPageviews(store, domain, recentSince(nowMs));
  return recent === undefined ? askCurrentVisitors(store, domain, nowMs) : countOf(recent, nowMs);
}

function countOf(recent: readonly RecentPageview[], nowMs: number): number {
  const current = recent.filter(({ ms }) => ms > nowMs - recentMs && ms <= nowMs);
  const visitors = new Set(current.map(({ visitor }) => visitor));
  for (const { visitor, previous_visitor: previous } of current)
    if (previous !== visitor) visitors.delete(previous);
  return visitors.size;
}

async function askCurrentVisitors(store: ReportStore, domain: string, nowMs: number): Promise<number> {
  const recent = `FROM events WHERE domain = {domain:UUID}
    AND day BETWEEN toDate(fromUnixTimestamp64Milli({from:Int64}), 'UTC') AND toDate(fromUnixTimestamp64Milli({to:Int64}), 'UTC')
    AND time > fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})`;
  const [row] = await store.query<{ total: number }>(
    `SELECT uniqExact(visitor) AS total ${recent}
      AND visitor NOT IN (SELECT previous_visitor ${recent} AND previous_visitor NOT IN (0, visitor))`,
    { domain, from: nowMs - recentMs, to: nowMs },
  );
  return row?.total ?? 0;
}
