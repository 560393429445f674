/** The numbers of the visitors page: what they are called, how they are written, and the series behind each. */
import type { ValueKind } from '../../analytics/time-series.ts';
import {
  formatCompact,
  formatDecimal,
  formatInteger,
  formatPercentage,
  formatStay,
  formatStayMark,
} from '../../format/numbers.ts';

export type Metric = {
  readonly id: 'visitors' | 'visits' | 'pageviews' | 'pages_per_visit' | 'bounce_rate' | 'visit_duration';
  readonly label: string;
  readonly hint: string;
  readonly format: (value: number) => string;
  readonly formatAxis: (value: number) => string;
  readonly kind: ValueKind;
  readonly goodWhen: 'up' | 'down';
  /** The report that has it over time. */
  readonly series:
    | 'unique_visitors_by_date'
    | 'visits_by_date'
    | 'pageviews_by_date'
    | 'pageviews_per_visit_by_date'
    | 'bounce_rate_by_date'
    | 'average_visit_duration_by_date';
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
  },
];
