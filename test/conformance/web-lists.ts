/** Sources, UTM parameters, pages, places, devices, and what all lists have in common. */
import { expect } from 'vitest';
import { askReport, dataOf } from './analytics-resources.ts';
import { expectError, type Row } from './row.ts';
import { type FedView, webFixture, webListNames, webSeriesNames } from './web-analytics-resources.ts';

const source = 'docs/reference/web-analytics.md ("Ranked lists")';
const at = '2025-05-05T10:00:00Z';
const day = 'from=2025-05-05&to=2025-05-05';

const browsers = {
  chromeOnWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  safariOnMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
};

const referrers = [
  'https://www.google.com/',
  'https://www.google.co.uk/search?q=x',
  'android-app://com.google.android.googlequicksearchbox/',
  'https://www.bing.com/',
  'https://t.co/x',
  'https://x.com/somebody',
  'https://l.facebook.com/',
  'https://m.facebook.com/',
  'https://www.some-blog.example/post',
  'https://some-blog.example/',
  '',
];

const fixture = webFixture(() => ({
  sources: [
    ...referrers.map((referrer, index): FedView => ({ at, visitor: `v${index}`, referrer })),
    { at, visitor: 'own', host: 'own.example', referrer: 'https://www.own.example/page' },
  ],
  utm: [
    { at, visitor: 'a', query: 'utm_source=News&utm_medium=email&utm_content=top%20link' },
    { at, visitor: 'b', query: '?utm_source=News&x=1' },
    { at, visitor: 'c', query: 'utm_source=' },
    { at, visitor: 'd' },
  ],
  pages: [
    ...['/b', '/a', '/B', '/a/', '/c', '/c', '/%C3%A4', '/~'].map((path): FedView => ({ at, path })),
    ...Array.from(
      { length: 1_001 },
      (_, index): FedView => ({ at: '2025-05-06T10:00:00Z', path: `/${index}` }),
    ),
  ],
  places: [
    { at, visitor: 'a', resolved: { country: 'DE', region: 'DE-BY', regionName: 'Bavaria', city: 'Munich' } },
    { at, visitor: 'a', resolved: { country: 'DE', region: 'DE-BY', regionName: 'Bavaria', city: 'Munich' } },
    { at, visitor: 'b', resolved: { country: 'DE', city: 'Berlin' } },
    { at, visitor: 'c' },
  ],
  cities: [
    {
      at,
      visitor: 'a',
      resolved: { country: 'DE', region: 'DE-BY', regionName: 'Bavaria', city: 'Neustadt' },
    },
    {
      at,
      visitor: 'a',
      resolved: { country: 'DE', region: 'DE-BY', regionName: 'Bavaria', city: 'Neustadt' },
    },
    { at, visitor: 'a', resolved: { country: 'DE', region: 'DE-BY', regionName: 'Bavaria', city: 'Munich' } },
    {
      at,
      visitor: 'b',
      resolved: { country: 'DE', region: 'DE-BY', regionName: 'Bavaria', city: 'Neustadt' },
    },
    { at, visitor: 'c', resolved: { country: 'DE', region: 'DE-BY', regionName: 'Bavaria' } },
    {
      at,
      visitor: 'd',
      resolved: { country: 'DE', region: 'DE-SN', regionName: 'Saxony', city: 'Neustadt' },
    },
    { at, visitor: 'e', resolved: { country: 'DE', city: 'Neustadt' } },
    { at, visitor: 'f' },
  ],
  screens: [575, 576, 991, 992, 1439, 1440, 0].map((width): FedView => ({ at, visitor: `v${width}`, width })),
  agents: [
    { at, visitor: 'a', userAgent: browsers.chromeOnWindows, width: 1920 },
    { at, visitor: 'a', userAgent: browsers.chromeOnWindows, width: 1920 },
    { at, visitor: 'b', userAgent: browsers.safariOnMac, width: 1280 },
    { at, visitor: 'c', userAgent: '', width: 390 },
  ],
  days: [
    { at: '2025-03-29T00:59:59.999Z' },
    { at: '2025-03-28T23:59:59.999Z', visitor: 'b' },
    { at: '2025-03-29T23:59:59.999Z', visitor: 'c' },
    { at: '2025-03-30T00:00:00.000Z', visitor: 'd' },
  ],
}));

export const webListRows: readonly Row[] = [
  {
    source,
    statement:
      'sources groups referrer hosts under one name, unknown ones by host without www.; none and the own host are Direct',
    async check(service) {
      const { sources } = await fixture(service);
      const { data } = await dataOf(service, sources, `sources?${day}`);
      expect(data).toEqual([
        { name: 'Google', count: 3, percentage: 25 },
        { name: 'Direct', count: 2, percentage: 16.67 },
        { name: 'Facebook', count: 2, percentage: 16.67 },
        { name: 'X', count: 2, percentage: 16.67 },
        { name: 'some-blog.example', count: 2, percentage: 16.67 },
        { name: 'Bing', count: 1, percentage: 8.33 },
      ]);
    },
  },
  {
    source,
    statement: 'utm_params counts visits that carry the parameter',
    async check(service) {
      const { utm } = await fixture(service);
      const ask = async (name: string) =>
        (await dataOf(service, utm, `utm_params?utm_param=${name}&${day}`)).data;
      expect(await ask('utm_source')).toEqual([{ value: 'News', count: 2, percentage: 100 }]);
      expect(await ask('content')).toEqual([{ value: 'top link', count: 1, percentage: 100 }]);
      expect(await ask('term')).toEqual([]);
    },
  },
  {
    source,
    statement:
      'locations counts distinct visitors; codes are ISO 3166, names English, and Unknown is one of them',
    async check(service) {
      const { places } = await fixture(service);
      const ask = async (type: string) =>
        (await dataOf(service, places, `locations?location_type=${type}&${day}`)).data;
      expect(await ask('country')).toEqual([
        { location: 'Germany', code: 'DE', visitors: 2, percentage: 66.67 },
        { location: 'Unknown', code: '', visitors: 1, percentage: 33.33 },
      ]);
      expect(await ask('region')).toEqual([
        { location: 'Unknown', code: '', visitors: 2, percentage: 66.67 },
        { location: 'Bavaria', code: 'DE-BY', visitors: 1, percentage: 33.33 },
      ]);
      expect(await ask('city')).toEqual([
        { location: 'Berlin', code: 'DE', visitors: 1, percentage: 33.33 },
        { location: 'Munich', code: 'DE', visitors: 1, percentage: 33.33 },
        { location: 'Unknown', code: '', visitors: 1, percentage: 33.33 },
      ]);
    },
  },
  {
    source,
    statement:
      'locations takes a region of its cities, an addition: only visitors in it count, and percentages are of them',
    codes: ['region_invalid'],
    async check(service) {
      const { cities } = await fixture(service);
      const ask = (query: string) => askReport(service, cities, `locations?${day}&${query}`);
      const inRegion = async (query: string) =>
        (await dataOf(service, cities, `locations?${day}&location_type=city&region=${query}`)).data;
      expect(await inRegion('DE-BY')).toEqual([
        { location: 'Neustadt', code: 'DE', visitors: 2, percentage: 50 },
        { location: 'Munich', code: 'DE', visitors: 1, percentage: 25 },
        { location: 'Unknown', code: '', visitors: 1, percentage: 25 },
      ]);
      expect(await inRegion('DE-BY&limit=1')).toEqual([
        { location: 'Neustadt', code: 'DE', visitors: 2, percentage: 50 },
      ]);
      expect(await inRegion('DE-SN')).toEqual([
        { location: 'Neustadt', code: 'DE', visitors: 1, percentage: 100 },
      ]);
      for (const nowhere of ['DE-BE', 'ZZ-999']) expect(await inRegion(nowhere)).toEqual([]);
      expect((await ask('location_type=city')).body.data[0]).toEqual({
        location: 'Neustadt',
        code: 'DE',
        visitors: 4,
        percentage: 57.14,
      });
      for (const text of ['', 'Bavaria', 'DE', 'DE-', 'de-by', 'DE-BYXX', 'DE-BY&region=DE-BY']) {
        const answer = await ask(`location_type=city&region=${text}`);
        expectError(answer, 400, 'region_invalid', 'region');
      }
      expectError(await ask('location_type=city&region=x'), 400, 'region_invalid', '"x"', 'ISO 3166-2');
      for (const type of ['', 'location_type=country&', 'location_type=region&']) {
        expectError(await ask(`${type}region=DE-BY`), 400, 'region_invalid', '"DE-BY"', 'city');
      }
    },
  },
  {
    source,
    statement:
      'screens are mobile below 576, tablet below 992, laptop below 1440, desktop from 1440 CSS pixels',
    async check(service) {
      const { screens } = await fixture(service);
      const { data } = await dataOf(service, screens, `devices?${day}`);
      expect(data.screen_sizes).toEqual([
        { name: 'Laptop', screen_size_id: 'laptop', count: 2, percentage: 28.57 },
        { name: 'Tablet', screen_size_id: 'tablet', count: 2, percentage: 28.57 },
        { name: 'Desktop', screen_size_id: 'desktop', count: 1, percentage: 14.29 },
        { name: 'Mobile', screen_size_id: 'mobile', count: 1, percentage: 14.29 },
        { name: 'Unknown', screen_size_id: 'unknown', count: 1, percentage: 14.29 },
      ]);
    },
  },
  {
    source,
    statement:
      'devices counts distinct visitors, ids are slugs, and each of its lists has percentages of its own',
    async check(service) {
      const { agents } = await fixture(service);
      const { data } = await dataOf(service, agents, `devices?${day}`);
      const share = { count: 1, percentage: 33.33 };
      expect(data).toEqual({
        browsers: [
          { name: 'Chrome', browser_id: 'chrome', ...share },
          { name: 'Safari', browser_id: 'safari', ...share },
          { name: 'Unknown', browser_id: 'unknown', ...share },
        ],
        operating_systems: [
          { name: 'Unknown', operating_system_id: 'unknown', ...share },
          { name: 'Windows', operating_system_id: 'windows', ...share },
          { name: 'macOS', operating_system_id: 'mac-os', ...share },
        ],
        screen_sizes: [
          { name: 'Desktop', screen_size_id: 'desktop', ...share },
          { name: 'Laptop', screen_size_id: 'laptop', ...share },
          { name: 'Mobile', screen_size_id: 'mobile', ...share },
        ],
      });
      const cut = await dataOf(service, agents, `devices?${day}&limit=1`);
      expect(cut.data.browsers).toEqual([{ name: 'Chrome', browser_id: 'chrome', ...share }]);
    },
  },
  {
    source,
    statement: 'pages are paths, by views descending, then by path ascending',
    async check(service) {
      const { pages } = await fixture(service);
      const { data } = await dataOf(service, pages, `pages?${day}`);
      expect(data.map(({ path }: { path: string }) => path)).toEqual([
        '/c',
        '/%C3%A4',
        '/B',
        '/a',
        '/a/',
        '/b',
        '/~',
      ]);
      expect(data[0]).toEqual({ path: '/c', views: 2, percentage: 25 });
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("Parameters")',
    statement:
      'limit is 1 to 10,000, by default 1,000, on every list of web analytics; it cuts no percentage',
    codes: ['limit_invalid'],
    async check(service) {
      const { pages } = await fixture(service);
      const range = 'from=2025-05-06&to=2025-05-06';
      const ask = async (query: string) => (await dataOf(service, pages, `pages?${range}${query}`)).data;
      expect(await ask('')).toHaveLength(1_000);
      expect(await ask('&limit=10000')).toHaveLength(1_001);
      expect(await ask('&limit=1')).toEqual([{ path: '/0', views: 1, percentage: 0.1 }]);
      for (const name of [...webListNames, 'devices?']) {
        for (const limit of ['0', '10001', '-1', '1.5', 'x', '', '5&limit=5']) {
          const answer = await askReport(service, pages, `${name}${range}&limit=${limit}`);
          expectError(answer, 400, 'limit_invalid', 'limit');
        }
      }
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("Time series")',
    statement: 'web analytics: a day is a UTC calendar day, and series have every bucket in time order',
    async check(service) {
      const { days } = await fixture(service);
      const ask = async (name: string, query: string) =>
        (await dataOf(service, days, `${name}?${query}`)).data;
      for (const name of webSeriesNames) {
        const range = 'from=2025-03-28&to=2025-03-30';
        const counts = name === 'pageviews_per_visit_by_date' ? [1, 1, 1] : [1, 2, 1];
        expect(Object.values(await ask(name, range))).toEqual(counts);
        const wide = 'from=2024-12-30&to=2025-04-02';
        expect(Object.keys(await ask(name, wide))).toHaveLength(94);
        const weeks = Object.keys(await ask(name, `${wide}&frequency=week`));
        expect([weeks[0], weeks.at(-1), weeks.length]).toEqual(['2024-12-30', '2025-03-31', 14]);
        const months = await ask(name, `${wide}&frequency=month`);
        expect(Object.keys(months)).toEqual([
          '2024-12-01',
          '2025-01-01',
          '2025-02-01',
          '2025-03-01',
          '2025-04-01',
        ]);
        // The first and the last bucket count only days inside the range.
        const cut = await ask(name, 'from=2025-03-29&to=2025-03-29&frequency=month');
        expect(cut).toEqual({ '2025-03-01': name === 'pageviews_per_visit_by_date' ? 1 : 2 });
      }
    },
  },
];
