/** Time series of a metric, from the query API. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { numbersOf } from './metric-values.ts';
import { type Answer, fetchQuery, type Query, queryOptions } from './query.ts';
import type { Frequency } from './range.ts';
import type { Scope } from './scope.ts';

/** Bucket key → value, for every bucket, in time order. */
export type Series = Readonly<Record<string, number>>;

export type SeriesMetric = {
  /** The query API's metrics for it, which are added up. */
  readonly queried: Query['metrics'];
};

/** Options for `useQuery`. */
export function seriesQuery(
  domainUuid: string,
  { queried }: SeriesMetric,
  scope: Scope,
  frequency: Frequency,
): UseQueryOptions<Series> {
  return queryOptions(domainUuid, scope, queryOf(queried, frequency), seriesOf);
}

/** Fetches the series for a file. */
export async function fetchSeries(
  domainUuid: string,
  { queried }: SeriesMetric,
  scope: Scope,
  frequency: Frequency,
  signal?: AbortSignal,
): Promise<Series> {
  return seriesOf(await fetchQuery(domainUuid, scope, queryOf(queried, frequency), signal));
}

function queryOf(metrics: Query['metrics'], frequency: Frequency): Query {
  return { metrics, dimensions: [`time:${frequency}`] };
}

/** Of an answer with `time_labels`. */
export function seriesOf({ results, meta }: Answer): Series {
  const values = new Map(results.map(({ dimensions: [key], metrics }) => [key, sumOf(numbersOf(metrics))]));
  return Object.fromEntries((meta.time_labels ?? []).map((key) => [key, values.get(key) ?? 0]));
}

export function sumOf(metrics: readonly number[]): number {
  return metrics.reduce((sum, value) => sum + value, 0);
}
