/** The numbers of a whole period, all of them at once. */
import { useQuery } from '@tanstack/react-query';
import type { DateRange } from '../../analytics/range.ts';
import { reportQuery } from '../../analytics/report-query.ts';
import type { Metric } from './metrics.ts';

export type Totals = {
  /** Undefined while they load. */
  readonly values: Readonly<Record<Metric['id'], number | undefined>>;
  /** The numbers are of another range while these are on their way. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** Asks for nothing without a range. */
export function useTotals(domainUuid: string, range: DateRange | undefined): Totals {
  const params = { from: range?.from ?? '', to: range?.to ?? '' };
  const enabled = range !== undefined;
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
