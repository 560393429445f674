/** The metrics and dimensions of request queries, one entry each. Source: docs/reference/query.md ("Requests"). */
import { classesByName } from '../lookup/bot-class.ts';
import { datacenterProviders } from '../lookup/hosting-networks.ts';
import { textList } from './text-literal.ts';
import type { TimeDimension } from './vocabulary.ts';

export const requestDimensionNames = [
  'time:hour',
  'time:day',
  'time:week',
  'time:month',
  'request:path',
  'request:method',
  'request:status',
  'request:status_class',
  'request:bot',
  'request:bot_class',
  'request:datacenter',
] as const;

/** Columns as they are stored, for reports. */
type RawDimension = 'raw:bucket' | 'raw:bot' | 'raw:datacenter';
export type RequestDimension = (typeof requestDimensionNames)[number] | RawDimension;

const slugs = textList(datacenterProviders.map(({ slug }) => slug));
const names = textList(datacenterProviders.map(({ name }) => name));

const crawlers = textList([...classesByName.keys()]);
const crawlerClasses = textList([...classesByName.values()]);

/** SQL over the columns of `requests`. */
export const requestDimensions: Readonly<Record<Exclude<RequestDimension, TimeDimension>, string>> = {
  'request:path': 'path',
  'request:method': 'method',
  'request:status': 'status',
  'request:status_class': "concat(toString(intDiv(status, 100)), 'xx')",
  'request:bot': "if(bot = '', '(none)', bot)",
  // By the name, so that old requests and imported ones have the classes of today's table.
  'request:bot_class': `if(bot = '', '(none)', transform(lower(toString(bot)), ${crawlers}, ${crawlerClasses}, 'other'))`,
  // A provider no longer in the table is shown by its slug.
  'request:datacenter': `if(datacenter = '', '(none)', transform(toString(datacenter), ${slugs}, ${names}, toString(datacenter)))`,
  'raw:bucket': 'bucket',
  'raw:bot': 'bot',
  'raw:datacenter': 'datacenter',
};

export const requestMetricNames = [
  'requests',
  'bytes_in',
  'bytes_out',
  'response_time',
  'response_time_p50',
  'response_time_p95',
  'response_time_p99',
  'error_rate',
] as const;
/** `bytes`, in and out, is for reports. */
export type RequestMetric = (typeof requestMetricNames)[number] | 'bytes';

/** SQL that aggregates rows of `requests`. Times are seconds, to the microsecond. */
export const requestMetrics: Readonly<Record<RequestMetric, string>> = {
  requests: 'count()',
  bytes_in: 'sum(bytes_in)',
  bytes_out: 'sum(bytes_out)',
  bytes: 'sum(bytes_in) + sum(bytes_out)',
  response_time: 'if(count() = 0, 0, floor(sum(duration_us) / count() + 0.5) / 1000000)',
  response_time_p50: percentile(50),
  response_time_p95: percentile(95),
  response_time_p99: percentile(99),
  error_rate: 'if(count() = 0, 0, floor(countIf(status >= 500) * 10000 / count() + 0.5) / 100)',
};

/** The exact percentile of the requests' durations. */
function percentile(percent: number): string {
  return `if(count() = 0, 0, quantileExact(${percent / 100})(duration_us) / 1000000)`;
}
