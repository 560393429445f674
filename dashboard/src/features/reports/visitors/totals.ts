/** The numbers of a whole period, all of them at once. */
import { useQuery } from '@tanstack/react-query';
import { totalsOf } from '../../../analytics/metric-values.ts';
import { type Query, queryOptions } from '../../../analytics/query.ts';
import { noScope, type Scope } from '../../../analytics/scope.ts';
import { selectsEvents } from '../../../filters/filter.ts';
import type { Metric } from './metrics.ts';

export type Totals = {
  /** Undefined while they load. */
  readonly values: Readonly<Record<Metric['id'], number | undefined>>;
  /** The numbers belong to the previous range while the new ones load. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

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

/** Fetches nothing without a scope. */
export function useTotals(domainUuid: string, scope: Scope | undefined): Totals {
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
