/** What a domain's visitors were in a time. Source: docs/reference/connect-page.md ("Shared statistics"). */
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { runVisitorQuery } from '../../analytics/query/run-query.ts';
import { type TimeRange, timeLabels } from '../../analytics/query/time-range.ts';
import type { VisitorMetric } from '../../analytics/query/visitor-metrics.ts';
import type { VisitorDimension } from '../../analytics/query/vocabulary.ts';
import type { AccountAnalytics } from '../../api/analytics-domain.ts';
import type { Clock } from '../../core/clock.ts';
import { type ListTitle, statisticsListLength, statisticsLists } from '../../core/shown-statistics.ts';

export type Statistics = {
  readonly visitors: number;
  readonly visits: number;
  readonly pageviews: number;
  /** Percent. */
  readonly bounceRate: number;
  /** Visitors of each day, in time order. */
  readonly days: readonly StatisticsRow[];
  readonly lists: readonly { readonly title: ListTitle; readonly rows: readonly StatisticsRow[] }[];
};

/** Countries are codes. */
export type StatisticsRow = { readonly label: string; readonly count: number };

type Domain = { readonly uuid: string; readonly accountUuid: string };
type Entry = { readonly statistics: Promise<Statistics | undefined>; readonly expiresAt: number };

/** How long an answer is shown again: pages that anybody can load must not cost the account its places for queries. */
const maxAgeMs = 60_000;
const maxEntries = 500;

export class DomainStatistics {
  readonly #analytics: AccountAnalytics;
  readonly #clock: Clock;
  /** By domain and time, oldest first. */
  readonly #entries = new Map<string, Entry>();

  constructor(analytics: AccountAnalytics, clock: Clock) {
    this.#analytics = analytics;
    this.#clock = clock;
  }

  /** Of the last minute or newer; undefined while nobody has come. Rejects with what the store rejects with. */
  read({ uuid, accountUuid }: Domain, range: TimeRange): Promise<Statistics | undefined> {
    const key = `${uuid} ${range.since} ${range.until}`;
    const found = this.#entries.get(key);
    const now = this.#clock.now();
    if (found && found.expiresAt > now) return found.statistics;
    const statistics = readStatistics(this.#analytics.forAccount(accountUuid), uuid, range);
    const entry = { statistics, expiresAt: now + maxAgeMs };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest);
    statistics.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return statistics;
  }
}

async function readStatistics(
  store: ReportStore,
  domainUuid: string,
  range: TimeRange,
): Promise<Statistics | undefined> {
  const ask = async (
    metrics: readonly VisitorMetric[],
    dimensions: readonly VisitorDimension[],
    limit = statisticsListLength,
  ) => {
    const { results } = await runVisitorQuery(store, domainUuid, {
      metrics,
      dimensions,
      range,
      filters: [],
      goals: [],
      orderBy: [{ by: 'visitors', direction: 'desc' }],
      limit,
      offset: 0,
      include: { timeLabels: false, totalRows: false },
    });
    return results;
  };
  const rowsOf = async (dimension: VisitorDimension, limit?: number): Promise<StatisticsRow[]> =>
    (await ask(['visitors'], [dimension], limit)).map(({ dimensions: [label], metrics: [count] }) => ({
      label: String(label),
      count: Number(count),
    }));
  const [totals] = await ask(['visitors', 'visits', 'pageviews', 'bounce_rate'], []);
  const [visitors, visits, pageviews, bounceRate] = (totals?.metrics ?? []).map(Number);
  if (!visitors || visits === undefined || pageviews === undefined || bounceRate === undefined)
    return undefined;
  const labels = timeLabels(range, 'time:day');
  const [counted, ...rows] = await Promise.all([
    rowsOf('time:day', labels.length),
    ...statisticsLists.map(([, dimension]) => rowsOf(dimension)),
  ]);
  const counts = new Map(counted.map(({ label, count }) => [label, count]));
  return {
    visitors,
    visits,
    pageviews,
    bounceRate,
    days: labels.map((label) => ({ label, count: counts.get(label) ?? 0 })),
    lists: statisticsLists.map(([title], index) => ({ title, rows: rows[index] ?? [] })),
  };
}
