/** The metrics of visitor queries, and the totals they are computed from. Source: docs/reference/query.md ("Metrics"). */
import type { ReportName } from '../../core/report-scripts.ts';
import type { EventField } from './event-fields.ts';

/** SQL: tells a visitor from all others, also from those of other domains. */
export function visitorOf(over: 'account' | undefined, visitor: string): string {
  return over === undefined ? visitor : `cityHash64(domain, ${visitor})`;
}

/**
 * What is counted, and over what. Of events, `rows` counts rows of `events`, all of them or only pageviews; `visits` counts
 * whole visits, or single events with the `fields` they need.
 * Totals over what is reported count visits' pages with such reports.
 */
export const totals: Readonly<Record<TotalName, Total>> = {
  visitors: {
    over: 'events',
    rows: 'uniqExact(visitor)',
    rowsOfMany: `uniqExact(${visitorOf('account', 'visitor')})`,
    visits: 'uniqExact(v.visitor)',
  },
  events: { over: 'events', rows: 'count()', visits: 'sum(v.events)' },
  pageviews: { over: 'pageviews', rows: 'count()', visits: 'sum(v.pageviews)' },
  visits: { over: 'visits', visits: 'countIf(v.pageviews > 0)' },
  bounces: { over: 'visits', visits: 'countIf(v.pageviews = 1)' },
  duration_ms: { over: 'visits', visits: 'sum(v.duration_ms)' },
  revenue: {
    over: 'events',
    type: 'decimal',
    fields: ['amount'],
    rows: 'sum(revenue_amount)',
    visits: 'sum(v.one_amount)',
  },
  sales: {
    over: 'events',
    fields: ['currency'],
    rows: "countIf(revenue_currency != '')",
    visits: "countIf(v.one_currency != '')",
  },
  // Of pageviews with reports, for each visit and path: see report-part.ts.
  engaged_ms: { over: 'engagement', visits: 'sum(v.engaged)' },
  engaged_pages: { over: 'engagement', visits: 'count()' },
  scroll_depths: { over: 'engagement', visits: 'sum(v.depth)' },
  // Every report's, in milliseconds and thousandths.
  lcps: { over: 'vitals', type: 'numbers', visits: 'groupArrayArray(v.lcps)' },
  inps: { over: 'vitals', type: 'numbers', visits: 'groupArrayArray(v.inps)' },
  ttfbs: { over: 'vitals', type: 'numbers', visits: 'groupArrayArray(v.ttfbs)' },
  layout_shifts: { over: 'vitals', type: 'numbers', visits: 'groupArrayArray(v.layout_shifts)' },
  currencies: {
    over: 'events',
    type: 'texts',
    fields: ['currency'],
    rows: "groupUniqArrayIf(toString(revenue_currency), revenue_currency != '')",
    visits: "groupUniqArrayIf(toString(v.one_currency), v.one_currency != '')",
  },
};
export type TotalName =
  | 'visitors'
  | 'events'
  | 'pageviews'
  | 'visits'
  | 'bounces'
  | 'duration_ms'
  | 'revenue'
  | 'sales'
  | 'currencies'
  | 'engaged_ms'
  | 'engaged_pages'
  | 'scroll_depths'
  | 'lcps'
  | 'inps'
  | 'ttfbs'
  | 'layout_shifts';
export type Total = {
  /** One whole number by default. Single numbers are summed; `numbers` are collected, and `texts` without duplicates. */
  readonly type?: 'decimal' | 'numbers' | 'texts';
  readonly visits: string;
} & (
  | {
      readonly over: 'events' | 'pageviews';
      readonly rows: string;
      /** The same where the rows are of many domains. */
      readonly rowsOfMany?: string;
      readonly fields?: readonly EventField[];
    }
  | { readonly over: 'visits' | ReportName }
);

/** What a share refers to, under the query's filters but those at top level that name what it goes `without`. */
export const wholes: Readonly<Record<WholeName, WholeRule>> = {
  all_visitors: { total: 'visitors', by: 'nothing' },
  reached_visitors: { total: 'visitors', by: 'nothing', without: 'conversions' },
  // By the row's dimensions but goals and properties.
  row_visitors: { total: 'visitors', by: 'row', without: 'conversions' },
  // Of the exit page's path, in all visits: which page a filter keeps says nothing of who only passed by it.
  path_pageviews: { total: 'pageviews', by: 'page', without: 'exit_page' },
};
export type WholeName = 'all_visitors' | 'reached_visitors' | 'row_visitors' | 'path_pageviews';
type WholeRule = {
  readonly total: 'visitors' | 'pageviews';
  readonly by: 'nothing' | 'row' | 'page';
  readonly without?: 'conversions' | 'exit_page';
};

export type Metric = {
  readonly totals: readonly TotalName[];
  readonly whole?: WholeName;
  /** Whether it is a monetary amount: decimal text, null when there are several currencies. */
  readonly isMoney?: true;
  /** Whether it is null where nothing was counted. */
  readonly isNullable?: true;
  /** SQL over the totals and the whole by their names. */
  readonly sql: string;
};

/** SQL of a ratio with `decimals` digits, half up; 0 when nothing was counted. */
function ratio(part: string, whole: string, decimals: number, scale = 1): string {
  return `if(${whole} = 0, 0, floor(${part} * ${scale * 10 ** decimals} / ${whole} + 0.5) / ${10 ** decimals})`;
}

/** SQL of a mean in whole numbers, half up; null when nothing was counted. `unit` of the sum make one of the mean. */
function wholeMean(sum: string, count: string, unit = 1): string {
  return `if(${count} = 0, NULL, intDiv(2 * ${sum} + ${unit} * ${count}, ${2 * unit} * greatest(${count}, 1)))`;
}

/** The nearest rank of what reports say: the value at place ceil(0.75 n) of the sorted list; null without any. */
function vital(list: TotalName, unit = 1): Metric {
  const rank = `greatest(1, intDiv(3 * length(${list}) + 3, 4))`;
  return {
    totals: [list, 'events'],
    isNullable: true,
    sql: `if(empty(${list}), NULL, arraySort(${list})[${rank}] / ${unit})`,
  };
}

function money(amount: string): Metric {
  return {
    totals: ['revenue', 'sales', 'currencies'],
    isMoney: true,
    sql: `if(length(currencies) > 1, NULL, toString(${amount}))`,
  };
}

export const visitorMetricNames = [
  'visitors',
  'visits',
  'pageviews',
  'views_per_visit',
  'bounce_rate',
  'visit_duration',
  'exit_rate',
  'events',
  'conversion_rate',
  'group_conversion_rate',
  'time_on_page',
  'scroll_depth',
  'lcp_p75',
  'inp_p75',
  'ttfb_p75',
  'cls_p75',
  'total_revenue',
  'average_revenue',
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
  // Percent. A visit of the range may have ended after it.
  exit_rate: {
    totals: ['visits'],
    whole: 'path_pageviews',
    sql: `least(100, ${ratio('visits', 'path_pageviews', 2, 100)})`,
  },
  events: { totals: ['events'], sql: 'events' },
  // Percent.
  conversion_rate: {
    totals: ['visitors'],
    whole: 'reached_visitors',
    sql: ratio('visitors', 'reached_visitors', 2, 100),
  },
  // Percent.
  group_conversion_rate: {
    totals: ['visitors'],
    whole: 'row_visitors',
    sql: ratio('visitors', 'row_visitors', 2, 100),
  },
  // Seconds. Events find the rows that have no reports.
  time_on_page: {
    totals: ['engaged_ms', 'engaged_pages', 'events'],
    isNullable: true,
    sql: wholeMean('engaged_ms', 'engaged_pages', 1000),
  },
  // Percent.
  scroll_depth: {
    totals: ['scroll_depths', 'engaged_pages', 'events'],
    isNullable: true,
    sql: wholeMean('scroll_depths', 'engaged_pages'),
  },
  // Milliseconds.
  lcp_p75: vital('lcps'),
  inp_p75: vital('inps'),
  ttfb_p75: vital('ttfbs'),
  cls_p75: vital('layout_shifts', 1000),
  total_revenue: money('revenue'),
  // To the thousandth, half away from 0.
  average_revenue: money(
    'toDecimal128(round(if(sales = 0, toDecimal256(0, 6), toDecimal256(revenue, 6) / greatest(sales, 1)), 3), 3)',
  ),
  // Percent.
  percentage: { totals: ['visitors'], whole: 'all_visitors', sql: ratio('visitors', 'all_visitors', 2, 100) },
};
