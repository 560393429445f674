/** The table of reports on pageviews, visits and visitors. Source: docs/reference/web-analytics.md ("Reports"). */
import { type Report, series, single } from './report.ts';

const visitedPage = { kind: 'list', label: 'path', value: 'visits' } as const;
const belongs = 'A visit belongs to the day on which it begins, even if it lasts past midnight.';
const pathNote = 'Paths are without query and fragment.';

export const webReports: readonly Report[] = [
  single('visitors', 'count', 'unique_visitors_count', 'Number of distinct visitors'),
  series(
    'visitors',
    'unique_visitors_by_date',
    'Number of distinct visitors over time',
    'A visitor counts once in each bucket.',
  ),
  single('pageviews', 'count', 'total_pageviews_count', 'Number of pageviews'),
  series('pageviews', 'pageviews_by_date', 'Number of pageviews over time'),
  single('visits', 'count', 'total_visits_count', 'Number of visits', belongs),
  series('visits', 'visits_by_date', 'Number of visits over time', belongs),
  series(
    'pageviews_per_visit',
    'pageviews_per_visit_by_date',
    'Pageviews per visit over time',
    'The pageviews of a bucket over the visits that begin in it; two decimals, 0 without visits.',
  ),
  {
    name: 'sources',
    summary: 'Sources by number of visits',
    notes: 'By the referrer of a visit’s first pageview; without one it is `Direct`.',
    measure: 'visits',
    dimension: 'source',
    shape: { kind: 'list', label: 'name', value: 'count' },
  },
  {
    name: 'utm_params',
    summary: 'Values of a UTM parameter by number of visits',
    notes:
      'By the address of a visit’s first pageview; visits without the parameter are not counted, nor part of the percentages.',
    measure: 'visits',
    dimension: 'utm_param',
    shape: { kind: 'list', label: 'value', value: 'count' },
  },
  {
    name: 'pages',
    summary: 'Paths by number of pageviews',
    notes: pathNote,
    measure: 'pageviews',
    dimension: 'page',
    shape: { kind: 'list', label: 'path', value: 'views' },
  },
  {
    name: 'locations',
    summary: 'Countries, regions or cities by number of distinct visitors',
    notes:
      'With `region` only the visitors in that region count, and percentages are of them. `region` is an addition of Nameplate’s.',
    measure: 'visitors',
    dimension: 'location_type',
    shape: {
      kind: 'list',
      label: 'location',
      value: 'visitors',
      id: {
        field: 'code',
        type: 'string',
        description:
          'ISO 3166-1 alpha-2, of regions ISO 3166-2, of cities the country’s; empty when unknown.',
      },
    },
  },
  {
    name: 'devices',
    summary: 'Browsers, operating systems and screen sizes by number of distinct visitors',
    notes: 'Each of the three lists has percentages of its own, and `limit` is for each.',
    measure: 'visitors',
    dimension: 'devices',
    shape: { kind: 'devices' },
  },
  single(
    'bounce_rate',
    'rate',
    'bounce_rate',
    'Visits of a single pageview, in percent of all visits',
    'Two decimals, 0 without visits. An addition of Nameplate’s.',
  ),
  series(
    'bounce_rate',
    'bounce_rate_by_date',
    'Visits of a single pageview over time, in percent of all visits',
    `${belongs} Two decimals, 0 without visits. An addition of Nameplate’s.`,
  ),
  single(
    'visit_duration',
    'duration',
    'average_visit_duration',
    'Average time from the first to the last pageview of a visit in seconds',
    'Three decimals, 0 without visits; visits of a single pageview count with 0. An addition of Nameplate’s.',
  ),
  series(
    'visit_duration',
    'average_visit_duration_by_date',
    'Average time from the first to the last pageview of a visit in seconds, over time',
    `${belongs} Three decimals, 0 without visits; visits of a single pageview count with 0. An addition of Nameplate’s.`,
  ),
  {
    name: 'entry_pages',
    summary: 'Paths by number of visits that begin there',
    notes: `${pathNote} An addition of Nameplate’s.`,
    measure: 'visits',
    dimension: 'entry_path',
    shape: visitedPage,
  },
  {
    name: 'exit_pages',
    summary: 'Paths by number of visits that end there',
    notes: `${pathNote} An addition of Nameplate’s.`,
    measure: 'visits',
    dimension: 'exit_path',
    shape: visitedPage,
  },
  {
    name: 'event_properties',
    summary: 'Keys of the properties of custom events by number of events',
    notes: 'An event counts under each of its keys. An addition of Nameplate’s.',
    measure: 'events',
    dimension: 'property_key',
    shape: { kind: 'list', label: 'name', value: 'events' },
  },
  single(
    'current_visitors',
    'count',
    'current_visitors',
    'Number of distinct visitors of the last five minutes',
    'Has neither `from` nor `to`. An addition of Nameplate’s.',
  ),
];
