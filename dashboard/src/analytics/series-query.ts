/** Time series of a metric: from the fixed report, or from the query API with filters or by the hour. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { numbersOf } from './metric-values.ts';
import { type Answer, fetchQuery, type Query, queryOptions } from './query.ts';
import type { Frequency } from './range.ts';
import { fetchReport, reportQuery, type SeriesName } from './report-query.ts';
import { isPlain, type Scope } from './scope.ts';

/** Bucket key → value, for every bucket, in time order. */
export type Series = Readonly<Record<string, number>>;

export type SeriesMetric = {
  /** The report with the time series, if there is one. */
  readonly series?: SeriesName | undefined;
  /** The query API's metrics for it, which are added up. */
  readonly queried: Query['metrics'];
};

/** Options for `useQuery`. */
export function seriesQuery(
  domainUuid: string,
  { series, queried }: SeriesMetric,
  scope: Scope,
  frequency: Frequency,
): UseQueryOptions<unknown, Error, Series> {
  const { from, to } = scope;
  const options =
    series !== undefined && isPlain(scope) && frequency !== 'hour'
      ? { ...reportQuery(domainUuid, series, { from, to, frequency }), select: dataOf }
      : queryOptions(domainUuid, scope, queryOf(queried, frequency), seriesOf);
  // The two option types differ, but both queries end up as a series.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return options as unknown as UseQueryOptions<unknown, Error, Series>;
}

/** Fetches the series for a file. */
export async function fetchSeries(
  domainUuid: string,
  { series, queried }: SeriesMetric,
  scope: Scope,
  frequency: Frequency,
): Promise<Series> {
  const { from, to } = scope;
  return series !== undefined && isPlain(scope) && frequency !== 'hour'
    ? (await fetchReport(domainUuid, series, { from, to, frequency })).data
    : seriesOf(await fetchQuery(domainUuid, scope, queryOf(queried, frequency)));
}

function queryOf(metrics: Query['metrics'], frequency: Frequency): Query {
  return { metrics, dimensions: [`time:${frequency}`] };
}

function dataOf({ data }: { readonly data: Series }): Series {
  return data;
}

function seriesOf({ results, meta }: Answer): Series {
  const values = new Map(results.map(({ dimensions: [key], metrics }) => [key, sumOf(numbersOf(metrics))]));
  return Object.fromEntries((meta.time_labels ?? []).map((key) => [key, values.get(key) ?? 0]));
}

export function sumOf(metrics: readonly number[]): number {
  return metrics.reduce((sum, value) => sum + value, 0);
}
