/** The ranked lists of web analytics. Source: docs/reference/web-analytics.md. */
import { type RankedReport, rankedReport } from './ranked-report.ts';

export const sources = rankedReport(
  {
    slug: 'sources',
    area: 'visitors',
    title: 'Sources',
    tab: 'Sources',
    labelHead: 'Source',
    countHead: 'Visits',
    kind: 'source',
  },
  'sources',
  (params) => params,
  ({ data }) => data.map(({ name, count, percentage }) => ({ id: '', label: name, count, percentage })),
);

const pagesWords = { area: 'visitors', kind: 'path', labelHead: 'Page' } as const;

export const topPages = rankedReport(
  { ...pagesWords, slug: 'pages', title: 'Top pages', tab: 'Top', countHead: 'Views' },
  'pages',
  (params) => params,
  ({ data }) =>
    data.map(({ path, views, percentage }) => ({ id: '', label: path, count: views, percentage })),
);

export const entryPages = rankedReport(
  { ...pagesWords, slug: 'entry-pages', title: 'Entry pages', tab: 'Entry', countHead: 'Visits' },
  'entry_pages',
  (params) => params,
  ({ data }) =>
    data.map(({ path, visits, percentage }) => ({ id: '', label: path, count: visits, percentage })),
);

export const exitPages = rankedReport(
  { ...pagesWords, slug: 'exit-pages', title: 'Exit pages', tab: 'Exit', countHead: 'Visits' },
  'exit_pages',
  (params) => params,
  ({ data }) =>
    data.map(({ path, visits, percentage }) => ({ id: '', label: path, count: visits, percentage })),
);

function utmReport(parameter: 'source' | 'medium' | 'campaign' | 'term' | 'content', tab: string) {
  return rankedReport(
    {
      slug: `utm-${parameter}`,
      area: 'visitors',
      title: `UTM ${parameter}`,
      tab,
      labelHead: tab,
      countHead: 'Visits',
      kind: 'tag',
    },
    'utm_params',
    (params) => ({ ...params, utm_param: parameter }),
    ({ data }) => data.map(({ value, count, percentage }) => ({ id: '', label: value, count, percentage })),
  );
}

export const utmCampaign = utmReport('campaign', 'Campaign');
export const utmSource = utmReport('source', 'Source');
export const utmMedium = utmReport('medium', 'Medium');
export const utmTerm = utmReport('term', 'Term');
export const utmContent = utmReport('content', 'Content');

function locationReport(
  type: 'country' | 'region' | 'city',
  words: {
    readonly slug: string;
    readonly title: string;
    readonly labelHead: string;
    readonly idHead: string;
  },
  region?: string,
) {
  return rankedReport(
    { ...words, area: 'visitors', tab: words.title, countHead: 'Visitors', kind: type },
    'locations',
    (params) => ({ ...params, location_type: type, ...(region === undefined ? {} : { region }) }),
    ({ data }) =>
      data.map(({ location, code, visitors, percentage }) => ({
        id: code,
        label: location,
        count: visitors,
        percentage,
      })),
  );
}

export const countries = locationReport('country', {
  slug: 'countries',
  title: 'Countries',
  labelHead: 'Country',
  idHead: 'code',
});
export const regions = locationReport('region', {
  slug: 'regions',
  title: 'Regions',
  labelHead: 'Region',
  idHead: 'code',
});
const citiesWords = { slug: 'cities', title: 'Cities', labelHead: 'City', idHead: 'country_code' };
export const cities = locationReport('city', citiesWords);

/** The cities of a region alone, by its ISO 3166-2 code; shares are of them. */
export function citiesOf(region: string): RankedReport {
  return locationReport('city', citiesWords, region);
}

const deviceWords = { area: 'visitors', countHead: 'Visitors', idHead: 'id' } as const;

export const browsers = rankedReport(
  {
    ...deviceWords,
    slug: 'browsers',
    title: 'Browsers',
    tab: 'Browsers',
    labelHead: 'Browser',
    kind: 'software',
  },
  'devices',
  (params) => params,
  ({ data }) => data.browsers.map(({ browser_id: id, name: label, ...rest }) => ({ id, label, ...rest })),
);

export const operatingSystems = rankedReport(
  {
    ...deviceWords,
    slug: 'operating-systems',
    title: 'Operating systems',
    tab: 'Systems',
    labelHead: 'Operating system',
    kind: 'software',
  },
  'devices',
  (params) => params,
  ({ data }) =>
    data.operating_systems.map(({ operating_system_id: id, name: label, ...rest }) => ({
      id,
      label,
      ...rest,
    })),
);

export const screenSizes = rankedReport(
  {
    ...deviceWords,
    slug: 'screen-sizes',
    title: 'Screen sizes',
    tab: 'Screens',
    labelHead: 'Screen',
    kind: 'screen',
  },
  'devices',
  (params) => params,
  ({ data }) =>
    data.screen_sizes.map(({ screen_size_id: id, name: label, ...rest }) => ({ id, label, ...rest })),
);
