/** The range of the reports of web analytics, its defaults, the frequency, and what is refused. */
import { expect } from 'vitest';
import { askReport, dataOf, daysAgo } from './analytics-resources.ts';
import { expectError, type Row } from './row.ts';
import {
  furtherSeriesNames,
  webFixture,
  webListNames,
  webReportNames,
  webSeriesNames,
} from './web-analytics-resources.ts';

const source = 'docs/reference/web-analytics.md ("Parameters")';

const fixture = webFixture(() => ({
  edges: [
    { at: '2025-05-03T23:59:59.999Z' },
    { at: '2025-05-04T00:00:00.000Z', visitor: 'bob' },
    { at: '2025-05-06T23:59:59.999Z', visitor: 'cy' },
    { at: '2025-05-07T00:00:00.000Z', visitor: 'dan' },
  ],
  recent: [
    { at: `${daysAgo(31)}T23:59:59.999Z` },
    { at: `${daysAgo(30)}T00:00:00.000Z`, visitor: 'bob' },
    { at: `${daysAgo(0)}T00:00:00.000Z`, visitor: 'cy' },
  ],
}));

export const webParameterRows: readonly Row[] = [
  {
    source,
    statement: 'web analytics: from and to are days in UTC, and both are included',
    async check(service) {
      const { edges } = await fixture(service);
      for (const name of ['total_pageviews_count', 'total_visits_count', 'unique_visitors_count']) {
        const count = async (from: string, to: string) =>
          (await dataOf(service, edges, `${name}?from=${from}&to=${to}`)).count;
        expect(await count('2025-05-04', '2025-05-06')).toBe(2);
        expect(await count('2025-05-03', '2025-05-03')).toBe(1);
        expect(await count('2025-05-07', '2025-05-07')).toBe(1);
        expect(await count('2025-05-01', '2025-05-31')).toBe(4);
      }
    },
  },
  {
    source,
    statement: 'web analytics: from is 30 days before today by default, to is today, on every report',
    async check(service) {
      const first = daysAgo(30);
      const { recent } = await fixture(service);
      const counts = await Promise.all(
        ['total_pageviews_count', 'total_visits_count', 'unique_visitors_count'].map(
          async (name) => (await dataOf(service, recent, name)).count,
        ),
      );
      const { data: pages } = await dataOf(service, recent, 'pages');
      for (const name of [...webSeriesNames, ...furtherSeriesNames]) {
        const days = Object.keys((await dataOf(service, recent, name)).data);
        expect(days).toHaveLength(31);
        // Midnight may pass between the two.
        expect([first, daysAgo(30)]).toContain(days[0]);
      }
      if (first !== daysAgo(30)) return;
      expect(counts).toEqual([2, 2, 2]);
      expect(pages).toEqual([{ path: '/', views: 2, percentage: 100 }]);
    },
  },
  {
    source,
    statement: 'web analytics: frequency is day, week or month on the endpoints that end in _by_date',
    codes: ['frequency_invalid'],
    async check(service) {
      const { edges } = await fixture(service);
      for (const name of [...webSeriesNames, ...furtherSeriesNames]) {
        const range = 'from=2025-04-30&to=2025-05-06';
        const keysOf = async (query: string) =>
          Object.keys((await dataOf(service, edges, `${name}?${range}${query}`)).data);
        expect(await keysOf('')).toHaveLength(7);
        expect(await keysOf('&frequency=day')).toHaveLength(7);
        expect(await keysOf('&frequency=week')).toEqual(['2025-04-28', '2025-05-05']);
        expect(await keysOf('&frequency=month')).toEqual(['2025-04-01', '2025-05-01']);
        for (const frequency of ['hour', 'Day', '', 'day&frequency=day']) {
          const answer = await askReport(service, edges, `${name}?frequency=${frequency}`);
          expectError(answer, 400, 'frequency_invalid', 'frequency');
        }
      }
      for (const name of webReportNames.filter((report) => !report.includes('_by_date'))) {
        await dataOf(service, edges, `${name}frequency=hour`);
      }
    },
  },
  {
    source,
    statement:
      'web analytics: bad dates and ranges are refused on every report, in the order of the parameters',
    codes: [
      'from_invalid',
      'to_invalid',
      'date_range_invalid',
      'location_type_invalid',
      'region_invalid',
      'limit_invalid',
    ],
    async check(service) {
      const { edges } = await fixture(service);
      const ask = (report: string) => askReport(service, edges, report);
      for (const name of webReportNames) {
        expectError(await ask(`${name}from=2025-02-30&to=x`), 400, 'from_invalid', '2025-02-30');
        expectError(await ask(`${name}to=2025-02-30`), 400, 'to_invalid', '2025-02-30');
        expectError(await ask(`${name}from=2025-05-05&to=2025-05-04`), 400, 'date_range_invalid');
        expectError(await ask(`${name}from=2015-04-26&to=2025-05-04`), 400, 'date_range_invalid', '3660');
      }
      for (const name of [...webListNames, 'devices?']) {
        expectError(await ask(`${name}limit=x&to=x`), 400, 'to_invalid');
        expectError(await ask(`${name}limit=x`), 400, 'limit_invalid');
      }
      const places = (query: string) => ask(`locations?${query}&limit=x`);
      expectError(await places('location_type=x&region=x'), 400, 'location_type_invalid');
      expectError(await places('location_type=city&region=x'), 400, 'region_invalid');
      expectError(await places('location_type=city&region=DE-BY'), 400, 'limit_invalid');
      for (const name of webReportNames.filter((report) => !report.startsWith('locations'))) {
        await dataOf(service, edges, `${name}region=x`);
      }
    },
  },
];
