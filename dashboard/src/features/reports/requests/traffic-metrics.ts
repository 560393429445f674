/** The numbers of the requests page: what they are called, how they are written, and the series behind each. */
import type { ChartedMetric } from '../../../analytics/metric-chart.tsx';
import {
  formatBytes,
  formatCompact,
  formatInteger,
  formatResponseTime,
  formatShare,
} from '../../../format/numbers.ts';

export type TrafficMetric = ChartedMetric & {
  readonly id: 'requests' | 'transfer' | 'response_time';
  readonly goodWhen: 'down' | undefined;
  /** What it is called in files. */
  readonly column: string;
};

export const trafficMetrics: readonly [TrafficMetric, ...TrafficMetric[]] = [
  {
    id: 'requests',
    label: 'Requests',
    hint: 'Every HTTP request that was answered, including redirects and errors.',
    format: formatInteger,
    formatAxis: formatCompact,
    kind: 'integer',
    goodWhen: undefined,
    queried: ['requests'],
    column: 'requests',
  },
  {
    id: 'transfer',
    label: 'Data transfer',
    hint: 'Bytes received from visitors and sent to them.',
    format: formatBytes,
    formatAxis: formatBytes,
    kind: 'number',
    goodWhen: undefined,
    queried: ['bytes_in', 'bytes_out'],
    column: 'bytes',
  },
  {
    id: 'response_time',
    label: 'Average response time',
    hint: 'From the first byte of the request to the end of the response.',
    format: formatResponseTime,
    formatAxis: formatResponseTime,
    kind: 'number',
    goodWhen: 'down',
    queried: ['response_time'],
    column: 'average_response_time_seconds',
  },
];

/** Without a series of its own. */
export const errorShareMetric = {
  label: 'Error responses',
  hint: 'The share of responses with a status of 400 or higher.',
  format: formatShare,
  goodWhen: 'down',
  isRate: true,
} as const;
