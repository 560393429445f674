/** Asks for a number over time: the fixed report where it answers, the query API under filters or by the hour. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { type Answer, fetchQuery, type Question, queryOptions } from './query.ts';
import type { Frequency } from './range.ts';
import { fetchReport, reportQuery, type SeriesName } from './report-query.ts';
import { isPlain, type Scope } from './scope.ts';

/** Each bucket's key → its number, complete and in time order. */
export type Series = Readonly<Record<string, number>>;

export type SeriesMetric = {
  /** The report that has it over time. */
  readonly series: SeriesName;
  /** What a query has for it; several are added up. */
  readonly queried: Question['metrics'];
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
    isPlain(scope) && frequency !== 'hour'
      ? { ...reportQuery(domainUuid, series, { from, to, frequency }), select: dataOf }
      : queryOptions(domainUuid, scope, questionOf(queried, frequency), seriesOf);
  // What the cache holds under either key is what its function answered.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return options as unknown as UseQueryOptions<unknown, Error, Series>;
}

/** The series itself, for files. */
export async function fetchSeries(
  domainUuid: string,
  { series, queried }: SeriesMetric,
  scope: Scope,
  frequency: Frequency,
): Promise<Series> {
  const { from, to } = scope;
  return isPlain(scope) && frequency !== 'hour'
    ? (await fetchReport(domainUuid, series, { from, to, frequency })).data
    : seriesOf(await fetchQuery(domainUuid, scope, questionOf(queried, frequency)));
}

function questionOf(metrics: Question['metrics'], frequency: Frequency): Question {
  return { metrics, dimensions: [`time:${frequency}`] };
}

function dataOf({ data }: { readonly data: Series }): Series {
  return data;
}

function seriesOf({ results, meta }: Answer): Series {
  const values = new Map(results.map(({ dimensions: [key], metrics }) => [key, sumOf(metrics)]));
  return Object.fromEntries((meta.time_labels ?? []).map((key) => [key, values.get(key) ?? 0]));
}

export function sumOf(metrics: readonly number[]): number {
  return metrics.reduce((sum, value) => sum + value, 0);
}
