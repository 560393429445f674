/** Ranked lists: their names, their queries, and their rows in one shape. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { percentageOf } from '../../../src/core/percentage.ts';
import { numbersOf } from '../analytics/metric-values.ts';
import {
  type Answer,
  type ComparedScope,
  type Dimension,
  fetchQuery,
  type Query,
  queryOptions,
  type RequestMetric,
  type VisitorMetric,
} from '../analytics/query.ts';
import { sumOf } from '../analytics/series-query.ts';
import type { Area, Filter, FilterDimension } from '../filters/filter.ts';
import { noValue } from '../filters/filter.ts';

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
  readonly beside?: number | string | null;
  /** Of money: an ISO 4217 code. */
  readonly currency?: string;
};

export type ListMetric = VisitorMetric | RequestMetric;

/** The kind of label, which decides its icon and its link. */
export type LabelKind =
  | 'source'
  | 'tag'
  | 'path'
  | 'country'
  | 'region'
  | 'city'
  | 'software'
  | 'screen'
  | 'status'
  | 'bot'
  | 'network';

/** How many rows the API gives at most. Source: docs/reference/query.md. */
export const mostRows = 10_000;

export type RankedReport = {
  /** Of its page: `/domains/:uuid/visitors/<slug>`. */
  readonly slug: string;
  readonly area: Area;
  readonly title: string;
  /** Where the card's title says the rest: `Top`, `Entry`. */
  readonly tab: string;
  /** The column of labels: `Source`. */
  readonly labelHead: string;
  /** The column of counts: `Visits`. */
  readonly countHead: string;
  /** The column of ids in a file, for lists that have them. */
  readonly idHead?: string;
  readonly kind: LabelKind;
  /** The dimension of its rows. */
  readonly dimension: FilterDimension;
  /** The filters that select a row. */
  readonly filtersOf: (row: Pick<RankedRow, 'id' | 'label'>) => readonly Filter[];
  /** What its rows count. */
  readonly metric: ListMetric;
  /** For `useQuery`: the first `limit` rows, with another metric beside the count. */
  readonly rowsQuery: (
    domainUuid: string,
    scope: ComparedScope,
    limit: number,
    beside?: ListMetric,
  ) => RowsQuery;
  /** All rows, up to `mostRows`. */
  readonly fetchRows: (
    domainUuid: string,
    scope: ComparedScope,
    beside?: ListMetric,
  ) => Promise<readonly RankedRow[]>;
};

type RowsQuery = UseQueryOptions<readonly RankedRow[]>;
type Words = Omit<RankedReport, 'rowsQuery' | 'fetchRows' | 'filtersOf' | 'dimension' | 'metric'>;

/** What the list asks the query API. */
export type RankedQuery = {
  readonly metric: ListMetric;
  readonly dimension: FilterDimension;
  /** The dimensions to query; `dimension` by default. */
  readonly dimensions?: readonly Dimension[];
  /** Makes a row's id and label from its dimensions; the first one is the label by default. */
  readonly rowOf?: (values: readonly string[]) => Pick<RankedRow, 'id' | 'label'>;
  /** By default the label is the value. */
  readonly filtersOf?: RankedReport['filtersOf'];
  /** Leaves out rows without a value. */
  readonly skipsNone?: true;
};

/** A ranked list of a query. */
export function rankedReport(words: Words, query: RankedQuery): RankedReport {
  const { dimension, metric, rowOf = ([label = '']) => ({ id: '', label }) } = query;
  const listQuery = (beside?: ListMetric) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- metrics of one area
    ({
      metrics: beside === undefined ? [metric] : [metric, beside],
      dimensions: query.dimensions ?? [dimension],
      filters: query.skipsNone === true ? [['is_not', dimension, [noValue]]] : [],
    }) as Query;
  const rowsOf = ({ results, meta: { currencies: [currency = ''] = [] } }: Answer): readonly RankedRow[] => {
    const counts = results.map(({ metrics }) => numbersOf(metrics)[0] ?? 0);
    const total = sumOf(counts);
    // Every combination is a row, whether the list's metric counts something of it or not.
    return results.flatMap(({ dimensions, metrics: [, beside], comparison }, index): RankedRow[] => {
      const count = counts[index] ?? 0;
      const before = comparison ? { before: numbersOf(comparison.metrics)[0] ?? 0 } : {};
      if (count === 0 && !before.before) return [];
      return [
        {
          ...rowOf(dimensions),
          count,
          percentage: percentageOf(count, total),
          ...before,
          ...(beside === undefined ? {} : { beside, currency }),
        },
      ];
    });
  };
  return {
    ...words,
    dimension,
    metric,
    filtersOf: query.filtersOf ?? (({ label }) => [['is', dimension, [label]]]),
    // Shares refer to the whole list, so all of it is fetched.
    rowsQuery: (domainUuid, scope, limit, beside) => ({
      ...queryOptions(domainUuid, scope, listQuery(beside), rowsOf),
      select: (rows) => rows.slice(0, limit),
    }),
    fetchRows: async (domainUuid, scope, beside) =>
      rowsOf(await fetchQuery(domainUuid, scope, listQuery(beside))),
  };
}
