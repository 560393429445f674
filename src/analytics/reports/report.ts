/** A row of the table of reports. Source: docs/reference/web-analytics.md ("Reports", "Parameters"). */
import type { DateRange, Frequency } from '../../core/date-range.ts';
import type { MeasureName } from './measures.ts';

/** The form of an answer. */
export type Shape =
  /** One number in one field. */
  | { readonly kind: 'count'; readonly field: string }
  /** The first day of each bucket → the number of the bucket. */
  | { readonly kind: 'series' }
  /** Items by number descending, then by label: `{<label>, <id>?, <value>, percentage}`. */
  | { readonly kind: 'list'; readonly label: string; readonly value: string; readonly id?: ItemId }
  /** Three ranked lists, of browsers, operating systems and screen sizes. */
  | { readonly kind: 'devices' }
  /** Every bucket's label → its count as a string. */
  | { readonly kind: 'distribution' }
  /** Crawls and visits of each assistant. */
  | { readonly kind: 'assistants' }
  /** Page loads of each class. */
  | { readonly kind: 'page_loads' };

/** The forms that are made of groups of one measure. */
export type GroupShape = Exclude<Shape, { kind: 'assistants' | 'page_loads' }>;

/** A second field that names an item, for programs. */
export type ItemId = {
  readonly field: string;
  readonly type: 'string' | 'integer';
  readonly description: string;
};

/** The parameters beside `from` and `to`, which every report has. */
export type ReportParameter = 'utm_param' | 'location_type' | 'region' | 'frequency' | 'limit';

export const utmParams = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type UtmParam = (typeof utmParams)[number];

export const locationTypes = ['country', 'region', 'city'] as const;
export type LocationType = (typeof locationTypes)[number];

export type DimensionName =
  | 'all'
  | 'date'
  | 'response_time_bucket'
  | 'page'
  | 'property_key'
  | 'file'
  | 'status'
  | 'bot'
  | 'datacenter'
  | 'source'
  | UtmParam
  | LocationType
  | 'browser'
  | 'operating_system'
  | 'screen'
  | 'entry_path'
  | 'exit_path';

export type Report = {
  /** The last segment of the path. */
  readonly name: string;
  /** A noun phrase that ends without a full stop. */
  readonly summary: string;
  /** What else a reader of the API reference has to know; whole sentences. */
  readonly notes?: string;
  readonly measure: MeasureName;
  /** What the measure is grouped by; a parameter may choose it. */
  readonly dimension: DimensionName | 'utm_param' | 'location_type' | 'devices';
  readonly shape: Shape;
};

/** What a report takes beside the range. */
export function parametersOf({ shape, dimension }: Report): ReportParameter[] {
  return [
    ...(dimension === 'utm_param' ? (['utm_param'] as const) : []),
    ...(dimension === 'location_type' ? (['location_type', 'region'] as const) : []),
    ...(shape.kind === 'series' ? (['frequency'] as const) : []),
    ...(shape.kind === 'list' || shape.kind === 'devices' ? (['limit'] as const) : []),
  ];
}

/** A report of one number, in one field. */
export function single(
  measure: MeasureName,
  field: string,
  name: string,
  summary: string,
  notes?: string,
): Report {
  const shape = { kind: 'count', field } as const;
  return { name, summary, ...(notes === undefined ? {} : { notes }), measure, dimension: 'all', shape };
}

/** A report of a number for each bucket of time. */
export function series(measure: MeasureName, name: string, summary: string, notes?: string): Report {
  const shape = { kind: 'series' } as const;
  return { name, summary, ...(notes === undefined ? {} : { notes }), measure, dimension: 'date', shape };
}

export type ReportRequest = {
  readonly domainUuid: string;
  readonly range: DateRange;
  readonly frequency: Frequency;
  /** Items of a list. */
  readonly limit: number;
  readonly utmParam: UtmParam;
  readonly locationType: LocationType;
  /** Of locations, only visitors in this region, by its ISO 3166-2 code; by default all. */
  readonly region?: string | undefined;
  /** Milliseconds since the Unix epoch, for what is current. */
  readonly nowMs: number;
};

export const defaultLimit = 1_000;
export const maxLimit = 10_000;
