/** Reports that are ranked lists: what they are called, how they are asked for, and their rows in one shape. */
import type { UseQueryOptions } from '@tanstack/react-query';
import {
  fetchReport,
  type ReportAnswer,
  type ReportName,
  type ReportParams,
  reportQuery,
} from '../analytics/report-query.ts';

/** Days of UTC, both included. */
type Days = { readonly from: string; readonly to: string };

export type RankedRow = {
  /** What the API calls it besides its name: a country's code, a browser's id, a status code; empty where there is none. */
  readonly id: string;
  readonly label: string;
  readonly count: number;
  /** 0 to 100, of the whole list. */
  readonly percentage: number;
};

/** What a label is, and so how it looks and where it leads. */
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

/** How many rows the API gives at most. Source: docs/reference/web-analytics.md ("Parameters"). */
export const mostRows = 10_000;

export type RankedReport = {
  /** Of its page: `/domains/:uuid/visitors/<slug>`. */
  readonly slug: string;
  readonly area: 'visitors' | 'requests';
  readonly title: string;
  /** Where the card's title says the rest: `Top`, `Entry`. */
  readonly tab: string;
  /** The column of labels: `Source`. */
  readonly labelHead: string;
  /** The column of counts: `Visits`. */
  readonly countHead: string;
  /** The column of ids in a file, for reports that have them. */
  readonly idHead?: string;
  readonly kind: LabelKind;
  /** For `useQuery`: the first `limit` rows. */
  readonly rowsQuery: (domainUuid: string, days: Days, limit: number) => RowsQuery;
  readonly fetchRows: (domainUuid: string, days: Days, limit: number) => Promise<readonly RankedRow[]>;
};

type RowsQuery = UseQueryOptions<unknown, Error, readonly RankedRow[]>;
type Words = Omit<RankedReport, 'rowsQuery' | 'fetchRows'>;

/** A ranked list out of a report; `paramsOf` adds what else the report wants to know. */
export function rankedReport<Name extends ReportName>(
  words: Words,
  name: Name,
  paramsOf: (params: Days & { readonly limit: number }) => ReportParams<Name>,
  rowsOf: (answer: ReportAnswer<Name>) => readonly RankedRow[],
): RankedReport {
  return {
    ...words,
    rowsQuery: (domainUuid, { from, to }, limit) => {
      const options = reportQuery(domainUuid, name, paramsOf({ from, to, limit }));
      // What the cache holds under this key is this report's answer; lists of all reports have one type this way.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { ...options, select: rowsOf } as unknown as RowsQuery;
    },
    fetchRows: async (domainUuid, { from, to }, limit) =>
      rowsOf(await fetchReport(domainUuid, name, paramsOf({ from, to, limit }))),
  };
}
