/** What a customer sees of a domain's visitors: the last 30 days, today included, in UTC. Source: docs/reference/connect-page.md. */
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { runVisitorQuery } from '../../analytics/query/run-query.ts';
import type { VisitorDimension } from '../../analytics/query/vocabulary.ts';
import { dayMs } from '../../core/time.ts';
import type { Statistics, StatisticsRow } from './connect-view.ts';

const days = 30;
const listLength = 10;

/** Undefined while nobody has come. Rejects with what the store rejects with. */
export async function connectStatistics(
  store: ReportStore,
  domainUuid: string,
  nowMs: number,
): Promise<Statistics | undefined> {
  const until = Math.floor(nowMs / dayMs) * dayMs + dayMs;
  const ask = async (dimensions: readonly VisitorDimension[]) => {
    const { results } = await runVisitorQuery(store, domainUuid, {
      metrics: ['visitors', 'visits', 'pageviews'],
      dimensions,
      range: { since: until - days * dayMs, until, zone: 'UTC' },
      filters: [],
      goals: [],
      orderBy: [{ by: 'visitors', direction: 'desc' }],
      limit: listLength,
      offset: 0,
      include: { timeLabels: false, totalRows: false },
    });
    return results;
  };
  const listOf = async (dimension: VisitorDimension): Promise<StatisticsRow[]> =>
    (await ask([dimension])).map(({ dimensions: [label], metrics: [count] }) => ({
      label: String(label),
      count: Number(count),
    }));
  const [[totals], pages, sources] = await Promise.all([
    ask([]),
    listOf('event:page'),
    listOf('visit:source'),
  ]);
  const [visitors, visits, pageviews] = (totals?.metrics ?? []).map(Number);
  if (!visitors || visits === undefined || pageviews === undefined) return undefined;
  return {
    visitors,
    visits,
    pageviews,
    lists: [
      { title: 'Visitors by page', rows: pages },
      { title: 'Visitors by source', rows: sources },
    ],
  };
}
