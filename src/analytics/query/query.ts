/** A parsed, validated and complete query, as the query engine uses it. */

import type { QueryGoal } from './goals.ts';
import type { RequestDimension, RequestMetric } from './request-vocabulary.ts';
import type { TimeRange } from './time-range.ts';
import type { VisitorMetric } from './visitor-metrics.ts';
import type { VisitorDimension } from './vocabulary.ts';

export type Filter<Dimension extends string = VisitorDimension> =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter<Dimension>[] }
  | { readonly kind: 'not'; readonly filter: Filter<Dimension> }
  /** Matches a visit in which at least one event matches the filter. */
  | { readonly kind: 'has_done'; readonly filter: Filter<Dimension> }
  /** Matches an event that completes one of the goals. */
  | { readonly kind: 'goals'; readonly goals: readonly QueryGoal[] }
  | FilterTest<Dimension>;

export type FilterTest<Dimension extends string = VisitorDimension> = {
  readonly kind: 'test';
  readonly operator: 'is' | 'contains' | 'matches';
  readonly dimension: Dimension;
  /** Any of them. */
  readonly values: readonly string[];
  /** Its position in the query, for error messages. */
  readonly place: string;
};

export type Order<Word extends string> = { readonly by: Word; readonly direction: 'asc' | 'desc' };

export type Query<Metric extends string, Dimension extends string> = {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
  readonly range: TimeRange;
  /** All of them. */
  readonly filters: readonly Filter<Dimension>[];
  readonly orderBy: readonly Order<Metric | Dimension>[];
  readonly limit: number;
  readonly offset: number;
  readonly include: {
    readonly timeLabels: boolean;
    readonly totalRows: boolean;
    /** The first metric's sum over all rows, including those beyond the page; for reports. */
    readonly sum?: boolean;
    /** Leaves out the rows in which the metrics count nothing; for reports. */
    readonly countedOnly?: boolean;
    readonly comparison?: Comparison;
  };
  /** Only the rows with these values of the dimensions, all of them and in no order; by default a page of all rows. */
  readonly only?: readonly (readonly string[])[];
  /** Leaves out the rows that this range has too. */
  readonly except?: TimeRange;
};

export const comparisonModes = ['previous_period', 'year_over_year', 'custom'] as const;

/** The range that the query's rows are compared with. */
export type Comparison = {
  readonly mode: (typeof comparisonModes)[number];
  readonly range: TimeRange;
  readonly matchDayOfWeek: boolean;
  /** Appends the rows that only the other range has. */
  readonly lostRows: boolean;
};

export type VisitorQuery = Query<VisitorMetric, VisitorDimension> & {
  /** The domain's, or those of all domains. */
  readonly goals: readonly QueryGoal[];
  /** All custom domains of an account; by default one. */
  readonly over?: 'account';
};
export type RequestQuery = Query<RequestMetric, RequestDimension> & {
  /**
   * Of a redirect's clicks, wherever they are stored, of a host, or of all that an account has; by default of what is counted under
   * one uuid.
   */
  readonly over?: 'clicks' | 'account' | HostRequests;
};

/** The requests of a host, and what they are counted under. */
export type HostRequests = { readonly host: string; readonly owners: readonly string[] };

/** Every test in the filters, at any depth. */
export function* testsIn<Dimension extends string>(
  filters: readonly Filter<Dimension>[],
): Generator<FilterTest<Dimension>> {
  for (const filter of filters) {
    if (filter.kind === 'test') yield filter;
    else if (filter.kind !== 'goals') yield* testsIn('filters' in filter ? filter.filters : [filter.filter]);
  }
}

export type AnyQuery = Query<string, string>;
