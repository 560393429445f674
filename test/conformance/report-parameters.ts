/** The parameters that all reports have in common, and the period they are of by default. */
import { expect } from 'vitest';
import {
  askReport,
  dataOf,
  daysAgo,
  feedRequests,
  listNames,
  newDomain,
  reportNames,
  seriesNames,
} from './analytics-resources.ts';
import { expectError, type Row } from './row.ts';

const source = 'docs/reference/proxy-analytics.md ("Parameters")';

/** What `from` and `to` may not be. */
const badDates = [
  '2026-02-30',
  '2026-2-1',
  '2026-13-01',
  '2026-05-04T00:00:00Z',
  '2026-05-04%2000:00',
  '20260504',
  '04.05.2026',
  'today',
  '1777852800',
  '0000-01-01',
  '9999-12-31',
  '%202026-05-04',
  '',
];

export const analyticsParameterRows: readonly Row[] = [
  {
    source,
    statement: 'from and to are days in UTC, and both are included',
    async check(service) {
      const domain = await newDomain(service);
      await feedRequests(service, domain, [
        { at: '2026-05-03T23:59:59.999Z' },
        { at: '2026-05-04T00:00:00.000Z' },
        { at: '2026-05-06T23:59:59.999Z' },
        { at: '2026-05-07T00:00:00.000Z' },
      ]);
      expect(await dataOf(service, domain, 'request_count?from=2026-05-04&to=2026-05-06')).toEqual({
        count: 2,
      });
      expect(await dataOf(service, domain, 'request_count?from=2026-05-03&to=2026-05-03')).toEqual({
        count: 1,
      });
      expect(await dataOf(service, domain, 'request_count?from=2026-05-07&to=2026-05-07')).toEqual({
        count: 1,
      });
    },
  },
  {
    source,
    statement: 'from is 30 days before today by default, to is today, on every report',
    async check(service) {
      const domain = await newDomain(service);
      const firstDay = daysAgo(30);
      await feedRequests(service, domain, [
        { at: `${daysAgo(31)}T23:59:59.999Z` },
        { at: `${firstDay}T00:00:00.000Z`, durationUs: 200_000 },
        { at: daysAgo(0), durationUs: 400_000 },
        { at: `${daysAgo(-2)}T12:00:00.000Z` },
      ]);
      const { data } = await dataOf(service, domain, 'request_counts_by_date');
      const days = Object.keys(data);
      expect(days).toHaveLength(31);
      // Midnight may pass between the two.
      expect([firstDay, daysAgo(30)]).toContain(days[0]);
      if (days[0] !== firstDay) return;
      expect(await dataOf(service, domain, 'request_count')).toEqual({ count: 2 });
      expect(await dataOf(service, domain, 'total_data_transfer')).toEqual({ bytes: 8_800 });
      expect(await dataOf(service, domain, 'average_response_time')).toEqual({ duration: 0.3 });
      expect((await dataOf(service, domain, 'response_time_distribution')).data).toMatchObject({
        '0-100ms': '0',
        '200-300ms': '1',
        '400-500ms': '1',
      });
      expect((await dataOf(service, domain, 'files')).data).toEqual([
        { name: '/', count: 2, percentage: 100 },
      ]);
      expect((await dataOf(service, domain, `request_count?from=${daysAgo(31)}`)).count).toBe(3);
      expect((await dataOf(service, domain, `request_count?to=${daysAgo(-2)}`)).count).toBe(3);
    },
  },
  {
    source,
    statement: 'frequency is day, week or month; the default is day',
    codes: ['frequency_invalid'],
    async check(service) {
      const domain = await newDomain(service);
      for (const name of seriesNames) {
        const range = 'from=2026-04-30&to=2026-05-05';
        const keysOf = async (query: string) =>
          Object.keys((await dataOf(service, domain, `${name}?${range}${query}`)).data);
        const days = ['2026-04-30', '2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04', '2026-05-05'];
        expect(await keysOf('')).toEqual(days);
        expect(await keysOf('&frequency=day')).toEqual(days);
        expect(await keysOf('&frequency=week')).toEqual(['2026-04-27', '2026-05-04']);
        expect(await keysOf('&frequency=month')).toEqual(['2026-04-01', '2026-05-01']);
        for (const frequency of ['hour', 'Day', 'year', '', 'day&frequency=day']) {
          const answer = await askReport(service, domain, `${name}?frequency=${frequency}`);
          expectError(answer, 400, 'frequency_invalid', 'frequency');
        }
        const named = await askReport(service, domain, `${name}?frequency=hour`);
        expectError(named, 400, 'frequency_invalid', '"hour"', 'day, week, month');
      }
    },
  },
  {
    source,
    statement: 'frequency is a parameter of the endpoints whose name ends in _by_date only',
    async check(service) {
      const domain = await newDomain(service);
      for (const name of reportNames.filter((report) => !report.endsWith('_by_date'))) {
        await dataOf(service, domain, `${name}?frequency=hour`);
      }
    },
  },
  {
    source,
    statement: 'a from that is no date is 400 from_invalid, on every report',
    codes: ['from_invalid'],
    async check(service) {
      const domain = await newDomain(service);
      for (const text of badDates) {
        const answer = await askReport(service, domain, `request_count?from=${text}&to=2026-05-04`);
        expectError(answer, 400, 'from_invalid', `"${decodeURIComponent(text)}"`, 'YYYY-MM-DD');
      }
      const twice = await askReport(service, domain, 'request_count?from=2026-05-04&from=2026-05-04');
      expectError(twice, 400, 'from_invalid', 'from');
      for (const name of reportNames) {
        expectError(
          await askReport(service, domain, `${name}?from=2026-02-30`),
          400,
          'from_invalid',
          '2026-02-30',
        );
      }
    },
  },
  {
    source,
    statement: 'a to that is no date is 400 to_invalid, on every report',
    codes: ['to_invalid'],
    async check(service) {
      const domain = await newDomain(service);
      for (const text of badDates) {
        const answer = await askReport(service, domain, `request_count?from=2026-05-04&to=${text}`);
        expectError(answer, 400, 'to_invalid', `"${decodeURIComponent(text)}"`, 'YYYY-MM-DD');
      }
      const twice = await askReport(service, domain, 'request_count?to=2026-05-04&to=2026-05-05');
      expectError(twice, 400, 'to_invalid', 'to');
      for (const name of reportNames) {
        expectError(
          await askReport(service, domain, `${name}?to=2026-02-30`),
          400,
          'to_invalid',
          '2026-02-30',
        );
      }
    },
  },
  {
    source,
    statement: 'a range whose from is after its to, or of more than 3,660 days, is 400 date_range_invalid',
    codes: ['date_range_invalid'],
    async check(service) {
      const domain = await newDomain(service);
      for (const name of reportNames) {
        const inverted = await askReport(service, domain, `${name}?from=2026-05-05&to=2026-05-04`);
        expectError(inverted, 400, 'date_range_invalid', '2026-05-05', '2026-05-04');
        const tooLong = await askReport(service, domain, `${name}?from=2016-04-26&to=2026-05-04`);
        expectError(tooLong, 400, 'date_range_invalid', '3661', '3660');
        await dataOf(service, domain, `${name}?from=2016-04-27&to=2026-05-04`);
      }
      const tomorrow = await askReport(service, domain, `request_count?from=${daysAgo(-2)}`);
      expectError(tomorrow, 400, 'date_range_invalid', 'by default');
      const longAgo = await askReport(service, domain, `request_count?to=${daysAgo(40)}`);
      expectError(longAgo, 400, 'date_range_invalid', 'by default');
    },
  },
  {
    source,
    statement: 'parameters of reports are checked in the order from, to, frequency, limit',
    codes: ['from_invalid', 'to_invalid', 'date_range_invalid', 'frequency_invalid', 'limit_invalid'],
    async check(service) {
      const domain = await newDomain(service);
      const ask = (report: string) => askReport(service, domain, report);
      const series = 'request_counts_by_date?limit=x&frequency=x';
      expectError(await ask(`${series}&to=x&from=x`), 400, 'from_invalid');
      expectError(await ask(`${series}&to=x&from=2100-01-01`), 400, 'to_invalid');
      expectError(await ask(`${series}&from=2100-01-01`), 400, 'date_range_invalid');
      expectError(await ask(series), 400, 'frequency_invalid');
      for (const name of listNames) {
        expectError(await ask(`${name}?limit=x&to=x`), 400, 'to_invalid');
        expectError(await ask(`${name}?limit=x&from=2100-01-01`), 400, 'date_range_invalid');
        expectError(await ask(`${name}?limit=x`), 400, 'limit_invalid');
      }
    },
  },
  {
    source: 'docs/reference/api.md ("Lists")',
    statement: 'query parameters that only other reports or lists have are ignored',
    async check(service) {
      const domain = await newDomain(service);
      for (const name of reportNames) await dataOf(service, domain, `${name}?utm_param=x&region=1&page=x`);
    },
  },
  {
    source: 'docs/reference/api.md ("Lists")',
    statement:
      'query parameters that no report and no list has are refused, with the name and what is allowed',
    codes: ['parameter_unknown'],
    async check(service) {
      const domain = await newDomain(service);
      const { token } = domain.owner;
      const refused = async (path: string, name: string, allowed: string) => {
        const refusal = `"${name}" is not a query parameter; allowed: ${allowed}`;
        expectError(await service.api(path, { token }), 400, 'parameter_unknown', refusal);
      };
      for (const name of reportNames)
        await refused(`${domain.reports}/${name}?source=Google`, 'source', 'from, to');
      await refused(`${domain.reports}/current_visitors?from=x&filter=x`, 'filter', 'none');
      await refused(`${domain.reports}/goals?page=1&Page=2`, 'Page', 'page, per_page, cursor, sort');
      await refused('/api/v1/analytics/segments?__proto__=1', '__proto__', 'page, per_page, cursor, sort');
      await refused(`${domain.owner.upstreams}?q=a`, 'q', 'page, per_page, cursor, sort');
      await refused('/api/v1/accounts?name=a', 'name', 'none');
      const answer = await service.api(`${domain.reports}/query?source=Google`, {
        token,
        json: { metrics: ['visitors'], date_range: 'day' },
      });
      expectError(answer, 400, 'parameter_unknown', '"source"');
      const unauthorized = await service.api(`${domain.reports}/sources?filter=x`, { token: null });
      expectError(unauthorized, 401, 'unauthorized');
    },
  },
  {
    source,
    statement: 'the default analytics period is 30 days ago until the current date, in UTC',
    async check(service) {
      const domain = await newDomain(service);
      const expected = [daysAgo(30), daysAgo(0)];
      const days = Object.keys((await dataOf(service, domain, 'data_transfer_by_date')).data);
      if (daysAgo(0) === expected[1]) expect([days[0], days.at(-1)]).toEqual(expected);
    },
  },
];
