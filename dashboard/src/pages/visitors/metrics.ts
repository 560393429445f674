/** The numbers of the visitors page: what they are called, how they are written, and the series behind each. */
import type { ChartedMetric } from '../../analytics/metric-chart.tsx';
import {
  formatCompact,
  formatDecimal,
  formatInteger,
  formatPercentage,
  formatStay,
  formatStayMark,
} from '../../format/numbers.ts';

export type Metric = ChartedMetric & {
  readonly id: 'visitors' | 'visits' | 'pageviews' | 'pages_per_visit' | 'bounce_rate' | 'visit_duration';
  readonly goodWhen: 'up' | 'down';
};

export const metrics: readonly [Metric, ...Metric[]] = [
  {
    id: 'visitors',
    label: 'Unique visitors',
    hint: 'People, as far as they can be told apart: who comes on five days counts once.',
    format: formatInteger,
    formatAxis: formatCompact,
    kind: 'integer',
    goodWhen: 'up',
    series: 'unique_visitors_by_date',
    queried: ['visitors'],
  },
  {
    id: 'visits',
    label: 'Visits',
    hint: 'A visit is what one visitor looks at without a pause of more than 30 minutes.',
    format: formatInteger,
    formatAxis: formatCompact,
    kind: 'integer',
    goodWhen: 'up',
    series: 'visits_by_date',
    queried: ['visits'],
  },
  {
    id: 'pageviews',
    label: 'Pageviews',
    hint: 'Views of pages, without bots and prerendered pages.',
    format: formatInteger,
    formatAxis: formatCompact,
    kind: 'integer',
    goodWhen: 'up',
    series: 'pageviews_by_date',
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
    series: 'pageviews_per_visit_by_date',
    queried: ['views_per_visit'],
  },
  {
    id: 'bounce_rate',
    label: 'Bounce rate',
    hint: 'Visits of a single pageview, of all visits.',
    format: formatPercentage,
    formatAxis: formatPercentage,
    kind: 'number',
    goodWhen: 'down',
    series: 'bounce_rate_by_date',
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
    series: 'average_visit_duration_by_date',
    queried: ['visit_duration'],
  },
];
