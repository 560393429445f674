/** The table of reports on requests. Source: docs/reference/proxy-analytics.md ("Reports"). */
import { type Report, series, single } from './report.ts';

const name = { kind: 'list', label: 'name', value: 'count' } as const;

export const proxyReports: readonly Report[] = [
  single('requests', 'count', 'request_count', 'Number of HTTP requests'),
  series('requests', 'request_counts_by_date', 'Number of HTTP requests over time'),
  single(
    'bytes',
    'bytes',
    'total_data_transfer',
    'Incoming plus outgoing traffic in bytes',
    'Start lines, fields and bodies of requests and responses are counted.',
  ),
  series(
    'bytes',
    'data_transfer_by_date',
    'Incoming plus outgoing traffic in bytes over time',
    'Start lines, fields and bodies of requests and responses are counted.',
  ),
  single(
    'response_time',
    'duration',
    'average_response_time',
    'Average response time in seconds',
    'From the first byte of a request to the last byte of its response; six decimals, 0 without requests.',
  ),
  series(
    'response_time',
    'average_response_time_by_date',
    'Average response time in seconds over time',
    'From the first byte of a request to the last byte of its response; six decimals, 0 without requests.',
  ),
  {
    name: 'response_time_distribution',
    summary: 'Number of requests by response time',
    notes: 'All buckets are always there. The lower bound belongs to a bucket, the upper one does not.',
    measure: 'requests',
    dimension: 'response_time_bucket',
    shape: { kind: 'distribution' },
  },
  {
    name: 'files',
    summary: 'Paths by number of requests',
    notes: 'Paths are as requested, without the query; bytes that are not ASCII are percent-encoded.',
    measure: 'requests',
    dimension: 'file',
    shape: name,
  },
  {
    name: 'response_codes',
    summary: 'Response codes by number of requests',
    measure: 'requests',
    dimension: 'status',
    shape: { ...name, id: { field: 'http_code', type: 'integer', description: 'Status code.' } },
  },
  {
    name: 'bot_requests',
    summary: 'Known bots and crawlers by number of requests',
    notes: 'Requests of others are not counted, nor part of the percentages.',
    measure: 'requests',
    dimension: 'bot',
    shape: name,
  },
  {
    name: 'datacenter_requests',
    summary: 'Hosting providers by number of requests from their networks',
    notes: 'Requests from other networks are not counted, nor part of the percentages.',
    measure: 'requests',
    dimension: 'datacenter',
    shape: {
      ...name,
      id: {
        field: 'datacenter_id',
        type: 'string',
        description: 'Slug of the provider; it does not change.',
      },
    },
  },
];
