/** The numbers of a whole period, all of them at once. */
import { useQuery } from '@tanstack/react-query';
import { totalsOf } from '../../analytics/metric-values.ts';
import { type Query, queryOptions } from '../../analytics/query.ts';
import { reportQuery } from '../../analytics/report-query.ts';
import { isPlain, noScope, type Scope } from '../../analytics/scope.ts';
import { selectsEvents } from '../../filters/filter.ts';
import type { Metric } from './metrics.ts';

export type Totals = {
  /** Undefined while they load. */
  readonly values: Readonly<Record<Metric['id'], number | undefined>>;
  /** The numbers belong to the previous range while the new ones load. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** Fetches nothing without a scope. */
export function useTotals(domainUuid: string, scope: Scope | undefined): Totals {
  const isQueried = scope !== undefined && !isPlain(scope);
  const reported = useReportedTotals(domainUuid, isQueried ? undefined : scope);
  const queried = useQueriedTotals(domainUuid, isQueried ? scope : undefined);
  return isQueried ? queried : reported;
}

const metrics = [
  'visitors',
  'visits',
  'pageviews',
  'views_per_visit',
  'bounce_rate',
  'visit_duration',
] as const;
const totalsQuery: Query = { metrics, dimensions: [] };
const eventTotalsQuery: Query = { metrics: [...metrics, 'events', 'conversion_rate'], dimensions: [] };

function useQueriedTotals(domainUuid: string, scope: Scope | undefined): Totals {
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...queryOptions(
      domainUuid,
      scope ?? noScope,
      selectsEvents(scope?.filters ?? []) ? eventTotalsQuery : totalsQuery,
      (answer) => totalsOf(answer) ?? [0, 0, 0, 0, 0, 0, 0, 0],
    ),
    enabled: scope !== undefined,
  });
  const [visitors, visits, pageviews, pagesPerVisit, bounceRate, duration, events, conversionRate] =
    data ?? [];
  return {
    values: {
      visitors,
      visits,
      pageviews,
      pages_per_visit: pagesPerVisit,
      bounce_rate: bounceRate,
      visit_duration: duration,
      events,
      conversion_rate: conversionRate,
    },
    isStale: isPlaceholderData,
    error,
    retry: () => void refetch(),
  };
}

function useReportedTotals(domainUuid: string, scope: Scope | undefined): Totals {
  const params = { from: scope?.from ?? '', to: scope?.to ?? '' };
  const enabled = scope !== undefined;
  const visitors = useQuery({ ...reportQuery(domainUuid, 'unique_visitors_count', params), enabled });
  const visits = useQuery({ ...reportQuery(domainUuid, 'total_visits_count', params), enabled });
  const pageviews = useQuery({ ...reportQuery(domainUuid, 'total_pageviews_count', params), enabled });
  const bounceRate = useQuery({ ...reportQuery(domainUuid, 'bounce_rate', params), enabled });
  const duration = useQuery({ ...reportQuery(domainUuid, 'average_visit_duration', params), enabled });
  const all = [visitors, visits, pageviews, bounceRate, duration];
  return {
    values: {
      visitors: enabled ? visitors.data?.count : undefined,
      visits: enabled ? visits.data?.count : undefined,
      pageviews: enabled ? pageviews.data?.count : undefined,
      pages_per_visit: enabled ? perVisit(pageviews.data?.count, visits.data?.count) : undefined,
      bounce_rate: enabled ? bounceRate.data?.rate : undefined,
      visit_duration: enabled ? duration.data?.duration : undefined,
      events: undefined,
      conversion_rate: undefined,
    },
    isStale: all.some(({ isPlaceholderData }) => isPlaceholderData),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of all) if (query.error !== null) void query.refetch();
    },
  };
}

/** As the series have it: 0 without visits. Source: docs/reference/web-analytics.md ("What is counted"). */
function perVisit(pageviews: number | undefined, visits: number | undefined): number | undefined {
  if (pageviews === undefined || visits === undefined) return undefined;
  return visits === 0 ? 0 : pageviews / visits;
}
