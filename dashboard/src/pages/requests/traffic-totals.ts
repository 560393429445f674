/** The numbers of a whole period, all of them at once. */
import { useQuery } from '@tanstack/react-query';
import type { DateRange } from '../../analytics/range.ts';
import { reportQuery } from '../../analytics/report-query.ts';
import { errorShare } from './status-classes.ts';
import type { TrafficMetric } from './traffic-metrics.ts';

export type TrafficTotals = {
  /** Undefined while they load. */
  readonly values: Readonly<Record<TrafficMetric['id'] | 'error_share', number | undefined>>;
  /** The numbers are of another range while these are on their way. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** Asks for nothing without a range. */
export function useTrafficTotals(domainUuid: string, range: DateRange | undefined): TrafficTotals {
  const params = { from: range?.from ?? '', to: range?.to ?? '' };
  const enabled = range !== undefined;
  const requests = useQuery({ ...reportQuery(domainUuid, 'request_count', params), enabled });
  const transfer = useQuery({ ...reportQuery(domainUuid, 'total_data_transfer', params), enabled });
  const responseTime = useQuery({ ...reportQuery(domainUuid, 'average_response_time', params), enabled });
  const codes = useQuery({ ...reportQuery(domainUuid, 'response_codes', params), enabled });
  const all = [requests, transfer, responseTime, codes];
  const codeRows = codes.data?.data;
  return {
    values: {
      requests: enabled ? requests.data?.count : undefined,
      transfer: enabled ? transfer.data?.bytes : undefined,
      response_time: enabled ? responseTime.data?.duration : undefined,
      error_share: enabled && codeRows !== undefined ? errorShare(codeRows) : undefined,
    },
    isStale: all.some(({ isPlaceholderData }) => isPlaceholderData),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of all) if (query.error !== null) void query.refetch();
    },
  };
}
