/** Several numbers of a domain over time as one CSV table: a row a bucket, a column a number. */
import type { CsvTable } from '../csv/write-csv.ts';
import type { Frequency } from './range.ts';
import type { Scope } from './scope.ts';
import { fetchSeries, type SeriesMetric } from './series-query.ts';

type Column = SeriesMetric & { readonly name: string };

/** Rejects with what the API answers. */
export async function seriesCsv(
  domainUuid: string,
  columns: readonly Column[],
  scope: Scope,
  frequency: Frequency,
): Promise<CsvTable> {
  const answers = await Promise.all(
    columns.map((column) => fetchSeries(domainUuid, column, scope, frequency)),
  );
  const rowOf = (bucket: string): (string | number)[] => [
    bucket,
    ...answers.map((series) => series[bucket] ?? 0),
  ];
  return [['date', ...columns.map(({ name }) => name)], Object.keys(answers[0] ?? {}).map(rowOf)];
}
