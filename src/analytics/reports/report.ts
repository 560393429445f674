/** What a row of the table of reports says. Source: spec sections 2.3, 4.1 and 4.2. */
import type { DateRange, Frequency } from '../../core/date-range.ts';
import type { DimensionName } from './dimensions.ts';
import type { MeasureName } from './measures.ts';

/** The form of an answer; spec section 2.3 names them. */
export type Shape =
  /** One number in one field. */
  | { readonly kind: 'count'; readonly field: string }
  /** The first day of each bucket → the number of the bucket. */
  | { readonly kind: 'series' }
  /** Items by number descending, then by label: `{<label>, <id>?, <value>, percentage}`. */
  | { readonly kind: 'list'; readonly label: string; readonly value: string; readonly id?: ItemId }
  /** Every bucket's label → its count as a string. */
  | { readonly kind: 'distribution' };

/** A second field that names an item, for programs. */
export type ItemId = {
  readonly field: string;
  readonly type: 'string' | 'integer';
  readonly description: string;
};

/** The parameters beside `from` and `to`, which every report has. */
export type ReportParameter = 'frequency' | 'limit';

export type Report = {
  /** The last segment of the path. */
  readonly name: string;
  /** A noun phrase that ends without a full stop. */
  readonly summary: string;
  /** What else a reader of the API reference has to know; whole sentences. */
  readonly notes?: string;
  /** The table that is counted. */
  readonly source: 'requests';
  readonly measure: MeasureName;
  /** What the measure is grouped by. */
  readonly dimension: DimensionName;
  readonly shape: Shape;
  readonly parameters: readonly ReportParameter[];
};

export type ReportRequest = {
  readonly domainUuid: string;
  readonly range: DateRange;
  readonly frequency: Frequency;
  /** Items of a list. */
  readonly limit: number;
};

export const defaultLimit = 1_000;
export const maxLimit = 10_000;
