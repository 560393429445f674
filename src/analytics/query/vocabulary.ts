/**
 * The words of the query API: every metric and dimension, one entry each.
 * Source: docs/reference/query.md.
 *
 * A dimension's SQL reads the columns of a visit and the fields of one event; a metric's SQL reads totals, which are
 * counted over events or over visits. Adding a word is adding an entry: the compiler asks for everything it needs.
 */
import type { VisitColumn } from '../visits/visit-rule.ts';
import { countryCodes, countryName } from './place-names.ts';
import { textList } from './text-literal.ts';

export const timeDimensions = ['time:hour', 'time:day', 'time:week', 'time:month'] as const;
export type TimeDimension = (typeof timeDimensions)[number];

export type Dimension =
  | { readonly kind: 'time' }
  /** A property of the whole visit. `sql` reads the columns. */
  | { readonly kind: 'visit'; readonly columns: readonly VisitColumn[]; readonly sql: string }
  /** A property of one event. `sql` reads its fields through `field`. */
  | {
      readonly kind: 'event';
      readonly fields: readonly EventField[];
      readonly sql: (field: FieldSql) => string;
    };

/** What is known of one event: its column in `events`, and the column of `visits` that lists it. */
export const eventFields: Readonly<
  Record<EventField, { readonly column: string; readonly list: VisitColumn }>
> = {
  name: { column: 'name', list: 'event_names' },
  path: { column: 'path', list: 'event_paths' },
};
export type EventField = 'name' | 'path';

/** SQL that reads a field of the event at hand: a column of a row, or an element of a list inside a visit. */
export type FieldSql = (name: EventField) => string;

/** A text column whose empty value is shown as `shown`. */
function visit(column: VisitColumn, shown: 'Unknown' | '(none)'): Dimension {
  return { kind: 'visit', columns: [column], sql: `if(${column} = '', '${shown}', ${column})` };
}

const time: Dimension = { kind: 'time' };

const screenNames: Readonly<Record<string, string>> = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
};

/** SQL that replaces a key by its name. */
function named(key: string, names: Readonly<Record<string, string>>, otherwise: string): string {
  return `transform(toString(${key}), ${textList(Object.keys(names))}, ${textList(Object.values(names))}, ${otherwise})`;
}

const countryNames: Readonly<Record<string, string>> = Object.fromEntries(
  [...countryCodes].map((code) => [code, countryName(code) ?? code]),
);

export const visitorDimensionNames = [
  'time:hour',
  'time:day',
  'time:week',
  'time:month',
  'event:page',
  'event:name',
  'visit:source',
  'visit:utm_source',
  'visit:utm_medium',
  'visit:utm_campaign',
  'visit:utm_term',
  'visit:utm_content',
  'visit:entry_page',
  'visit:exit_page',
  'visit:country',
  'visit:country_name',
  'visit:region',
  'visit:region_name',
  'visit:city',
  'visit:city_name',
  'visit:browser',
  'visit:os',
  'visit:device',
] as const;

/** UTM parameters as they are stored, for reports: no value is shown for those without. */
type RawDimension = `raw:utm_${'source' | 'medium' | 'campaign' | 'term' | 'content'}`;
export type VisitorDimension = (typeof visitorDimensionNames)[number] | RawDimension;

export const visitorDimensions: Readonly<Record<VisitorDimension, Dimension>> = {
  'time:hour': time,
  'time:day': time,
  'time:week': time,
  'time:month': time,
  'event:page': { kind: 'event', fields: ['path'], sql: (field) => field('path') },
  'event:name': { kind: 'event', fields: ['name'], sql: (field) => field('name') },
  'visit:source': visit('source', 'Unknown'),
  'visit:utm_source': visit('utm_source', '(none)'),
  'visit:utm_medium': visit('utm_medium', '(none)'),
  'visit:utm_campaign': visit('utm_campaign', '(none)'),
  'visit:utm_term': visit('utm_term', '(none)'),
  'visit:utm_content': visit('utm_content', '(none)'),
  'visit:entry_page': { kind: 'visit', columns: ['entry_path'], sql: 'entry_path' },
  'visit:exit_page': { kind: 'visit', columns: ['exit_path'], sql: 'exit_path' },
  'visit:country': visit('country', 'Unknown'),
  'visit:country_name': {
    kind: 'visit',
    columns: ['country'],
    sql: named('country', countryNames, "if(country = '', 'Unknown', country)"),
  },
  'visit:region': visit('region', 'Unknown'),
  'visit:region_name': {
    kind: 'visit',
    columns: ['region', 'region_name'],
    sql: "multiIf(region_name != '', region_name, region != '', region, 'Unknown')",
  },
  'visit:city': visit('city', 'Unknown'),
  'visit:city_name': visit('city', 'Unknown'),
  'visit:browser': visit('browser', 'Unknown'),
  'visit:os': visit('operating_system', 'Unknown'),
  'visit:device': { kind: 'visit', columns: ['screen'], sql: named('screen', screenNames, "'Unknown'") },
  'raw:utm_source': { kind: 'visit', columns: ['utm_source'], sql: 'utm_source' },
  'raw:utm_medium': { kind: 'visit', columns: ['utm_medium'], sql: 'utm_medium' },
  'raw:utm_campaign': { kind: 'visit', columns: ['utm_campaign'], sql: 'utm_campaign' },
  'raw:utm_term': { kind: 'visit', columns: ['utm_term'], sql: 'utm_term' },
  'raw:utm_content': { kind: 'visit', columns: ['utm_content'], sql: 'utm_content' },
};

/**
 * What is added up, and over what: whole numbers. Of events, `rows` counts rows of `events`, all of them or only pageviews;
 * `visits` adds up whole visits.
 */
export const totals = {
  visitors: { over: 'events', rows: 'uniqExact(visitor)', visits: 'uniqExact(v.visitor)' },
  events: { over: 'events', rows: 'count()', visits: 'sum(v.events)' },
  pageviews: { over: 'pageviews', rows: 'count()', visits: 'sum(v.pageviews)' },
  visits: { over: 'visits', sql: 'countIf(v.pageviews > 0)' },
  bounces: { over: 'visits', sql: 'countIf(v.pageviews = 1)' },
  duration_ms: { over: 'visits', sql: 'sum(v.duration_ms)' },
} as const;
export type Total = keyof typeof totals;

export type Metric = {
  readonly totals: readonly Total[];
  /** SQL over the totals by their names, and over `all_visitors`: the query's visitors without dimensions. */
  readonly sql: string;
};

/** SQL of a ratio with `decimals` digits, half up; 0 when nothing was counted. */
function ratio(part: string, whole: string, decimals: number, scale = 1): string {
  return `if(${whole} = 0, 0, floor(${part} * ${scale * 10 ** decimals} / ${whole} + 0.5) / ${10 ** decimals})`;
}

export const visitorMetricNames = [
  'visitors',
  'visits',
  'pageviews',
  'views_per_visit',
  'bounce_rate',
  'visit_duration',
  'events',
  'percentage',
] as const;
export type VisitorMetric = (typeof visitorMetricNames)[number];

export const visitorMetrics: Readonly<Record<VisitorMetric, Metric>> = {
  visitors: { totals: ['visitors'], sql: 'visitors' },
  visits: { totals: ['visits'], sql: 'visits' },
  pageviews: { totals: ['pageviews'], sql: 'pageviews' },
  views_per_visit: { totals: ['pageviews', 'visits'], sql: ratio('pageviews', 'visits', 2) },
  // Percent.
  bounce_rate: { totals: ['bounces', 'visits'], sql: ratio('bounces', 'visits', 2, 100) },
  // Seconds.
  visit_duration: { totals: ['duration_ms', 'visits'], sql: ratio('duration_ms', 'visits', 3, 0.001) },
  events: { totals: ['events'], sql: 'events' },
  // Percent of the query's visitors.
  percentage: { totals: ['visitors'], sql: ratio('visitors', 'all_visitors', 2, 100) },
};
