/** Queries as a dashboard sends them, also once something is clicked: each dimension, each kind of filter, some time zones. */
import { type DateRange, formatDay } from '../../src/core/date-range.ts';

type Wire = Readonly<Record<string, unknown>>;

const country = ['is', 'visit:country', ['AB', 'AC']];
const browser = ['is', 'visit:browser', ['Browser 1']];
const device = ['is_not', 'visit:device', ['Desktop']];
const source = ['contains', 'visit:source', ['Source 1']];
const page = ['is', 'event:page', ['/articles/1/index.html']];
const section = ['contains', 'event:page', ['/articles/1']];
const entry = ['is', 'visit:entry_page', ['/articles/0/index.html']];
const campaign = ['matches', 'visit:utm_campaign', ['^campaign-1']];
const didSee = ['has_done', page];
const totals = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'];
const people = ['visitors', 'visits'];

const queries: Readonly<Record<string, Wire>> = {
  'totals, country': { metrics: totals, filters: [country] },
  'totals, country and browser': { metrics: totals, filters: [country, browser] },
  'totals, source': { metrics: totals, filters: [source] },
  'totals, entry page': { metrics: totals, filters: [entry] },
  'totals, page': { metrics: totals, filters: [page] },
  'totals, not a device, Berlin': { metrics: totals, filters: [device], timezone: 'Europe/Berlin' },
  'by day, country': { metrics: people, dimensions: ['time:day'], filters: [country] },
  'by day, browser, New York': {
    metrics: people,
    dimensions: ['time:day'],
    filters: [browser],
    timezone: 'America/New_York',
  },
  'by day, page': { metrics: people, dimensions: ['time:day'], filters: [page] },
  'by day, Berlin': { metrics: people, dimensions: ['time:day'], timezone: 'Europe/Berlin' },
  'by hour, country': { metrics: ['visitors', 'pageviews'], dimensions: ['time:hour'], filters: [country] },
  'by week, source': { metrics: people, dimensions: ['time:week'], filters: [source] },
  'sources, country': { metrics: people, dimensions: ['visit:source'], filters: [country] },
  'sources, page': { metrics: people, dimensions: ['visit:source'], filters: [page] },
  'sources, section of pages': { metrics: people, dimensions: ['visit:source'], filters: [section] },
  'sources, who saw a page': { metrics: people, dimensions: ['visit:source'], filters: [didSee] },
  'campaigns, country': { metrics: people, dimensions: ['visit:utm_campaign'], filters: [country] },
  'campaigns, campaign': { metrics: people, dimensions: ['visit:utm_medium'], filters: [campaign] },
  'pages, country': { metrics: ['visitors', 'pageviews'], dimensions: ['event:page'], filters: [country] },
  'pages, browser': { metrics: ['visitors', 'pageviews'], dimensions: ['event:page'], filters: [browser] },
  'pages, section of pages': {
    metrics: ['visitors', 'pageviews'],
    dimensions: ['event:page'],
    filters: [section],
  },
  'entry pages, country': { metrics: people, dimensions: ['visit:entry_page'], filters: [country] },
  'exit pages, source': { metrics: people, dimensions: ['visit:exit_page'], filters: [source] },
  'exit pages, page': { metrics: people, dimensions: ['visit:exit_page'], filters: [page] },
  'countries, browser': { metrics: people, dimensions: ['visit:country'], filters: [browser] },
  'countries, page': { metrics: people, dimensions: ['visit:country'], filters: [page] },
  'regions, country': { metrics: people, dimensions: ['visit:region'], filters: [country] },
  'cities, country and not a device': {
    metrics: people,
    dimensions: ['visit:city'],
    filters: [country, device],
  },
  'browsers, source': {
    metrics: [...people, 'percentage'],
    dimensions: ['visit:browser'],
    filters: [source],
  },
  'devices by country': {
    metrics: ['visitors'],
    dimensions: ['visit:country', 'visit:device'],
    filters: [source],
  },
};

/** As a dashboard sends them before anything is clicked. */
const plain: Readonly<Record<string, Wire>> = {
  totals: { metrics: [...totals, 'views_per_visit'] },
  ...Object.fromEntries(
    ['visitors', 'visits', 'pageviews', 'bounce_rate'].map((metric) => [
      `${metric} by day`,
      { metrics: [metric], dimensions: ['time:day'] },
    ]),
  ),
  sources: { metrics: ['visits'], dimensions: ['visit:source'] },
  campaigns: { metrics: ['visits'], dimensions: ['visit:utm_campaign'] },
  pages: { metrics: ['pageviews'], dimensions: ['event:page'] },
  'entry pages': { metrics: ['visits'], dimensions: ['visit:entry_page'] },
  'exit pages': { metrics: ['visits'], dimensions: ['visit:exit_page'] },
  countries: { metrics: ['visitors'], dimensions: ['visit:country_name', 'visit:country'] },
  browsers: { metrics: ['visitors'], dimensions: ['visit:browser'] },
};

/** By their names, over a range of days. */
export function filteredQueries(range: DateRange): [name: string, query: Wire][] {
  return over(range, queries);
}

export function plainQueries(range: DateRange): [name: string, query: Wire][] {
  return over(range, plain);
}

function over(range: DateRange, all: Readonly<Record<string, Wire>>): [name: string, query: Wire][] {
  const date_range = [formatDay(range.from), formatDay(range.to)];
  return Object.entries(all).map(([name, query]) => [name, { ...query, date_range }]);
}
