/** What custom domains used in a span of days, many at once. Source: docs/reference/usage.md ("What is counted"). */
import type { DateRange } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import { noUsage, type Usage } from '../../core/usage.ts';
import { isTooExpensive } from '../engine/failures.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { requestMetrics } from '../query/request-vocabulary.ts';
import { pageviewName } from '../visits/visit-rule.ts';
import { amongEach } from './among.ts';

type RequestCounts = { id: string; requests: number; bytes_in: number; bytes_out: number };

/**
 * The usage of each of these domains, by uuid: one statement over requests and one over pageviews. The same numbers as
 * the reports `request_count`, `total_data_transfer` and `unique_visitors` have of these days. Rejects with what the store
 * rejects with.
 */
export async function usageOf(
  store: ReportStore,
  domains: readonly string[],
  range: DateRange,
): Promise<Map<string, Usage>> {
  const usage = new Map(domains.map((domain) => [domain, noUsage]));
  const add = (domain: string, more: Partial<Usage>) =>
    usage.set(domain, { ...(usage.get(domain) ?? noUsage), ...more });
  for (const whose of amongEach(domains)) {
    const rows = rowsIn(range.from * dayMs, (range.to + 1) * dayMs, whose);
    const { requests, bytes_in, bytes_out } = requestMetrics;
    const counts = await store.query<RequestCounts>(
      `SELECT toString(domain) AS id, ${requests} AS requests, ${bytes_in} AS bytes_in, ${bytes_out} AS bytes_out
      FROM requests WHERE ${rows} GROUP BY domain`,
      {},
    );
    for (const count of counts)
      add(count.id, { requests: count.requests, bytesIn: count.bytes_in, bytesOut: count.bytes_out });
    const visitors = await store.query<{ id: string; visitors: number }>(
      `SELECT toString(domain) AS id, uniqExact(visitor) AS visitors
      FROM events WHERE ${rows} AND name = '${pageviewName}' GROUP BY domain`,
      {},
    );
    for (const count of visitors) add(count.id, { visitors: count.visitors });
  }
  return usage;
}

/** As {@link usageOf}, in smaller parts where the engine gives up counting so many domains at once. */
export async function usageInParts(
  store: ReportStore,
  domains: readonly string[],
  range: DateRange,
): Promise<Map<string, Usage>> {
  try {
    return await usageOf(store, domains, range);
  } catch (error) {
    if (!isTooExpensive(error) || domains.length < 2) throw error;
    const half = Math.ceil(domains.length / 2);
    return new Map([
      ...(await usageInParts(store, domains.slice(0, half), range)),
      ...(await usageInParts(store, domains.slice(half), range)),
    ]);
  }
}
