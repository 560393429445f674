/** Ranked lists: their names, their queries, and their rows in one shape. */
import type { UseQueryOptions } from '@tanstack/react-query';
import {
  type ComparedScope,
  type Dimension,
  fetchQuery,
  type Query,
  queryOptions,
  type RequestMetric,
  type VisitorMetric,
} from '../analytics/query.ts';
import type { Area, Filter, FilterDimension } from '../filters/filter.ts';
import { noValue } from '../filters/filter.ts';
import { type RankedRow, type RowName, rankedRows } from './ranked-rows.ts';

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
  readonly rowOf?: RowName;
  /** By default the label is the value. */
  readonly filtersOf?: RankedReport['filtersOf'];
  /** Leaves out rows without a value. */
  readonly skipsNone?: true;
};

/** A ranked list of a query. */
export function rankedReport(words: Words, query: RankedQuery): RankedReport {
  const { dimension, metric, rowOf = ([label = '']) => ({ id: '', label }) } = query;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a metric of one area
  const listQuery = {
    metrics: [metric],
    dimensions: query.dimensions ?? [dimension],
    filters: query.skipsNone === true ? [['is_not', dimension, [noValue]]] : [],
  } as Query;
  return {
    ...words,
    dimension,
    metric,
    filtersOf: query.filtersOf ?? (({ label }) => [['is', dimension, [label]]]),
    // Shares refer to the whole list, so all of it is fetched.
    rowsQuery: (domainUuid, scope, limit, beside) => {
      const options = queryOptions(domainUuid, scope, { ...listQuery, beside }, (answer) =>
        rankedRows(answer, rowOf),
      );
      return {
        ...options,
        // What stood beside was another metric, or of other days.
        placeholderData: (previous, before) => options.placeholderData(previous, before)?.map(bare),
        select: (rows) => rows.slice(0, limit),
      };
    },
    fetchRows: async (domainUuid, scope, beside) =>
      rankedRows(await fetchQuery(domainUuid, scope, { ...listQuery, beside }), rowOf),
  };
}

const bare = ({ id, label, count, percentage }: RankedRow): RankedRow => ({ id, label, count, percentage });
