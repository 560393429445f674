/** The reports of web analytics and the shapes of their answers. */
import { expect } from 'vitest';
import { askReport, dataOf, newDomain, reportsOf } from './analytics-resources.ts';
import { expectError, newAccount, type Row, unknownUuid } from './row.ts';
import { webFixture, webListNames, webReportNames, webSeriesNames } from './web-analytics-resources.ts';

const source = 'docs/reference/web-analytics.md ("Reports")';
const range = 'from=2025-05-05&to=2025-05-07';

const munich = { country: 'DE', region: 'DE-BY', regionName: 'Bavaria', city: 'Munich' };
const vienna = { country: 'AT', region: 'AT-9', regionName: 'Vienna', city: 'Vienna' };
const ada = {
  visitor: 'ada',
  width: 390,
  resolved: { ...munich, browser: 'Chrome', operatingSystem: 'Android' },
};
const bob = {
  visitor: 'bob',
  width: 1600,
  resolved: { ...vienna, browser: 'Firefox', operatingSystem: 'Windows' },
};
const cy = { visitor: 'cy', width: 390, resolved: { ...munich, browser: 'Safari', operatingSystem: 'iOS' } };

const fixture = webFixture(() => ({
  shop: [
    {
      ...ada,
      at: '2025-05-05T10:00:00Z',
      path: '/a',
      referrer: 'https://www.google.com/',
      query: 'utm_source=mail&utm_medium=email',
    },
    { ...ada, at: '2025-05-05T10:10:00Z', path: '/b' },
    { ...bob, at: '2025-05-05T12:00:00Z', path: '/a' },
    { ...ada, at: '2025-05-07T09:00:00Z', path: '/a', referrer: 'https://www.bing.com/search' },
    { ...bob, at: '2025-05-07T09:00:00Z', path: '/c', query: 'utm_source=mail' },
    { ...cy, at: '2025-05-07T23:00:00Z', path: '/a', referrer: 'https://www.google.de/' },
  ],
}));

/** What each report answers of them; as text, for the order of keys counts too. */
const expected: Readonly<Record<string, unknown>> = {
  unique_visitors_count: { count: 3 },
  unique_visitors_by_date: { data: { '2025-05-05': 2, '2025-05-06': 0, '2025-05-07': 3 } },
  total_pageviews_count: { count: 6 },
  pageviews_by_date: { data: { '2025-05-05': 3, '2025-05-06': 0, '2025-05-07': 3 } },
  total_visits_count: { count: 5 },
  visits_by_date: { data: { '2025-05-05': 2, '2025-05-06': 0, '2025-05-07': 3 } },
  pageviews_per_visit_by_date: { data: { '2025-05-05': 1.5, '2025-05-06': 0, '2025-05-07': 1 } },
  sources: {
    data: [
      { name: 'Direct', count: 2, percentage: 40 },
      { name: 'Google', count: 2, percentage: 40 },
      { name: 'Bing', count: 1, percentage: 20 },
    ],
  },
  'utm_params?utm_param=utm_source': { data: [{ value: 'mail', count: 2, percentage: 100 }] },
  pages: {
    data: [
      { path: '/a', views: 4, percentage: 66.67 },
      { path: '/b', views: 1, percentage: 16.67 },
      { path: '/c', views: 1, percentage: 16.67 },
    ],
  },
  locations: {
    data: [
      { location: 'Germany', code: 'DE', visitors: 2, percentage: 66.67 },
      { location: 'Austria', code: 'AT', visitors: 1, percentage: 33.33 },
    ],
  },
  devices: {
    data: {
      browsers: [
        { name: 'Chrome', browser_id: 'chrome', count: 1, percentage: 33.33 },
        { name: 'Firefox', browser_id: 'firefox', count: 1, percentage: 33.33 },
        { name: 'Safari', browser_id: 'safari', count: 1, percentage: 33.33 },
      ],
      operating_systems: [
        { name: 'Android', operating_system_id: 'android', count: 1, percentage: 33.33 },
        { name: 'Windows', operating_system_id: 'windows', count: 1, percentage: 33.33 },
        { name: 'iOS', operating_system_id: 'ios', count: 1, percentage: 33.33 },
      ],
      screen_sizes: [
        { name: 'Mobile', screen_size_id: 'mobile', count: 2, percentage: 66.67 },
        { name: 'Desktop', screen_size_id: 'desktop', count: 1, percentage: 33.33 },
      ],
    },
  },
};

const meanings: Readonly<Record<string, string>> = {
  unique_visitors_count: 'answers {count: integer}',
  unique_visitors_by_date: 'answers {data: {<date>: integer}}',
  total_pageviews_count: 'answers {count: integer}',
  pageviews_by_date: 'answers {data: {<date>: integer}}',
  total_visits_count: 'answers {count: integer}',
  visits_by_date: 'answers {data: {<date>: integer}}',
  pageviews_per_visit_by_date: 'answers {data: {<date>: number}}, the average pageviews per visit',
  sources: 'answers {data: [{name, count, percentage}]}',
  'utm_params?utm_param=utm_source': 'answers {data: [{value, count, percentage}]}',
  pages: 'answers {data: [{path, views, percentage}]}',
  locations: 'answers {data: [{location, code, visitors, percentage}]}',
  devices: 'answers {data: {browsers, operating_systems, screen_sizes}}',
};

function between(report: string): string {
  return `${report}${report.includes('?') ? '&' : '?'}${range}`;
}

export const webAnalyticsRows: readonly Row[] = [
  ...Object.entries(meanings).map(
    ([name, meaning]): Row => ({
      source,
      statement: `${name} ${meaning}`,
      async check(service) {
        const { shop } = await fixture(service);
        const body = await dataOf(service, shop, between(name));
        expect(JSON.stringify(body)).toBe(JSON.stringify(expected[name]));
      },
    }),
  ),
  {
    source,
    statement: 'without pageviews every report answers zeros, complete series and empty lists',
    async check(service) {
      const domain = await newDomain(service);
      for (const name of Object.keys(meanings)) {
        const body = await dataOf(service, domain, between(name));
        if (name.endsWith('_by_date')) {
          expect(body).toEqual({ data: { '2025-05-05': 0, '2025-05-06': 0, '2025-05-07': 0 } });
        } else if (name.endsWith('_count')) expect(body).toEqual({ count: 0 });
        else if (name === 'devices') {
          expect(body).toEqual({ data: { browsers: [], operating_systems: [], screen_sizes: [] } });
        } else expect(body).toEqual({ data: [] });
      }
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("Errors")',
    statement: 'a custom domain that is unknown, of another account or no UUID is 404 not_found',
    codes: ['not_found'],
    async check(service) {
      const { shop } = await fixture(service);
      const { token: stranger } = await newAccount(service);
      for (const name of webReportNames) {
        const ask = (uuid: string, token: string) =>
          service.api(`${reportsOf(uuid)}/${name}from=x&frequency=x&limit=x&utm_param=x`, { token });
        for (const uuid of [unknownUuid, 'x', `${shop.uuid}0`]) {
          expectError(await ask(uuid, shop.owner.token), 404, 'not_found', 'custom domain', uuid);
        }
        expectError(await ask(shop.uuid, stranger), 404, 'not_found', 'custom domain', shop.uuid);
      }
    },
  },
  {
    source,
    statement: 'reports are read with GET and HEAD, by a token, and with no other method',
    codes: ['unauthorized', 'method_not_allowed'],
    async check(service) {
      const { shop } = await fixture(service);
      const { token } = shop.owner;
      for (const name of webReportNames) {
        const path = `${shop.reports}/${name}`;
        expect(await service.api(path, { method: 'HEAD', token })).toMatchObject({ status: 200, body: '' });
        expectError(await service.api(path, { token: null }), 401, 'unauthorized');
        const refused = await service.api(path, { method: 'POST', token });
        expectError(refused, 405, 'method_not_allowed', 'POST');
        expect(refused.headers.get('allow')).toBe('GET, HEAD');
      }
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("A visit")',
    statement: 'a visit is a sequence of pageviews of the same user within a 30-minute window',
    async check(service) {
      const { shop } = await fixture(service);
      const ask = (name: string, day: string) => dataOf(service, shop, `${name}?from=${day}&to=${day}`);
      // Ada's second pageview, 10 minutes after the first, begins no other visit.
      expect(await ask('total_pageviews_count', '2025-05-05')).toEqual({ count: 3 });
      expect(await ask('total_visits_count', '2025-05-05')).toEqual({ count: 2 });
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("Ranked lists")',
    statement: 'sources are referrers with their percentages, which add up to 100',
    async check(service) {
      const { shop } = await fixture(service);
      const { data } = await dataOf(service, shop, between('sources'));
      const shares = data.map(({ percentage }: { percentage: number }) => percentage);
      expect(shares.reduce((sum: number, share: number) => sum + share, 0)).toBe(100);
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("Parameters")',
    statement: 'utm_param is required and names a UTM parameter, with or without utm_',
    codes: ['utm_param_invalid'],
    async check(service) {
      const { shop } = await fixture(service);
      const ask = (query: string) => askReport(service, shop, `utm_params?${range}${query}`);
      for (const name of ['source', 'medium', 'campaign', 'term', 'content']) {
        const long = await ask(`&utm_param=utm_${name}`);
        expect(long.status).toBe(200);
        expect((await ask(`&utm_param=${name}`)).body).toEqual(long.body);
      }
      expect((await ask('&utm_param=medium')).body).toEqual({
        data: [{ value: 'email', count: 1, percentage: 100 }],
      });
      expect((await ask('&utm_param=utm_term')).body).toEqual({ data: [] });
      expectError(await ask(''), 400, 'utm_param_invalid', 'utm_param', 'missing');
      for (const text of ['', 'x', 'utm_', 'utm_utm_source', 'UTM_SOURCE', 'source&utm_param=medium']) {
        expectError(await ask(`&utm_param=${text}`), 400, 'utm_param_invalid', 'utm_param');
      }
      expectError(await ask('&utm_param=x'), 400, 'utm_param_invalid', '"x"', 'utm_source');
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("Parameters")',
    statement: 'location_type is country, region or city; the default is country',
    codes: ['location_type_invalid'],
    async check(service) {
      const { shop } = await fixture(service);
      const ask = (query: string) => askReport(service, shop, `locations?${range}${query}`);
      expect((await ask('&location_type=country')).body).toEqual(expected.locations);
      expect((await ask('')).body).toEqual(expected.locations);
      expect((await ask('&location_type=region')).body).toEqual({
        data: [
          { location: 'Bavaria', code: 'DE-BY', visitors: 2, percentage: 66.67 },
          { location: 'Vienna', code: 'AT-9', visitors: 1, percentage: 33.33 },
        ],
      });
      expect((await ask('&location_type=city')).body).toEqual({
        data: [
          { location: 'Munich', code: 'DE', visitors: 2, percentage: 66.67 },
          { location: 'Vienna', code: 'AT', visitors: 1, percentage: 33.33 },
        ],
      });
      for (const text of ['', 'continent', 'City', 'city&location_type=city']) {
        expectError(await ask(`&location_type=${text}`), 400, 'location_type_invalid', 'location_type');
      }
      expectError(
        await ask('&location_type=x'),
        400,
        'location_type_invalid',
        '"x"',
        'country, region, city',
      );
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("Ranked lists")',
    statement: 'pages are the most visited pages, the most viewed first',
    async check(service) {
      const { shop } = await fixture(service);
      const { data } = await dataOf(service, shop, between('pages?limit=1'));
      expect(data).toEqual([{ path: '/a', views: 4, percentage: 66.67 }]);
    },
  },
  {
    source,
    statement: 'items of devices have a name, an id, a count and a percentage',
    async check(service) {
      const { shop } = await fixture(service);
      const { data } = await dataOf(service, shop, between('devices'));
      const keys = (items: object[]) => [...new Set(items.flatMap((item) => Object.keys(item)))];
      expect(keys(data.browsers)).toEqual(['name', 'browser_id', 'count', 'percentage']);
      expect(keys(data.operating_systems)).toEqual(['name', 'operating_system_id', 'count', 'percentage']);
      expect(keys(data.screen_sizes)).toEqual(['name', 'screen_size_id', 'count', 'percentage']);
    },
  },
  {
    source,
    statement: 'web analytics: counts, series and lists have the same shapes; devices is three lists in data',
    async check(service) {
      const { shop } = await fixture(service);
      for (const name of webSeriesNames) {
        const body = await dataOf(service, shop, name);
        expect(Object.keys(body)).toEqual(['data']);
        for (const [label, value] of Object.entries(body.data)) {
          expect(label).toMatch(/^\d{4}-\d{2}-\d{2}$/);
          expect(value).toEqual(expect.any(Number));
        }
      }
      for (const name of webListNames) {
        const body = await dataOf(service, shop, `${name}${range}`);
        expect(Object.keys(body)).toEqual(['data']);
        for (const item of body.data) expect(item).toMatchObject({ percentage: expect.any(Number) });
      }
      const devices = await dataOf(service, shop, `devices?${range}`);
      expect(Object.keys(devices)).toEqual(['data']);
      expect(Object.keys(devices.data)).toEqual(['browsers', 'operating_systems', 'screen_sizes']);
    },
  },
];

/** The reports that follow from whole visits, and the one about now. */
export const furtherReportRows: readonly Row[] = [
  {
    source,
    statement:
      'bounce_rate and average_visit_duration, both by date too, entry_pages and exit_pages follow from the visits; current_visitors from the last five minutes',
    async check(service) {
      const { shop } = await fixture(service);
      expect(await dataOf(service, shop, between('bounce_rate'))).toEqual({ rate: 80 });
      expect(await dataOf(service, shop, between('average_visit_duration'))).toEqual({ duration: 120 });
      const series = async (name: string) => JSON.stringify(await dataOf(service, shop, between(name)));
      expect(await series('bounce_rate_by_date')).toBe(
        '{"data":{"2025-05-05":50,"2025-05-06":0,"2025-05-07":100}}',
      );
      expect(await series('average_visit_duration_by_date')).toBe(
        '{"data":{"2025-05-05":300,"2025-05-06":0,"2025-05-07":0}}',
      );
      expect(await dataOf(service, shop, between('entry_pages'))).toEqual({
        data: [
          { path: '/a', visits: 4, percentage: 80 },
          { path: '/c', visits: 1, percentage: 20 },
        ],
      });
      expect(await dataOf(service, shop, between('exit_pages'))).toEqual({
        data: [
          { path: '/a', visits: 3, percentage: 60 },
          { path: '/b', visits: 1, percentage: 20 },
          { path: '/c', visits: 1, percentage: 20 },
        ],
      });
      expect(await dataOf(service, shop, 'current_visitors')).toEqual({ count: 0 });
    },
  },
];
