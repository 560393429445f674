/** The rows of ranked lists, as the query API answers them. */
import { percentageOf } from '../../../src/core/percentage.ts';
import { numbersOf } from '../analytics/metric-values.ts';
import type { Answer } from '../analytics/query.ts';

export type RankedRow = {
  /** The API's id: a country code, a browser id, a status code; empty if it has none. */
  readonly id: string;
  readonly label: string;
  readonly count: number;
  /** 0 to 100, of the whole list. */
  readonly percentage: number;
  /** The count in the days before; undefined where these weren't asked for. */
  readonly before?: number | undefined;
  /** What was asked for beside the count. Money is decimal text; null stands for several currencies, or for no data. */
  readonly beside?: number | string | null | undefined;
  /** Of money: an ISO 4217 code. */
  readonly currency?: string | undefined;
};

/** Makes a row's id and label from its dimensions. */
export type RowName = (values: readonly string[]) => Pick<RankedRow, 'id' | 'label'>;

/** The rows of an answer: its first metric is their count, its second what stands beside. */
export function rankedRows(
  { results, meta: { currencies = [] } }: Answer,
  rowOf: RowName,
): readonly RankedRow[] {
  const counts = results.map(({ metrics }) => numbersOf(metrics)[0] ?? 0);
  const earlier = results.map(({ comparison }) => comparison && (numbersOf(comparison.metrics)[0] ?? 0));
  // Where nothing was counted before, every row would be new.
  const isCompared = earlier.some(Boolean);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return results.flatMap(({ dimensions, metrics: [, value] }, index): RankedRow[] => {
    const count = counts[index] ?? 0;
    const before = isCompared ? (earlier[index] ?? 0) : undefined;
    // Every combination is a row, whether the list's metric counts something of it or not.
    if (count === 0 && !before) return [];
    // A row that is gone has no rate. An amount doesn't say which of several currencies it is in.
    const isUnknown = count === 0 || (typeof value === 'string' && currencies.length > 1);
    return [
      {
        ...rowOf(dimensions),
        count,
        percentage: percentageOf(count, total),
        before,
        beside: isUnknown ? null : value,
        currency: currencies[0],
      },
    ];
  });
}
