/** The query metrics that reports measure. */
import type { RequestMetric } from '../query/request-vocabulary.ts';
import type { VisitorMetric } from '../query/visitor-metrics.ts';

export type Measure =
  | { readonly over: 'requests'; readonly metric: RequestMetric; readonly type: 'integer' | 'number' }
  /** The last minutes: not a matter of ranges, and so no query. */
  | { readonly over: 'now'; readonly type: 'integer' }
  | { readonly over: 'visitors'; readonly metric: VisitorMetric; readonly type: 'integer' | 'number' };

export type MeasureName =
  | 'requests'
  | 'bytes'
  | 'response_time'
  | 'pageviews'
  | 'events'
  | 'current_visitors'
  | 'visitors'
  | 'visits'
  | 'pageviews_per_visit'
  | 'bounce_rate'
  | 'visit_duration';

/** Each has a projection for every dimension it is combined with; test/contract/reports/projections.test.ts. */
export const measures: Readonly<Record<MeasureName, Measure>> = {
  requests: { over: 'requests', metric: 'requests', type: 'integer' },
  bytes: { over: 'requests', metric: 'bytes', type: 'integer' },
  response_time: { over: 'requests', metric: 'response_time', type: 'number' },
  pageviews: { over: 'visitors', metric: 'pageviews', type: 'integer' },
  events: { over: 'visitors', metric: 'events', type: 'integer' },
  current_visitors: { over: 'now', type: 'integer' },
  visitors: { over: 'visitors', metric: 'visitors', type: 'integer' },
  visits: { over: 'visitors', metric: 'visits', type: 'integer' },
  pageviews_per_visit: { over: 'visitors', metric: 'views_per_visit', type: 'number' },
  bounce_rate: { over: 'visitors', metric: 'bounce_rate', type: 'number' },
  visit_duration: { over: 'visitors', metric: 'visit_duration', type: 'number' },
};
