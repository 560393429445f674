/** Days, series, lists and percentages of the reports on requests. */
import { expect } from 'vitest';
import {
  amazonAddress,
  askReport,
  dataOf,
  expectCount,
  type FedRequest,
  feedRequests,
  firefox,
  googlebot,
  hetznerAddress,
  homeAddress,
  listNames,
  newDomain,
  placeRequests,
  seriesNames,
} from './analytics-resources.ts';
import { expectError, type Row } from './row.ts';

const source = 'docs/reference/proxy-analytics.md ("Time series")';

function times<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}

export const requestReportRows: readonly Row[] = [
  {
    source: 'docs/reference/proxy-analytics.md ("Parameters")',
    statement: 'a day is a UTC calendar day',
    async check(service) {
      const domain = await newDomain(service);
      await feedRequests(service, domain, [
        { at: '2026-03-29T00:59:59.999Z' },
        { at: '2026-03-28T23:59:59.999Z' },
        { at: '2026-03-29T23:59:59.999Z' },
        { at: '2026-03-30T00:00:00.000Z' },
      ]);
      const { data } = await dataOf(service, domain, 'request_counts_by_date?from=2026-03-28&to=2026-03-30');
      expect(data).toEqual({ '2026-03-28': 1, '2026-03-29': 2, '2026-03-30': 1 });
    },
  },
  {
    source,
    statement: 'series have every bucket between from and to, in time order, keyed by its first day',
    async check(service) {
      const domain = await newDomain(service);
      await feedRequests(service, domain, [{ at: '2026-01-01' }, { at: '2026-03-31' }]);
      for (const name of seriesNames) {
        const ask = (frequency: string) =>
          dataOf(service, domain, `${name}?from=2025-12-30&to=2026-04-02&frequency=${frequency}`);
        expect(Object.keys((await ask('day')).data)).toHaveLength(94);
        const weeks = Object.keys((await ask('week')).data);
        expect([weeks[0], weeks[1], weeks.at(-1), weeks.length]).toEqual([
          '2025-12-29',
          '2026-01-05',
          '2026-03-30',
          14,
        ]);
        expect(Object.keys((await ask('month')).data)).toEqual([
          '2025-12-01',
          '2026-01-01',
          '2026-02-01',
          '2026-03-01',
          '2026-04-01',
        ]);
      }
      const { data } = await dataOf(
        service,
        domain,
        'request_counts_by_date?from=2025-12-30&to=2026-04-02&frequency=month',
      );
      expect(Object.values(data)).toEqual([0, 1, 0, 1, 0]);
    },
  },
  {
    source,
    statement: 'the first and the last bucket count only days inside the range',
    async check(service) {
      const domain = await newDomain(service);
      // 2026-05-04 and 2026-05-11 are Mondays.
      await feedRequests(service, domain, [
        { at: '2026-05-04', bytesIn: 1, bytesOut: 0 },
        { at: '2026-05-05', bytesIn: 10, bytesOut: 0 },
        { at: '2026-05-11', bytesIn: 100, bytesOut: 0 },
        { at: '2026-05-12', bytesIn: 1_000, bytesOut: 0 },
      ]);
      const ask = async (query: string) =>
        (await dataOf(service, domain, `data_transfer_by_date?from=2026-05-05&to=2026-05-11${query}`)).data;
      expect(await ask('&frequency=week')).toEqual({ '2026-05-04': 10, '2026-05-11': 100 });
      expect(await ask('&frequency=month')).toEqual({ '2026-05-01': 110 });
    },
  },
  {
    source: 'docs/reference/proxy-analytics.md ("Ranked lists")',
    statement: 'percentages are of the sum over the whole list before it is cut, with two decimals',
    async check(service) {
      const domain = await newDomain(service);
      const mixed: FedRequest[] = [
        ...times(4, { at: '2026-05-04', path: '/four', userAgent: googlebot, clientAddress: amazonAddress }),
        ...times(2, { at: '2026-05-04', path: '/two', status: 404, clientAddress: hetznerAddress }),
        { at: '2026-05-04', path: '/one', status: 500 },
      ];
      await feedRequests(service, domain, mixed);
      const ask = async (report: string) =>
        (await dataOf(service, domain, `${report}from=2026-05-04&to=2026-05-04`)).data;
      const shares = [
        { count: 4, percentage: 57.14 },
        { count: 2, percentage: 28.57 },
        { count: 1, percentage: 14.29 },
      ];
      for (const name of ['files', 'response_codes']) {
        expect(await ask(`${name}?`)).toMatchObject(shares);
        const cut = await ask(`${name}?limit=2&`);
        expect(cut).toHaveLength(2);
        expect(cut).toMatchObject(shares.slice(0, 2));
      }
      // Of the requests that the list is about, not of all.
      expect(await ask('bot_requests?')).toMatchObject([{ count: 4, percentage: 100 }]);
      expect(await ask('datacenter_requests?limit=1&')).toMatchObject([{ count: 4, percentage: 66.67 }]);
    },
  },
  {
    source: 'docs/reference/proxy-analytics.md ("Ranked lists")',
    statement: 'lists are sorted by count descending, then by label ascending',
    async check(service) {
      const domain = await newDomain(service);
      const paths = ['/b', '/a', '/B', '/a/', '/c', '/c', '/%C3%A4', '/~'];
      await feedRequests(
        service,
        domain,
        paths.map((path) => ({ at: '2026-05-04', path })),
      );
      const { data } = await dataOf(service, domain, 'files?from=2026-05-04&to=2026-05-04');
      const names = data.map(({ name }: { name: string }) => name);
      expect(names).toEqual(['/c', '/%C3%A4', '/B', '/a', '/a/', '/b', '/~']);
    },
  },
  {
    source: 'docs/reference/proxy-analytics.md ("Parameters")',
    statement: 'limit is 1 to 10,000, by default 1,000, on every list',
    codes: ['limit_invalid'],
    async check(service) {
      const domain = await newDomain(service);
      await feedRequests(
        service,
        domain,
        Array.from({ length: 1_001 }, (_, index) => ({ at: '2026-05-04', path: `/${index}` })),
      );
      const range = 'from=2026-05-04&to=2026-05-04';
      const lengthOf = async (query: string) =>
        (await dataOf(service, domain, `files?${range}${query}`)).data.length;
      expect(await lengthOf('')).toBe(1_000);
      expect(await lengthOf('&limit=1')).toBe(1);
      expect(await lengthOf('&limit=10000')).toBe(1_001);
      for (const name of listNames) {
        for (const limit of ['0', '10001', '-1', '1.5', 'x', '', '%2B1', '5&limit=5']) {
          const answer = await askReport(service, domain, `${name}?${range}&limit=${limit}`);
          expectError(answer, 400, 'limit_invalid', 'limit');
        }
        expectError(
          await askReport(service, domain, `${name}?limit=10001`),
          400,
          'limit_invalid',
          '"10001"',
          '10000',
        );
      }
    },
  },
  {
    source: 'docs/reference/proxy-analytics.md ("Response times")',
    statement: 'response_time_distribution counts a bound with the bucket that it begins',
    async check(service) {
      const domain = await newDomain(service);
      const boundsMs = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1500, 2000, 3000, 5000, 10_000];
      await feedRequests(
        service,
        domain,
        boundsMs.map((ms) => ({ at: '2026-05-04', durationUs: ms * 1000 })),
      );
      const ask = async () =>
        (await dataOf(service, domain, 'response_time_distribution?from=2026-05-04&to=2026-05-04')).data;
      expect(Object.values(await ask())).toEqual(times(16, '1'));
      await feedRequests(
        service,
        domain,
        boundsMs.slice(1).map((ms) => ({ at: '2026-05-04', durationUs: ms * 1000 - 1 })),
      );
      expect(Object.values(await ask())).toEqual([...times(15, '2'), '1']);
    },
  },
  {
    source: 'docs/reference/proxy-analytics.md ("Files, codes, bots, networks")',
    statement:
      'files are paths without the query; response codes, bots and hosting networks have their names',
    async check(service) {
      const domain = await newDomain(service);
      await feedRequests(service, domain, [
        {
          at: '2026-05-04',
          path: '/d\u00fc',
          status: 404,
          userAgent: googlebot,
          clientAddress: amazonAddress,
        },
        { at: '2026-05-04', path: '/a', status: 200, userAgent: firefox, clientAddress: homeAddress },
      ]);
      const ask = async (name: string) =>
        (await dataOf(service, domain, `${name}?from=2026-05-04&to=2026-05-04`)).data;
      expect(await ask('files')).toEqual([
        { name: '/a', count: 1, percentage: 50 },
        { name: '/d%FC', count: 1, percentage: 50 },
      ]);
      expect(await ask('response_codes')).toMatchObject([{ name: '200 OK' }, { name: '404 Not Found' }]);
      expect(await ask('bot_requests')).toEqual([{ name: 'Googlebot', count: 1, percentage: 100 }]);
      expect(await ask('datacenter_requests')).toEqual([
        { name: 'Amazon AWS', datacenter_id: 'amazon-aws', count: 1, percentage: 100 },
      ]);
    },
  },
  {
    source: 'docs/reference/proxy-analytics.md ("Requests")',
    statement:
      'answers depend on the requests only, not on the batches they came in, their order or repetitions',
    async check(service) {
      const requests = Array.from(
        { length: 60 },
        (_, index): FedRequest => ({
          at: new Date(Date.UTC(2026, 0, 20 + index)).toISOString(),
          path: `/${index % 7}`,
          durationUs: index * 77_777,
          status: index % 5 === 0 ? 404 : 200,
          userAgent: index % 3 === 0 ? googlebot : firefox,
          clientAddress: index % 4 === 0 ? amazonAddress : homeAddress,
        }),
      );
      const whole = await newDomain(service);
      await feedRequests(service, whole, requests);
      const pieces = await newDomain(service);
      const reversed = requests.toReversed();
      const name = (part: number) => `${pieces.uuid.replaceAll('-', '')}${part}`;
      for (const [part, from] of [0, 13, 14, 40].entries()) {
        const until = [13, 14, 40, 60][part];
        await placeRequests(service, pieces, reversed.slice(from, until), name(part));
      }
      await expectCount(service, pieces, 60);
      // The same segment again; the one after it tells when it would have been counted.
      await placeRequests(service, pieces, reversed.slice(14, 40), name(2));
      await feedRequests(service, whole, [{ at: '2026-01-20' }]);
      await feedRequests(service, pieces, [{ at: '2026-01-20' }]);
      for (const report of [
        'request_count',
        'total_data_transfer',
        'average_response_time',
        'response_time_distribution',
        ...listNames,
        ...seriesNames.flatMap((series) =>
          ['day', 'week', 'month'].map((frequency) => `${series}?frequency=${frequency}`),
        ),
      ]) {
        const query = `${report}${report.includes('?') ? '&' : '?'}from=2026-01-01&to=2026-04-01`;
        expect(await dataOf(service, pieces, query)).toEqual(await dataOf(service, whole, query));
      }
    },
  },
];
