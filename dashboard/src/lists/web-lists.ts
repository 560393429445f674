/** The ranked lists of web analytics. Source: docs/reference/web-analytics.md. */
import { slugOf } from '../../../src/core/slug.ts';
import { type RankedQuery, rankedReport } from './ranked-report.ts';

const sourcesWords = { area: 'visitors', countHead: 'Visits' } as const;

export const sources = rankedReport(
  {
    ...sourcesWords,
    slug: 'sources',
    title: 'Sources',
    tab: 'Sources',
    labelHead: 'Source',
    kind: 'source',
  },
  { metric: 'visits', dimension: 'visit:source' },
);

export const channels = rankedReport(
  {
    ...sourcesWords,
    slug: 'channels',
    title: 'Channels',
    tab: 'Channels',
    labelHead: 'Channel',
    kind: 'tag',
  },
  { metric: 'visits', dimension: 'visit:channel' },
);

export const referrers = rankedReport(
  {
    ...sourcesWords,
    slug: 'referrers',
    title: 'Referrers',
    tab: 'Referrers',
    labelHead: 'Referrer',
    kind: 'source',
  },
  { metric: 'visits', dimension: 'visit:referrer' },
);

const pagesWords = { area: 'visitors', kind: 'path', labelHead: 'Page' } as const;

export const topPages = rankedReport(
  { ...pagesWords, slug: 'pages', title: 'Top pages', tab: 'Top', countHead: 'Views' },
  { metric: 'pageviews', dimension: 'event:page' },
);

export const entryPages = rankedReport(
  { ...pagesWords, slug: 'entry-pages', title: 'Entry pages', tab: 'Entry', countHead: 'Visits' },
  { metric: 'visits', dimension: 'visit:entry_page' },
);

export const exitPages = rankedReport(
  { ...pagesWords, slug: 'exit-pages', title: 'Exit pages', tab: 'Exit', countHead: 'Visits' },
  { metric: 'visits', dimension: 'visit:exit_page' },
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
    { metric: 'visits', dimension: `visit:utm_${parameter}`, skipsNone: true },
  );
}

export const utmCampaign = utmReport('campaign', 'Campaign');
export const utmSource = utmReport('source', 'Source');
export const utmMedium = utmReport('medium', 'Medium');
export const utmTerm = utmReport('term', 'Term');
export const utmContent = utmReport('content', 'Content');

/** The query API's code of an unknown place, which has no id here. */
const unknown = 'Unknown';
/** Queries have the label first, which sorts rows with the same count. */
const placeOf = ([label = '', code = '']: readonly string[]) => ({
  id: code === unknown ? '' : code,
  label,
});
const codeOf = (id: string): string => (id === '' ? unknown : id);

function locationReport(
  type: 'country' | 'region' | 'city',
  words: {
    readonly slug: string;
    readonly title: string;
    readonly labelHead: string;
    readonly idHead: string;
  },
  query: Pick<RankedQuery, 'dimensions' | 'filtersOf'>,
) {
  return rankedReport(
    { ...words, area: 'visitors', tab: words.title, countHead: 'Visitors', kind: type },
    { metric: 'visitors', dimension: `visit:${type}`, rowOf: placeOf, ...query },
  );
}

export const countries = locationReport(
  'country',
  { slug: 'countries', title: 'Countries', labelHead: 'Country', idHead: 'code' },
  {
    dimensions: ['visit:country_name', 'visit:country'],
    filtersOf: ({ id }) => [['is', 'visit:country', [codeOf(id)]]],
  },
);
export const regions = locationReport(
  'region',
  { slug: 'regions', title: 'Regions', labelHead: 'Region', idHead: 'code' },
  {
    dimensions: ['visit:region_name', 'visit:region'],
    filtersOf: ({ id }) => [['is', 'visit:region', [codeOf(id)]]],
  },
);
export const cities = locationReport(
  'city',
  { slug: 'cities', title: 'Cities', labelHead: 'City', idHead: 'country_code' },
  {
    dimensions: ['visit:city', 'visit:country'],
    // Cities in different countries may share a name.
    filtersOf: ({ id, label }) => [
      ['is', 'visit:country', [codeOf(id)]],
      ['is', 'visit:city', [label]],
    ],
  },
);

const deviceOf = ([label = '']: readonly string[]) => ({ id: slugOf(label), label });
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
  { metric: 'visitors', dimension: 'visit:browser', rowOf: deviceOf },
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
  { metric: 'visitors', dimension: 'visit:os', rowOf: deviceOf },
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
  { metric: 'visitors', dimension: 'visit:device', rowOf: deviceOf },
);
