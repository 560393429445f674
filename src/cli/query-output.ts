/** The answer of a query as a table or as CSV. Source: docs/reference/query.md. */
import { formatCsvLine } from '../core/csv.ts';
import { Table } from './table.ts';

type Row = { readonly dimensions: readonly string[]; readonly metrics: readonly (number | string | null)[] };

/** As the API answers it, as far as it is shown. */
export type QueryAnswer = {
  readonly results: readonly (Row & {
    readonly comparison?: (Row & { readonly change: readonly (number | null)[] }) | null;
  })[];
  readonly query: {
    readonly metrics: readonly string[];
    readonly dimensions: readonly string[];
    readonly date_range: readonly [string, string];
    readonly timezone: string;
    readonly include: { readonly comparison?: { readonly date_range: readonly [string, string] } };
  };
};

export function formatQueryTable(answer: QueryAnswer, maxWidth: number): string {
  const titles = titlesOf(answer, (metric) => [metric, 'before', 'change %']);
  const columns = titles.map((title, index) => ({
    title: title.toUpperCase(),
    whole: index >= answer.query.dimensions.length,
  }));
  return new Table(columns, maxWidth).format(cellsOf(answer, '-'));
}

/** With a header; `comparison_…` and `change_…` stand behind each metric that is compared. */
export function formatQueryCsv(answer: QueryAnswer): string {
  const titles = titlesOf(answer, (metric) => [metric, `comparison_${metric}`, `change_${metric}`]);
  return [titles, ...cellsOf(answer, '')].map(formatCsvLine).join('');
}

function titlesOf({ query }: QueryAnswer, ofMetric: (metric: string) => readonly string[]): string[] {
  const { dimensions, metrics, include } = query;
  const titles = metrics.flatMap((metric) => ofMetric(metric).slice(0, include.comparison ? 3 : 1));
  return [...dimensions, ...titles];
}

/** `none` stands for what there is not. */
function cellsOf({ results, query }: QueryAnswer, none: string): string[][] {
  return results.map(({ dimensions, metrics, comparison }) => [
    ...dimensions,
    ...metrics.flatMap((value, index) => {
      if (!query.include.comparison) return [String(value ?? none)];
      return [value, comparison?.metrics[index], comparison?.change[index]].map((each) =>
        String(each ?? none),
      );
    }),
  ]);
}
