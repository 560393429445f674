/**
 * The table of reports. Routes, the API reference, docs/reference/proxy-analytics.md and the tests follow it.
 * Source: spec section 4.3.
 */
import type { Report } from './report.ts';

const name = { kind: 'list', label: 'name', value: 'count' } as const;

export const reports: readonly Report[] = [
  {
    name: 'request_count',
    summary: 'Number of HTTP requests',
    source: 'requests',
    measure: 'requests',
    dimension: 'all',
    shape: { kind: 'count', field: 'count' },
    parameters: [],
  },
  {
    name: 'request_counts_by_date',
    summary: 'Number of HTTP requests over time',
    source: 'requests',
    measure: 'requests',
    dimension: 'date',
    shape: { kind: 'series' },
    parameters: ['frequency'],
  },
  {
    name: 'total_data_transfer',
    summary: 'Incoming plus outgoing traffic in bytes',
    notes: 'Start lines, fields and bodies of requests and responses are counted.',
    source: 'requests',
    measure: 'bytes',
    dimension: 'all',
    shape: { kind: 'count', field: 'bytes' },
    parameters: [],
  },
  {
    name: 'data_transfer_by_date',
    summary: 'Incoming plus outgoing traffic in bytes over time',
    notes: 'Start lines, fields and bodies of requests and responses are counted.',
    source: 'requests',
    measure: 'bytes',
    dimension: 'date',
    shape: { kind: 'series' },
    parameters: ['frequency'],
  },
  {
    name: 'average_response_time',
    summary: 'Average response time in seconds',
    notes:
      'From the first byte of a request to the last byte of its response; six decimals, 0 without requests.',
    source: 'requests',
    measure: 'response_time',
    dimension: 'all',
    shape: { kind: 'count', field: 'duration' },
    parameters: [],
  },
  {
    name: 'average_response_time_by_date',
    summary: 'Average response time in seconds over time',
    notes:
      'From the first byte of a request to the last byte of its response; six decimals, 0 without requests.',
    source: 'requests',
    measure: 'response_time',
    dimension: 'date',
    shape: { kind: 'series' },
    parameters: ['frequency'],
  },
  {
    name: 'response_time_distribution',
    summary: 'Number of requests by response time',
    notes: 'All buckets are always there. The lower bound belongs to a bucket, the upper one does not.',
    source: 'requests',
    measure: 'requests',
    dimension: 'response_time_bucket',
    shape: { kind: 'distribution' },
    parameters: [],
  },
  {
    name: 'files',
    summary: 'Paths by number of requests',
    notes: 'Paths are as requested, without the query; bytes that are not ASCII are percent-encoded.',
    source: 'requests',
    measure: 'requests',
    dimension: 'path',
    shape: name,
    parameters: ['limit'],
  },
  {
    name: 'response_codes',
    summary: 'Response codes by number of requests',
    source: 'requests',
    measure: 'requests',
    dimension: 'status',
    shape: { ...name, id: { field: 'http_code', type: 'integer', description: 'Status code.' } },
    parameters: ['limit'],
  },
  {
    name: 'bot_requests',
    summary: 'Known bots and crawlers by number of requests',
    notes: 'Requests of others are not counted, nor part of the percentages.',
    source: 'requests',
    measure: 'requests',
    dimension: 'bot',
    shape: name,
    parameters: ['limit'],
  },
  {
    name: 'datacenter_requests',
    summary: 'Hosting providers by number of requests from their networks',
    notes: 'Requests from other networks are not counted, nor part of the percentages.',
    source: 'requests',
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
    parameters: ['limit'],
  },
];
