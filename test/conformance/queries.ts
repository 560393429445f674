/** Queries over visitors and requests, as docs/reference/query.md promises them. */
import { expect } from 'vitest';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { feedRequests, firefox, googlebot, type MeasuredDomain, newDomain } from './analytics-resources.ts';
import { expectError, newAccount, newHost, postRedirect, type Row } from './row.ts';
import { webFixture } from './web-analytics-resources.ts';

const source = 'docs/reference/query.md ("Queries")';

/** Four visits of three visitors around the two hours of a Berlin night that are both called two o'clock. */
const fixture = webFixture(() => ({
  site: [
    { at: '2026-10-24T21:59:59Z', visitor: 'eve', path: '/before', resolved: { country: 'FR' } },
    {
      at: '2026-10-25T00:10:00Z',
      visitor: 'ada',
      path: '/',
      referrer: 'https://www.google.com/',
      resolved: { country: 'DE' },
    },
    { at: '2026-10-25T00:20:00Z', visitor: 'ada', path: '/blog/a', resolved: { country: 'DE' } },
    { at: '2026-10-25T01:10:00Z', visitor: 'bob', path: '/blog/a', resolved: { country: 'AT' } },
    { at: '2026-10-25T01:15:00Z', visitor: 'bob', path: '/pricing', resolved: { country: 'AT' } },
    { at: '2026-10-25T20:00:00Z', visitor: 'ada', path: "/it's", resolved: { country: 'DE' } },
  ],
}));
const day = { date_range: ['2026-10-25', '2026-10-25'], timezone: 'Europe/Berlin' };

async function site(service: ServiceClient): Promise<MeasuredDomain> {
  return (await fixture(service)).site;
}

function ask(
  service: ServiceClient,
  domain: MeasuredDomain,
  json: object,
  token = domain.owner.token,
): Promise<ApiAnswer> {
  return service.api(`${domain.reports}/query`, { method: 'POST', json, token });
}

/** The rows of an answer, as `[...dimensions, ...metrics]`. */
async function rowsOf(service: ServiceClient, json: object): Promise<unknown[][]> {
  const answer = await ask(service, await site(service), { ...day, ...json });
  expect(answer).toMatchObject({ status: 200, body: { results: expect.any(Array) } });
  const results: { dimensions: string[]; metrics: number[] }[] = answer.body.results;
  return results.map(({ dimensions, metrics }) => [dimensions, metrics].flat());
}

export const queryRows: readonly Row[] = [
  {
    source,
    statement: 'every metric of visitors, over a day of a time zone',
    async check(service) {
      const metrics = [
        'visitors',
        'visits',
        'pageviews',
        'events',
        'views_per_visit',
        'bounce_rate',
        'visit_duration',
        'percentage',
      ];
      expect(await rowsOf(service, { metrics })).toEqual([[2, 3, 5, 5, 1.67, 33.33, 300, 100]]);
      expect(await rowsOf(service, { metrics, filters: [['is', 'event:page', ['/nowhere']]] })).toEqual([
        [0, 0, 0, 0, 0, 0, 0, 0],
      ]);
    },
  },
  {
    source,
    statement:
      'exit_rate is of the pageviews of the exit page, and refused beside other dimensions or filters on events',
    async check(service) {
      const exits = { metrics: ['visits', 'exit_rate'], dimensions: ['visit:exit_page'] };
      expect(await rowsOf(service, exits)).toEqual([
        ['/blog/a', 1, 50],
        ["/it's", 1, 100],
        ['/pricing', 1, 100],
      ]);
      expect(await rowsOf(service, { ...exits, filters: [['is', 'visit:country', ['DE']]] })).toEqual([
        ['/blog/a', 1, 100],
        ["/it's", 1, 100],
      ]);
      // Half of its views are of a visit that went on, which the filter leaves out.
      const exited = [['is', 'visit:exit_page', ['/blog/a']]];
      expect(await rowsOf(service, { ...exits, filters: exited })).toEqual([['/blog/a', 1, 50]]);
      const exitedInGermany = [...exited, ['is', 'visit:country', ['DE']]];
      expect(await rowsOf(service, { ...exits, filters: exitedInGermany })).toEqual([['/blog/a', 1, 100]]);
      const allowed = 'with visit:exit_page as the only dimension and without filters on event dimensions';
      for (const wrong of [
        { dimensions: [] },
        { dimensions: ['event:page'] },
        { dimensions: ['visit:exit_page', 'visit:country'] },
        { filters: [['or', [['is_not', 'event:page', ['/']]]]] },
      ]) {
        const refused = await ask(service, await site(service), { ...day, ...exits, ...wrong });
        expectError(refused, 400, 'query_invalid', `metrics[1] is "exit_rate"; allowed: ${allowed}`);
      }
      const done = { ...exits, filters: [['has_done', ['is', 'event:page', ['/pricing']]]] };
      expect(await rowsOf(service, done)).toEqual([['/pricing', 1, 100]]);
    },
  },
  {
    source,
    statement: 'visit:channel says what kind of link brought visits, as a dimension and in filters',
    async check(service) {
      expect(await rowsOf(service, { metrics: ['visits'], dimensions: ['visit:channel'] })).toEqual([
        ['Direct', 2],
        ['Organic Search', 1],
      ]);
      const filters = [['is', 'visit:channel', ['Organic Search']]];
      expect(await rowsOf(service, { metrics: ['visits'], dimensions: ['visit:source'], filters })).toEqual([
        ['Google', 1],
      ]);
    },
  },
  {
    source,
    statement: 'the answer has results, meta and the query as it was understood, and nothing else',
    async check(service) {
      const { body } = await ask(service, await site(service), {
        ...day,
        metrics: ['visits'],
        dimensions: ['visit:source'],
        filters: [['is_not', 'visit:country', ['FR']]],
        include: { total_rows: true },
        pagination: { limit: 1 },
      });
      expect(JSON.stringify(body)).toBe(
        JSON.stringify({
          results: [{ dimensions: ['Direct'], metrics: [2] }],
          meta: { total_rows: 2 },
          query: {
            metrics: ['visits'],
            date_range: ['2026-10-25T00:00:00+02:00', '2026-10-25T23:59:59+01:00'],
            timezone: 'Europe/Berlin',
            dimensions: ['visit:source'],
            filters: [['is_not', 'visit:country', ['FR']]],
            order_by: [['visits', 'desc']],
            include: { time_labels: false, total_rows: true },
            pagination: { limit: 1, offset: 0 },
          },
        }),
      );
    },
  },
  {
    source,
    statement: 'a comparison puts the row of the other range beside each row, and says how much it changed',
    async check(service) {
      const { body } = await ask(service, await site(service), {
        ...day,
        metrics: ['pageviews', 'visits'],
        dimensions: ['visit:country'],
        include: { comparison: { mode: 'previous_period' } },
        pagination: { limit: 1 },
      });
      expect(body.results).toEqual([
        {
          dimensions: ['DE'],
          metrics: [3, 2],
          comparison: { dimensions: ['DE'], metrics: [0, 0], change: [null, null] },
        },
      ]);
      expect(body.query.include.comparison).toEqual({
        mode: 'previous_period',
        date_range: ['2026-10-24T00:00:00+02:00', '2026-10-24T23:59:59+02:00'],
        match_day_of_week: false,
      });
      const later = await ask(service, await site(service), {
        date_range: ['2026-10-26', '2026-10-26'],
        timezone: 'Europe/Berlin',
        metrics: ['pageviews'],
        include: { comparison: { mode: 'previous_period' } },
      });
      expect(later.body.results).toEqual([
        { dimensions: [], metrics: [0], comparison: { dimensions: [], metrics: [5], change: [-100] } },
      ]);
      const hours = await ask(service, await site(service), {
        ...day,
        metrics: ['pageviews'],
        dimensions: ['time:day'],
        include: { comparison: { mode: 'custom', date_range: ['2026-10-24', '2026-10-24'] } },
      });
      expect(hours.body.results).toEqual([
        {
          dimensions: ['2026-10-25'],
          metrics: [5],
          comparison: { dimensions: ['2026-10-24'], metrics: [1], change: [400] },
        },
      ]);
      expectError(
        await ask(service, await site(service), {
          ...day,
          metrics: ['visits'],
          include: { comparison: { mode: 'last_year' } },
        }),
        400,
        'query_invalid',
        'include.comparison.mode is "last_year"; allowed: previous_period, year_over_year, custom',
      );
    },
  },
  {
    source,
    statement: 'hours: the one that comes twice is two, empty ones are only among the labels',
    async check(service) {
      const hourly = { metrics: ['pageviews'], dimensions: ['time:hour'] };
      expect(await rowsOf(service, hourly)).toEqual([
        ['2026-10-25T02:00:00+02:00', 2],
        ['2026-10-25T02:00:00+01:00', 2],
        ['2026-10-25T21:00:00+01:00', 1],
      ]);
      const { body } = await ask(service, await site(service), {
        ...day,
        ...hourly,
        include: { time_labels: true },
      });
      expect(body.meta.time_labels).toHaveLength(25);
    },
  },
  {
    source,
    statement: 'lost_rows appends the rows that only the other range has, and counts them',
    async check(service) {
      const compared = {
        ...day,
        metrics: ['pageviews', 'visits', 'bounce_rate'],
        dimensions: ['visit:country'],
        include: { total_rows: true, comparison: { mode: 'previous_period', lost_rows: true } },
      };
      const answer = await ask(service, await site(service), compared);
      const gone = {
        dimensions: ['FR'],
        metrics: [0, 0, 0],
        comparison: { dimensions: ['FR'], metrics: [1, 1, 100], change: [-100, -100, -100] },
      };
      expect(answer.body.results).toHaveLength(3);
      expect(answer.body.results[2]).toEqual(gone);
      expect(answer.body.meta.total_rows).toBe(3);
      expect(answer.body.query.include.comparison.lost_rows).toBe(true);
      const page = await ask(service, await site(service), {
        ...compared,
        pagination: { limit: 2, offset: 2 },
      });
      expect(page.body).toMatchObject({ results: [gone], meta: { total_rows: 3 } });
      const past = await ask(service, await site(service), {
        ...compared,
        include: { comparison: compared.include.comparison },
        pagination: { limit: 2, offset: 3 },
      });
      expect(past.body).toMatchObject({ results: [], meta: {} });
      const none = await ask(service, await site(service), {
        ...compared,
        dimensions: ['time:day', 'visit:country'],
      });
      expect(none.body.results).toHaveLength(2);
      const text = { mode: 'previous_period', lost_rows: 'yes' };
      expectError(
        await ask(service, await site(service), { ...compared, include: { comparison: text } }),
        400,
        'query_invalid',
        'include.comparison.lost_rows is "yes"; allowed: true, false',
      );
    },
  },
  {
    source,
    statement:
      'minutes are those of the zone’s clock with the offset then, in ranges of at most 24 hours or one day',
    async check(service) {
      const minutes = { metrics: ['visits', 'pageviews'], dimensions: ['time:minute'] };
      const answer = await ask(service, await site(service), {
        ...day,
        ...minutes,
        include: { time_labels: true },
      });
      expect(answer.body.results).toEqual([
        { dimensions: ['2026-10-25T02:10:00+02:00'], metrics: [1, 1] },
        { dimensions: ['2026-10-25T02:20:00+02:00'], metrics: [0, 1] },
        { dimensions: ['2026-10-25T02:10:00+01:00'], metrics: [1, 1] },
        { dimensions: ['2026-10-25T02:15:00+01:00'], metrics: [0, 1] },
        { dimensions: ['2026-10-25T21:00:00+01:00'], metrics: [1, 1] },
      ]);
      const { time_labels: labels } = answer.body.meta;
      expect(labels).toHaveLength(25 * 60);
      expect([labels[0], labels.at(-1)]).toEqual(['2026-10-25T00:00:00+02:00', '2026-10-25T23:59:00+01:00']);
      const longer = { ...minutes, date_range: ['2026-10-24', '2026-10-25'] };
      const allowed = 'with a date_range of at most 24 hours, or one day of the timezone';
      const refused = await ask(service, await site(service), longer);
      expectError(refused, 400, 'query_invalid', `dimensions[0] is "time:minute"; allowed: ${allowed}`);
    },
  },
  {
    source,
    statement: 'labels of time are at most 10,000 a range, and all begins with the day of the first event',
    async check(service) {
      const hours = { metrics: ['visitors'], dimensions: ['time:hour'] };
      const years = { ...hours, date_range: ['2017-01-01', '2026-12-31'] };
      const listed = await ask(service, await site(service), { ...years, include: { time_labels: true } });
      expectError(listed, 400, 'query_invalid', 'include.time_labels needs 87648 buckets of time:hour');
      const compared = { ...years, include: { comparison: { mode: 'previous_period' } } };
      const refused = await ask(service, await site(service), compared);
      expectError(refused, 400, 'query_invalid', 'include.comparison needs 87648 buckets');
      expect((await ask(service, await site(service), years)).status).toBe(200);
      const days = {
        metrics: ['visitors'],
        dimensions: ['time:day'],
        date_range: 'all',
        timezone: 'Europe/Berlin',
        include: { time_labels: true },
      };
      const { body } = await ask(service, await site(service), days);
      // 21:59:59 in UTC is before midnight in Berlin.
      expect(body.meta.time_labels[0]).toBe('2026-10-24');
      const empty = await newDomain(service);
      expect((await ask(service, empty, days)).body.meta.time_labels).toHaveLength(1);
      expect((await ask(service, empty, { ...days, dimensions: ['time:hour'] })).status).toBe(200);
    },
  },
  {
    source,
    statement: 'dimensions: days, weeks and months by their first day, and properties of visits and events',
    async check(service) {
      const by = (...dimensions: string[]) => rowsOf(service, { metrics: ['visits'], dimensions });
      expect(await by('time:day')).toEqual([['2026-10-25', 3]]);
      expect(await by('time:week')).toEqual([['2026-10-19', 3]]);
      expect(await by('time:month')).toEqual([['2026-10-01', 3]]);
      expect(await by('visit:country_name')).toEqual([
        ['Germany', 2],
        ['Austria', 1],
      ]);
      expect(await by('visit:entry_page', 'visit:exit_page')).toEqual([
        ['/', '/blog/a', 1],
        ['/blog/a', '/pricing', 1],
        ["/it's", "/it's", 1],
      ]);
      expect(await by('event:page')).toEqual([
        ['/blog/a', 2],
        ['/', 1],
        ["/it's", 1],
        ['/pricing', 1],
      ]);
      expect(await by('visit:utm_source', 'visit:region', 'event:name')).toEqual([
        ['(none)', 'Unknown', 'pageview', 3],
      ]);
    },
  },
  {
    source,
    statement:
      'filters: an event filter keeps events for metrics of events, and whole visits for metrics of visits',
    async check(service) {
      const metrics = ['visits', 'pageviews'];
      const under = (...filters: unknown[]) => rowsOf(service, { metrics, filters });
      expect(await under(['contains', 'event:page', ['/blog/']])).toEqual([[2, 2]]);
      expect(await under(['matches', 'event:page', ['^/$', '^/p']])).toEqual([[2, 2]]);
      expect(await under(['is', 'event:page', ['/blog/a']], ['is_not', 'visit:country', ['AT']])).toEqual([
        [1, 1],
      ]);
      expect(await under(['is', 'event:page', ['/']], ['is', 'event:page', ['/blog/a']])).toEqual([[0, 0]]);
      expect(
        await under(
          ['has_done', ['is', 'event:page', ['/']]],
          ['has_done', ['is', 'event:page', ['/blog/a']]],
        ),
      ).toEqual([[1, 2]]);
      expect(await under(['has_not_done', ['contains', 'event:page', ['/blog/']]])).toEqual([[1, 1]]);
      expect(
        await under([
          'or',
          [
            ['is', 'visit:source', ['Google']],
            ['not', ['is', 'visit:country', ['DE']]],
          ],
        ]),
      ).toEqual([[2, 4]]);
    },
  },
  {
    source,
    statement: 'order_by and pagination',
    async check(service) {
      const pages = {
        metrics: ['pageviews'],
        dimensions: ['event:page'],
        order_by: [['event:page', 'desc']],
      };
      expect(await rowsOf(service, { ...pages, pagination: { limit: 2, offset: 1 } })).toEqual([
        ["/it's", 1],
        ['/blog/a', 2],
      ]);
    },
  },
  {
    source,
    statement: 'POST /api/v2/query takes the host as site_id and answers the same',
    async check(service) {
      const domain = await site(service);
      const json = { ...day, metrics: ['visitors'], dimensions: ['visit:source'] };
      const { token } = domain.owner;
      const answer = await service.api('/api/v2/query', {
        method: 'POST',
        json: { site_id: domain.host, ...json },
        token,
      });
      expect(answer.body).toEqual((await ask(service, domain, json)).body);
      const stranger = await newDomain(service);
      for (const site_id of [stranger.host, 'nobody.example.com', '…']) {
        const refused = await service.api('/api/v2/query', {
          method: 'POST',
          json: { site_id, ...json },
          token,
        });
        expectError(refused, 404, 'not_found', 'custom domain');
      }
      expectError(
        await service.api('/api/v2/query', { method: 'POST', json, token }),
        400,
        'query_invalid',
        'site_id',
      );
      expectError(
        await service.api('/api/v2/query', { method: 'POST', json, token: `np_${'a'.repeat(43)}` }),
        401,
        'unauthorized',
      );
    },
  },
  {
    source,
    statement: "another account's domain is not found",
    async check(service) {
      const domain = await site(service);
      const stranger = await newDomain(service);
      const json = { ...day, metrics: ['visitors'] };
      expectError(await ask(service, domain, json, stranger.owner.token), 404, 'not_found', domain.uuid);
      const requests = await service.api(`${domain.reports}/requests/query`, {
        method: 'POST',
        json: { ...day, metrics: ['requests'] },
        token: stranger.owner.token,
      });
      expectError(requests, 404, 'not_found', domain.uuid);
    },
  },
  {
    source,
    statement: 'a refusal names the place in the query and what is allowed',
    async check(service) {
      const domain = await site(service);
      const refused = async (json: object, ...mentions: string[]) =>
        expectError(
          await ask(service, domain, { ...day, metrics: ['visitors'], ...json }),
          400,
          'query_invalid',
          ...mentions,
        );
      await refused(
        {
          filters: [
            ['is', 'event:page', ['/']],
            ['like', 'event:page', ['/']],
          ],
        },
        'filters[1][0] is "like"; allowed: is, is_not',
      );
      await refused({ filters: [['matches', 'event:page', ['ok', '(']]] }, 'filters[0][2][1]', 'RE2');
      await refused({ metrics: ['clicks'] }, 'metrics[0] is "clicks"; allowed: visitors');
      await refused({ timezone: 'Mars/Olympus' }, 'timezone is "Mars/Olympus"');
      await refused({ date_range: '7 days' }, 'date_range is "7 days"');
      expectError(
        await ask(service, domain, { ...day, metrics: ['visitors'], metric: 1 }),
        400,
        'parameter_unknown',
        '"metric"',
      );
    },
  },
  {
    source,
    statement: 'requests: every metric, by status class, bot and path, under filters',
    async check(service) {
      const domain = await newDomain(service);
      await feedRequests(service, domain, [
        {
          at: '2026-10-25T10:00:00Z',
          path: '/a',
          status: 200,
          durationUs: 100_000,
          bytesIn: 10,
          bytesOut: 1_000,
          userAgent: firefox,
        },
        {
          at: '2026-10-25T10:00:01Z',
          path: '/a',
          status: 200,
          durationUs: 200_000,
          bytesIn: 10,
          bytesOut: 1_000,
          userAgent: googlebot,
        },
        {
          at: '2026-10-25T10:00:02Z',
          path: '/b',
          status: 404,
          durationUs: 300_000,
          bytesIn: 10,
          bytesOut: 100,
          userAgent: firefox,
        },
        {
          at: '2026-10-25T11:00:00Z',
          path: '/b',
          status: 502,
          durationUs: 1_000_000,
          bytesIn: 10,
          bytesOut: 100,
          userAgent: firefox,
        },
      ]);
      const rows = async (json: object): Promise<unknown[][]> => {
        const answer = await service.api(`${domain.reports}/requests/query`, {
          method: 'POST',
          json: { ...day, ...json },
          token: domain.owner.token,
        });
        expect(answer.status).toBe(200);
        const results: { dimensions: string[]; metrics: number[] }[] = answer.body.results;
        return results.map(({ dimensions, metrics }) => [dimensions, metrics].flat());
      };
      const metrics = [
        'requests',
        'bytes_in',
        'bytes_out',
        'response_time',
        'response_time_p50',
        'response_time_p95',
        'response_time_p99',
        'error_rate',
      ];
      expect(await rows({ metrics })).toEqual([[4, 40, 2_200, 0.4, 0.2, 1, 1, 25]]);
      expect(await rows({ metrics: ['requests'], dimensions: ['request:status_class'] })).toEqual([
        ['2xx', 2],
        ['4xx', 1],
        ['5xx', 1],
      ]);
      expect(await rows({ metrics: ['requests'], dimensions: ['request:bot', 'request:status'] })).toEqual([
        ['(none)', '200', 1],
        ['(none)', '404', 1],
        ['(none)', '502', 1],
        ['Googlebot', '200', 1],
      ]);
      expect(await rows({ metrics: ['requests'], dimensions: ['request:bot_class'] })).toEqual([
        ['(none)', 3],
        ['search', 1],
      ]);
      expect(await rows({ metrics: ['requests'], dimensions: ['request:bot_verified'] })).toEqual([
        ['none', 3],
        ['claimed', 1],
      ]);
      expect(
        await rows({
          metrics: ['requests'],
          dimensions: ['time:hour', 'request:path', 'request:method', 'request:datacenter'],
          filters: [
            [
              'or',
              [
                ['is', 'request:path', ['/b']],
                ['is_not', 'request:bot', ['(none)']],
              ],
            ],
          ],
        }),
      ).toEqual([
        ['2026-10-25T11:00:00+01:00', '/a', 'GET', '(none)', 1],
        ['2026-10-25T11:00:00+01:00', '/b', 'GET', '(none)', 1],
        ['2026-10-25T12:00:00+01:00', '/b', 'GET', '(none)', 1],
      ]);
      const refused = await service.api(`${domain.reports}/requests/query`, {
        method: 'POST',
        json: { ...day, metrics: ['requests'], filters: [['has_done', ['is', 'request:path', ['/']]]] },
        token: domain.owner.token,
      });
      expectError(refused, 400, 'query_invalid', 'filters[0][0] is "has_done"');
    },
  },
  {
    source: 'docs/reference/query.md ("Requests of a host")',
    statement:
      'the requests of a host that has only rules are counted by rule and path, for its account only',
    async check(service) {
      const host = newHost();
      const path = `/api/v1/accounts/${service.accountUuid}/hosts/${host}`;
      const query = (json: object) =>
        service.api(`${path}/requests/query`, {
          json: { date_range: 'all', metrics: ['requests'], ...json },
        });
      expectError(await query({}), 404, 'not_found', host);
      const rules = [{ name: 'Old', if: { path: '/old/*' }, then: { redirect: { to: '/new' } } }];
      expect((await service.api(`${path}/rules`, { method: 'PUT', json: { rules } })).status).toBe(200);
      for (const target of ['/old/a', '/old/b', '/missing']) await service.edge(host, target);
      await expect
        .poll(async () => (await query({ dimensions: ['request:rule'] })).body.results)
        .toEqual([
          { dimensions: ['Old'], metrics: [2] },
          { dimensions: ['(none)'], metrics: [1] },
        ]);
      const unmatched = { dimensions: ['request:path'], filters: [['is', 'request:status', ['404']]] };
      expect((await query(unmatched)).body.results).toEqual([{ dimensions: ['/missing'], metrics: [1] }]);
      expectError(await query({ metrics: ['visits'] }), 400, 'query_invalid', 'metrics[0] is "visits"');
      const { accountUuid, token } = await newAccount(service);
      const foreign = `/api/v1/accounts/${accountUuid}/hosts/${host}/requests/query`;
      const json = { date_range: 'all', metrics: ['requests'] };
      expectError(await service.api(foreign, { json, token }), 404, 'not_found', host);
    },
  },
  {
    source: 'docs/reference/query.md ("Clicks of a redirect")',
    statement: 'the clicks of a redirect are those it answered, with their visitors, for its account only',
    async check(service) {
      const host = newHost();
      const destination = 'https://dest.example/base';
      const created = await postRedirect(service, {
        source_host: host,
        destination_url: destination,
        match_path: '/old*',
      });
      expect(created.status).toBe(201);
      const path = `/api/v1/analytics/redirects/${created.body.uuid}/query`;
      const clicks = async (json: object, token?: string) =>
        service.api(path, { method: 'POST', json: { date_range: 'all', ...json }, ...(token && { token }) });
      const headers = { 'user-agent': firefox, referer: 'https://www.google.com/search?q=secret' };
      expect((await service.edge(host, '/old?secret=1', { headers })).status).toBe(301);
      expect(
        (await service.edge(host, '/older?utm_source=letter', { headers: { 'user-agent': firefox } })).status,
      ).toBe(301);
      expect((await service.edge(host, '/old', { headers: { 'user-agent': googlebot } })).status).toBe(301);
      expect((await service.edge(host, '/elsewhere', { headers })).status).toBe(404);
      await expect
        .poll(async () => (await clicks({ metrics: ['requests', 'visitors'] })).body.results)
        .toEqual([{ dimensions: [], metrics: [3, 1] }]);
      const dimensions = ['request:path', 'request:source', 'request:target', 'request:bot', 'request:host'];
      const listed = await clicks({ metrics: ['requests'], dimensions });
      expect(listed.body.results.map((row: { dimensions: string[] }) => row.dimensions)).toEqual([
        ['/old', 'Direct', `${destination}/old`, 'Googlebot', host],
        ['/old', 'Google', `${destination}/old`, '(none)', host],
        ['/older', 'letter', `${destination}/older`, '(none)', host],
      ]);
      const found = async (...filter: readonly unknown[]) =>
        (await clicks({ metrics: ['requests'], filters: [filter] })).body.results[0].metrics[0];
      expect(await found('contains', 'request:bot', ['o'])).toBe(1);
      expect(await found('contains', 'request:failure', ['none'])).toBe(0);
      expect(await found('matches_not', 'request:failure', ['.'])).toBe(3);
      expect(await found('is', 'request:failure', ['(none)'])).toBe(3);
      const refused = await clicks({ metrics: ['visits'] });
      expectError(refused, 400, 'query_invalid', 'metrics[0] is "visits"');
      const stranger = await newDomain(service);
      expectError(
        await clicks({ metrics: ['requests'] }, stranger.owner.token),
        404,
        'not_found',
        created.body.uuid,
      );
      const own = await service.api(`${stranger.reports}/requests/query`, {
        method: 'POST',
        json: { date_range: 'all', metrics: ['visitors'] },
        token: stranger.owner.token,
      });
      expectError(own, 400, 'query_invalid', 'metrics[0] is "visitors"');
    },
  },
];
