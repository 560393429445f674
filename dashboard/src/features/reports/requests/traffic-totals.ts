/** The numbers of a whole period, all of them at once. */
import { useQuery } from '@tanstack/react-query';
import { totalsOf } from '../../../analytics/metric-values.ts';
import { type Query, queryOptions } from '../../../analytics/query.ts';
import { noScope, type Scope } from '../../../analytics/scope.ts';
import { statusCodes } from '../../../lists/proxy-lists.ts';
import { mostRows } from '../../../lists/ranked-report.ts';
import { errorShare } from './status-classes.ts';
import type { TrafficMetric } from './traffic-metrics.ts';

export type TrafficTotals = {
  /** Undefined while they load. */
  readonly values: Readonly<Record<TrafficMetric['id'] | 'error_share', number | undefined>>;
  /** The numbers belong to the previous range while the new ones load. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

const totalsQuery: Query = {
  metrics: ['requests', 'bytes_in', 'bytes_out', 'response_time'],
  dimensions: [],
};

/** Fetches nothing without a scope. */
export function useTrafficTotals(domainUuid: string, scope: Scope | undefined): TrafficTotals {
  const totals = useQuery({
    ...queryOptions(domainUuid, scope ?? noScope, totalsQuery, (answer) => totalsOf(answer) ?? [0, 0, 0, 0]),
    enabled: scope !== undefined,
  });
  const codes = useQuery({
    ...statusCodes.rowsQuery(domainUuid, scope ?? noScope, mostRows),
    enabled: scope !== undefined,
  });
  const all = [totals, codes];
  const [requests, bytesIn = 0, bytesOut = 0, responseTime] = totals.data ?? [];
  return {
    values: {
      requests,
      transfer: totals.data && bytesIn + bytesOut,
      response_time: responseTime,
      error_share: scope === undefined || codes.data === undefined ? undefined : errorShare(codes.data),
    },
    isStale: all.some(({ isPlaceholderData }) => isPlaceholderData),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of all) if (query.error !== null) void query.refetch();
    },
  };
}
