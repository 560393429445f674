/** The visitors of the last five minutes. Source: docs/reference/web-analytics.md (`current_visitors`). */
import type { ReportStore } from '../engine/report-store.ts';
import { pageviewName } from './visit-rule.ts';

const currentMs = 300_000;

/**
 * A visitor whose salt changes within these minutes has two hashes. The newer one refers to the older one, which
 * isn't counted.
 */
export async function currentVisitors(store: ReportStore, domain: string, nowMs: number): Promise<number> {
  const recent = `FROM events WHERE domain = {domain:UUID} AND name = '${pageviewName}'
    AND day BETWEEN toDate(fromUnixTimestamp64Milli({from:Int64}), 'UTC') AND toDate(fromUnixTimestamp64Milli({to:Int64}), 'UTC')
    AND time > fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})`;
  const [row] = await store.query<{ total: number }>(
    `SELECT uniqExact(visitor) AS total ${recent}
      AND visitor NOT IN (SELECT previous_visitor ${recent} AND previous_visitor NOT IN (0, visitor))`,
    { domain, from: nowMs - currentMs, to: nowMs },
  );
  return row?.total ?? 0;
}
