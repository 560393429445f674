/** Several numbers of a domain over time as one CSV text: a row a bucket, a column a number. */
import { writeCsv } from '../csv/write-csv.ts';
import type { DateRange, Frequency } from './range.ts';
import { fetchReport, type SeriesName } from './report-query.ts';

type Column = { readonly name: string; readonly series: SeriesName };

/** Rejects with what the API answers. */
export async function seriesCsv(
  domainUuid: string,
  columns: readonly Column[],
  params: DateRange & { readonly frequency: Frequency },
): Promise<string> {
  const answers = await Promise.all(columns.map(({ series }) => fetchReport(domainUuid, series, params)));
  const rowOf = (bucket: string): (string | number)[] => [
    bucket,
    ...answers.map(({ data }) => data[bucket] ?? 0),
  ];
  return writeCsv(
    ['date', ...columns.map(({ name }) => name)],
    Object.keys(answers[0]?.data ?? {}).map(rowOf),
  );
}
