/** The numbers of a report. Source: docs/reference/subscriptions.md ("Reports"). */
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import type { QueryGoal } from '../../analytics/query/goals.ts';
import { runVisitorQuery } from '../../analytics/query/run-query.ts';
import type { TimeRange } from '../../analytics/query/time-range.ts';
import type { VisitorMetric } from '../../analytics/query/visitor-metrics.ts';
import type { VisitorDimension } from '../../analytics/query/vocabulary.ts';
import type { ToldFindings } from './told-findings.ts';

type Totals = { readonly visitors: number; readonly visits: number; readonly pageviews: number };
type ListTitle = 'domains' | 'pages' | 'sources' | 'countries' | 'goals';
type ListRow = { readonly label: string; readonly count: number };

export type Report = {
  /** The host, or undefined for several. */
  readonly subject: string | undefined;
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
  readonly totals: { readonly now: Totals; readonly before: Totals };
  readonly lists: readonly { readonly title: ListTitle; readonly rows: readonly ListRow[] }[];
  readonly openFindings?: ToldFindings;
};

export type ReportedDomain = {
  readonly uuid: string;
  readonly host: string;
  readonly goals: readonly QueryGoal[];
};

const listLength = 10;
/** Of each domain: enough for the sums of the first ten. */
const queriedRows = 100;
const dimensions: readonly (readonly [ListTitle, VisitorDimension])[] = [
  ['pages', 'event:page'],
  ['sources', 'visit:source'],
  ['countries', 'visit:country_name'],
  ['goals', 'event:goal'],
];

/** Of several domains the sums; a visitor of two of them is two. Rejects with what the store rejects with. */
export async function readReport(
  store: ReportStore,
  domains: readonly ReportedDomain[],
  { period, before }: { readonly period: TimeRange; readonly before: TimeRange },
): Promise<Pick<Report, 'totals' | 'lists'>> {
  const now: Totals[] = [];
  const earlier: Totals[] = [];
  const byHost: ListRow[] = [];
  const lists = new Map<ListTitle, Map<string, number>>();
  for (const domain of domains) {
    const totals = await totalsOf(store, domain.uuid, period);
    now.push(totals);
    earlier.push(await totalsOf(store, domain.uuid, before));
    byHost.push({ label: domain.host, count: totals.visitors });
    if (totals.visitors === 0) continue;
    for (const [title, dimension] of dimensions) {
      if (title === 'goals' && domain.goals.length === 0) continue;
      const sums = lists.get(title) ?? new Map<string, number>();
      lists.set(title, sums);
      for (const { label, count } of await rowsOf(store, domain, period, dimension)) {
        const name = title === 'pages' && domains.length > 1 ? `${domain.host}${label}` : label;
        sums.set(name, (sums.get(name) ?? 0) + count);
      }
    }
  }
  const shown = dimensions.flatMap(([title]) => {
    const sums = lists.get(title);
    if (sums === undefined && title === 'goals') return [];
    return [{ title, rows: firstOf([...(sums ?? [])].map(([label, count]) => ({ label, count }))) }];
  });
  return {
    totals: { now: sumOf(now), before: sumOf(earlier) },
    lists: domains.length > 1 ? [{ title: 'domains', rows: firstOf(byHost) }, ...shown] : shown,
  };
}

async function totalsOf(store: ReportStore, uuid: string, range: TimeRange): Promise<Totals> {
  const [row] = await ask(store, uuid, range, ['visitors', 'visits', 'pageviews'], [], [], 1);
  const [visitors = 0, visits = 0, pageviews = 0] = (row?.metrics ?? []).map(Number);
  return { visitors, visits, pageviews };
}

async function rowsOf(
  store: ReportStore,
  { uuid, goals }: ReportedDomain,
  range: TimeRange,
  dimension: VisitorDimension,
): Promise<ListRow[]> {
  const rows = await ask(store, uuid, range, ['visitors'], [dimension], goals, queriedRows);
  return rows.map(({ dimensions: [label], metrics: [count] }) => ({
    label: String(label),
    count: Number(count),
  }));
}

async function ask(
  store: ReportStore,
  uuid: string,
  range: TimeRange,
  metrics: readonly VisitorMetric[],
  by: readonly VisitorDimension[],
  goals: readonly QueryGoal[],
  limit: number,
) {
  const { results } = await runVisitorQuery(store, uuid, {
    metrics,
    dimensions: by,
    range,
    filters: [],
    goals,
    orderBy: [{ by: 'visitors', direction: 'desc' }],
    limit,
    offset: 0,
    include: { timeLabels: false, totalRows: false },
  });
  return results;
}

function firstOf(rows: readonly ListRow[]): ListRow[] {
  return rows
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    .slice(0, listLength);
}

function sumOf(all: readonly Totals[]): Totals {
  const sum = { visitors: 0, visits: 0, pageviews: 0 };
  for (const { visitors, visits, pageviews } of all) {
    sum.visitors += visitors;
    sum.visits += visits;
    sum.pageviews += pageviews;
  }
  return sum;
}
