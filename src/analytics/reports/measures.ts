/** What reports measure: expressions over the rows of a group, and how a number is made of them. */
import { percentageOf } from '../../core/percentage.ts';

export type MeasureName =
  | 'requests'
  | 'bytes'
  | 'response_time'
  | 'pageviews'
  | 'visitors'
  | 'visits'
  | 'pageviews_per_visit'
  | 'bounce_rate'
  | 'visit_duration';

export type Measure = {
  /** SQL over the rows of a table; a whole number of at most 2^53. Visits and visitors have their own. */
  readonly total?: string;
  /** SQL, for a mean: what the total is divided by. */
  readonly units?: string;
  readonly type: 'integer' | 'number';
  /** The number shown; `units` is 0 where the measure has none. */
  readonly value: (total: number, units: number) => number;
};

/** Each has a projection for every dimension it is combined with; test/contract/reports/projections.test.ts. */
export const measures: Readonly<Record<MeasureName, Measure>> = {
  requests: { total: 'count()', type: 'integer', value: (total) => total },
  bytes: { total: 'sum(bytes_in) + sum(bytes_out)', type: 'integer', value: (total) => total },
  response_time: {
    total: 'sum(duration_us)',
    units: 'count()',
    type: 'number',
    // Seconds, to the microsecond in which durations are measured.
    value: (total, units) => (units === 0 ? 0 : Math.round(total / units) / 1e6),
  },
  pageviews: { total: 'count()', type: 'integer', value: (total) => total },
  visitors: { type: 'integer', value: (total) => total },
  visits: { type: 'integer', value: (total) => total },
  pageviews_per_visit: {
    type: 'number',
    value: (total, units) => (units === 0 ? 0 : Math.round((total * 100) / units) / 100),
  },
  bounce_rate: {
    type: 'number',
    value: percentageOf,
  },
  visit_duration: {
    type: 'number',
    // Seconds, to the millisecond.
    value: (total, units) => (units === 0 ? 0 : Math.round(total / units) / 1000),
  },
};
