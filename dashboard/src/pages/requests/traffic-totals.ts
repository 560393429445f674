/** The numbers of a whole period, all of them at once. */
import { useQuery } from '@tanstack/react-query';
import { totalsOf } from '../../analytics/metric-values.ts';
import { type Query, queryOptions } from '../../analytics/query.ts';
import { reportQuery } from '../../analytics/report-query.ts';
import { isPlain, noScope, type Scope } from '../../analytics/scope.ts';
import { statusCodes } from '../../lists/proxy-lists.ts';
import { mostRows } from '../../lists/ranked-report.ts';
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
  const params = { from: scope?.from ?? '', to: scope?.to ?? '' };
  const isQueried = scope !== undefined && !isPlain(scope);
  const isReported = scope !== undefined && !isQueried;
  const requests = useQuery({ ...reportQuery(domainUuid, 'request_count', params), enabled: isReported });
  const transfer = useQuery({
    ...reportQuery(domainUuid, 'total_data_transfer', params),
    enabled: isReported,
  });
  const responseTime = useQuery({
    ...reportQuery(domainUuid, 'average_response_time', params),
    enabled: isReported,
  });
  const queried = useQuery({
    ...queryOptions(domainUuid, scope ?? noScope, totalsQuery, (answer) => totalsOf(answer) ?? [0, 0, 0, 0]),
    enabled: isQueried,
  });
  const codes = useQuery({
    ...statusCodes.rowsQuery(domainUuid, scope ?? noScope, mostRows),
    enabled: scope !== undefined,
  });
  const all = isQueried ? [queried, codes] : [requests, transfer, responseTime, codes];
  const [queriedRequests, bytesIn = 0, bytesOut = 0, queriedTime] = queried.data ?? [];
  return {
    values: {
      requests: isQueried ? queriedRequests : isReported ? requests.data?.count : undefined,
      transfer: isQueried
        ? queried.data && bytesIn + bytesOut
        : isReported
          ? transfer.data?.bytes
          : undefined,
      response_time: isQueried ? queriedTime : isReported ? responseTime.data?.duration : undefined,
      error_share: scope === undefined || codes.data === undefined ? undefined : errorShare(codes.data),
    },
    isStale: all.some(({ isPlaceholderData }) => isPlaceholderData),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of all) if (query.error !== null) void query.refetch();
    },
  };
}
