/** The metrics and dimensions of request queries, one entry each. Source: docs/reference/query.md ("Requests"). */
import { classesByName } from '../lookup/bot-class.ts';
import { datacenterProviders } from '../lookup/hosting-networks.ts';
import { probePattern } from '../lookup/probe-paths.ts';
import { type DomainDimension, domainColumn, isDomainDimension } from './domain-dimensions.ts';
import { pageLoadMetricNames, pageLoadMetrics } from './page-loads.ts';
import { textList, textLiteral } from './text-literal.ts';
import { missingText, type Placeholder, type TimeDimension } from './vocabulary.ts';

export const requestDimensionNames = [
  'time:hour',
  'time:day',
  'time:week',
  'time:month',
  'time:minute',
  'request:path',
  'request:method',
  'request:status',
  'request:status_class',
  'request:host',
  'request:protocol',
  'request:tls_version',
  'request:country',
  'request:source',
  'request:referrer',
  'request:browser',
  'request:os',
  'request:device',
  'request:bot',
  'request:bot_class',
  'request:bot_verified',
  'request:datacenter',
  'request:rule',
  'request:target',
  'request:failure',
  'request:client',
] as const;

/** Columns as they are stored, for reports. */
type RawDimension = 'raw:bucket' | 'raw:bot' | 'raw:crawler' | 'raw:datacenter' | 'raw:page_load';
export type RequestDimension = (typeof requestDimensionNames)[number] | DomainDimension | RawDimension;

const slugs = textList(datacenterProviders.map(({ slug }) => slug));
const names = textList(datacenterProviders.map(({ name }) => name));

const crawlers = textList([...classesByName.keys()]);
const crawlerClasses = textList([...classesByName.values()]);

/** SQL over the columns of `requests`. */
type RequestColumn = { readonly sql: string; readonly missing?: string };

/** A text column whose empty value is shown as `placeholder`; `shown` is the SQL of the others. `missing` tells them apart. */
function orElse(column: string, placeholder: Placeholder, shown: string = column): RequestColumn {
  return { sql: `if(${column} = '', '${placeholder}', ${shown})`, missing: missingText(column, placeholder) };
}

export function requestColumn(name: Exclude<RequestDimension, TimeDimension>): RequestColumn {
  return isDomainDimension(name) ? domainColumn(name) : requestDimensions[name];
}

export const requestDimensions: Readonly<
  Record<Exclude<RequestDimension, TimeDimension | DomainDimension>, RequestColumn>
> = {
  'request:path': { sql: 'path' },
  'request:method': { sql: 'method' },
  'request:status': { sql: 'status' },
  'request:status_class': { sql: "concat(toString(intDiv(status, 100)), 'xx')" },
  'request:host': orElse('host', 'Unknown'),
  'request:protocol': orElse('protocol', 'Unknown'),
  'request:tls_version': orElse('tls_version', '(none)'),
  'request:country': orElse('country', 'Unknown'),
  'request:source': orElse('source', 'Unknown'),
  'request:referrer': orElse('referrer', 'Unknown'),
  'request:browser': orElse('browser', 'Unknown'),
  'request:os': orElse('operating_system', 'Unknown'),
  'request:device': orElse('device', 'Unknown', 'initcap(toString(device))'),
  'request:bot': orElse('bot', '(none)'),
  // By the name, so that old requests and imported ones have the classes of today's table.
  'request:bot_class': orElse(
    'bot',
    '(none)',
    `transform(lower(toString(bot)), ${crawlers}, ${crawlerClasses}, 'other')`,
  ),
  // Crawlers of older rows were not judged: they said who they are, and that is all.
  'request:bot_verified': {
    sql: "multiIf(bot = '', 'none', bot_verified = 'verified', 'verified', 'claimed')",
  },
  'request:rule': orElse('rule', '(none)'),
  'request:target': orElse('target', '(none)'),
  'request:failure': orElse('failure', '(none)'),
  // A provider no longer in the table is shown by its slug.
  'request:datacenter': orElse(
    'datacenter',
    '(none)',
    `transform(toString(datacenter), ${slugs}, ${names}, toString(datacenter))`,
  ),
  // By what is known of the client first, then by what it asked for.
  'request:client': {
    sql: `multiIf(bot != '', 'bot', match(path, ${textLiteral(`(?i)${probePattern}`)}), 'probe', datacenter != '', 'datacenter', 'person')`,
  },
  'raw:bucket': { sql: 'bucket' },
  'raw:bot': { sql: 'bot' },
  'raw:crawler': { sql: 'lower(toString(bot))' },
  'raw:datacenter': { sql: 'datacenter' },
  'raw:page_load': { sql: 'page_load' },
};

/** Of clicks, too. */
const anyRequestMetricNames = [
  'requests',
  'bytes_in',
  'bytes_out',
  'response_time',
  'response_time_p50',
  'response_time_p95',
  'response_time_p99',
  'upstream_time',
  'error_rate',
] as const;
/** Of the requests of a custom domain or host. */
export const requestMetricNames: readonly [
  ...typeof anyRequestMetricNames,
  'upstream_time_p75',
  ...typeof pageLoadMetricNames,
] = [...anyRequestMetricNames, 'upstream_time_p75', ...pageLoadMetricNames];
/** Of the clicks of a redirect. */
export const clickMetricNames: readonly [...typeof anyRequestMetricNames, 'visitors'] = [
  ...anyRequestMetricNames,
  'visitors',
];
/** `bytes`, in and out, is for reports. */
export type RequestMetric = (typeof requestMetricNames)[number] | (typeof clickMetricNames)[number] | 'bytes';

/** SQL that aggregates rows of `requests`. Times are seconds, to the microsecond. */
export const requestMetrics: Readonly<Record<RequestMetric, string>> = {
  requests: 'count()',
  bytes_in: 'sum(bytes_in)',
  bytes_out: 'sum(bytes_out)',
  bytes: 'sum(bytes_in) + sum(bytes_out)',
  response_time: 'if(count() = 0, 0, floor(sum(duration_us) / count() + 0.5) / 1000000)',
  response_time_p50: percentile('duration_us', 50),
  response_time_p95: percentile('duration_us', 95),
  response_time_p99: percentile('duration_us', 99),
  upstream_time:
    'if(countIf(upstream_us > 0) = 0, 0, floor(sum(upstream_us) / countIf(upstream_us > 0) + 0.5) / 1000000)',
  // Of page loads, so that it stands beside what browsers measure of them.
  upstream_time_p75: percentile('upstream_us', 75, "page_load != '' AND upstream_us > 0"),
  visitors: 'uniqExactIf(visitor, visitor != 0)',
  ...pageLoadMetrics,
  error_rate: 'if(count() = 0, 0, floor(countIf(status >= 500) * 10000 / count() + 0.5) / 100)',
};

/**
 * The nearest rank: the least value, in seconds, that so many percent of the requests don't exceed; 0 without any. `quantileExact`
 * has another.
 */
function percentile(column: 'duration_us' | 'upstream_us', percent: number, which = '1'): string {
  return `if(countIf(${which}) = 0, 0, quantileExactWeightedIf(${percent / 100})(${column}, 1, ${which}) / 1000000)`;
}
