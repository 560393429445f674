/** The numbers of the visitors page: what they are called, how they are written, and the series behind each. */
import type { ChartedMetric } from '../../../analytics/metric-chart.tsx';
import { type Filter, selectsEvents } from '../../../filters/filter.ts';
import {
  formatCompact,
  formatDecimal,
  formatInteger,
  formatPercentage,
  formatStay,
  formatStayMark,
} from '../../../format/numbers.ts';

export type Metric = ChartedMetric & {
  readonly id:
    | 'visitors'
    | 'visits'
    | 'pageviews'
    | 'pages_per_visit'
    | 'bounce_rate'
    | 'visit_duration'
    | 'events'
    | 'conversion_rate';
  readonly goodWhen: 'up' | 'down';
  /** It has no series: each point would be a share of the whole range's visitors. */
  readonly isTotalOnly?: true;
};

const metrics: readonly [Metric, ...Metric[]] = [
  {
    id: 'visitors',
    label: 'Unique visitors',
    hint: 'Distinct people, as far as they can be told apart. Someone who visits on five days counts once.',
    format: formatInteger,
    formatAxis: formatCompact,
    kind: 'integer',
    goodWhen: 'up',
    queried: ['visitors'],
  },
  {
    id: 'visits',
    label: 'Visits',
    hint: "A visit is one visitor's pageviews with no gap longer than 30 minutes.",
    format: formatInteger,
    formatAxis: formatCompact,
    kind: 'integer',
    goodWhen: 'up',
    queried: ['visits'],
  },
  {
    id: 'pageviews',
    label: 'Pageviews',
    hint: 'Page loads, excluding bots and prerendered pages.',
    format: formatInteger,
    formatAxis: formatCompact,
    kind: 'integer',
    goodWhen: 'up',
    queried: ['pageviews'],
  },
  {
    id: 'pages_per_visit',
    label: 'Pages per visit',
    hint: 'Pageviews divided by visits.',
    format: formatDecimal,
    formatAxis: formatDecimal,
    kind: 'number',
    goodWhen: 'up',
    queried: ['views_per_visit'],
  },
  {
    id: 'bounce_rate',
    label: 'Bounce rate',
    hint: 'The share of visits with a single pageview.',
    format: formatPercentage,
    formatAxis: formatPercentage,
    kind: 'number',
    goodWhen: 'down',
    isRate: true,
    queried: ['bounce_rate'],
  },
  {
    id: 'visit_duration',
    label: 'Visit duration',
    hint: 'Average time from the first to the last pageview of a visit; a single pageview counts as 0.',
    format: formatStay,
    formatAxis: formatStayMark,
    kind: 'duration',
    goodWhen: 'up',
    queried: ['visit_duration'],
  },
];

/** In place of those of pageviews, on pages filtered by a goal or a property: what passes may be no pageview. */
const eventMetrics: readonly Metric[] = [
  {
    id: 'events',
    label: 'Events',
    hint: 'Pageviews and custom events that match the filters.',
    format: formatInteger,
    formatAxis: formatCompact,
    kind: 'integer',
    goodWhen: 'up',
    queried: ['events'],
  },
  {
    id: 'conversion_rate',
    label: 'Conversion rate',
    hint: 'The share of visitors counted here among all who match the other filters, ignoring goals and properties.',
    format: formatPercentage,
    formatAxis: formatPercentage,
    kind: 'number',
    goodWhen: 'up',
    isRate: true,
    queried: ['conversion_rate'],
    isTotalOnly: true,
  },
];

const ofPageviews: ReadonlySet<string> = new Set(['pageviews', 'pages_per_visit']);

/** The numbers of a page with these filters. The first one has a series. */
export function metricsFor(filters: readonly Filter[]): readonly [Metric, ...Metric[]] {
  if (!selectsEvents(filters)) return metrics;
  const [first, ...others] = metrics;
  return [first, ...others.filter(({ id }) => !ofPageviews.has(id)), ...eventMetrics];
}
