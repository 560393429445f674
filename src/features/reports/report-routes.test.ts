import { fastify } from 'fastify';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { AnalyticsAwayError } from '../../analytics/engine/failures.ts';
import { measures } from '../../analytics/reports/measures.ts';
import { reports } from '../../analytics/reports/reports.ts';
import { addErrorHandlers } from '../../api/error-handler.ts';
import { errorSchema } from '../../api/schemas/common.ts';
import { addAnalyticsRoutes } from './report-routes.ts';

const accountUuid = '01890000-0000-7000-8000-00000000000a';
const domainUuid = '01890000-0000-7000-8000-00000000000d';
const base = `/api/v1/analytics/custom_domains/${domainUuid}`;
const clock = { now: () => Date.UTC(2026, 10, 21, 23, 59, 59, 999) };
const token = {
  uuid: '01890000-0000-7000-8000-000000000001',
  accountUuid,
  name: 'test',
  scope: 'read' as const,
  expiresAt: null,
  customDomainUuids: null,
  externalIds: null,
  mayApply: false,
  lastUsedAt: null,
  createdAt: 0,
};

/** A report's path with the parameters that it cannot do without. */
const pathOf = ({ name }: { readonly name: string }, query = ''): string =>
  `${base}/${name}?${name === 'utm_params' ? 'utm_param=source&' : ''}${query}`;
/** What is current has neither `from` nor `to`. */
const dated = reports.filter(({ measure }) => measure !== 'current_visitors');

let asked: { sql: string; params: Record<string, unknown> }[] = [];
beforeEach(() => {
  asked = [];
});

/** The routes on an API of their own, with the rows that the store answers, or the error it throws. */
function routesOn(answer: readonly object[] | Error = []) {
  const app = fastify();
  onTestFinished(() => app.close());
  app.setValidatorCompiler(() => () => true);
  addErrorHandlers(app);
  app.addSchema(errorSchema);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = { kind: 'token', token, accountUuid: token.accountUuid };
  });
  const domains = {
    findInAccount: (account: string, uuid: string) =>
      Promise.resolve(account === accountUuid && uuid === domainUuid ? {} : undefined),
  };
  const analytics = {
    async query<T>(sql: string, params: Record<string, unknown>): Promise<T[]> {
      asked.push({ sql, params });
      if (answer instanceof Error) throw answer;
      return JSON.parse(JSON.stringify(answer));
    },
  };
  const ofAccount = {
    forAccount(account: string) {
      expect(account).toBe(accountUuid);
      return analytics;
    },
  };
  addAnalyticsRoutes(app, domains, ofAccount, clock);
  return async (path: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const { statusCode, headers, body } = await app.inject({ url: path, method });
    return { status: statusCode, headers, body };
  };
}

const errorOf = ({ status, body }: { status: number; body: string }): unknown[] => [status, JSON.parse(body)];

test('ask for the last 31 days of the domain by default', async () => {
  const ask = routesOn();
  for (const report of dated.filter(
    ({ measure }) => measures[measure].over === 'requests' || measure === 'pageviews',
  ))
    expect(await ask(pathOf(report))).toMatchObject({ status: 200 });
  for (const { sql, params } of asked) {
    expect(params).toEqual({ domain: domainUuid });
    expect(sql).toContain("day BETWEEN '2026-10-22' AND '2026-11-21'");
  }
});

test('put only checked days and numbers into the statement', async () => {
  const ask = routesOn();
  await ask(
    `${base.toUpperCase().replace('/API/V1/ANALYTICS/CUSTOM_DOMAINS', '/api/v1/analytics/custom_domains')}/files?from=2026-01-02&to=2026-01-03&limit=7`,
  );
  expect(asked).toHaveLength(1);
  expect(asked[0]?.params).toEqual({ domain: domainUuid });
  expect(asked[0]?.sql).not.toContain(domainUuid);
  expect(asked[0]?.sql).toMatch(/day BETWEEN '2026-01-02' AND '2026-01-03'.* LIMIT 7 /s);
});

test.each([
  'from=2026-02-30',
  'from=2026-2-1',
  'from=2026-02-01T00:00:00Z',
  'from=',
  'from=2026-02-01&from=2026-02-01',
  'from=0000-01-01',
  'from=9999-12-31',
  'from=2026-02-30&to=x&frequency=x&limit=x',
])('%s is from_invalid', async (query) => {
  const [status, body] = errorOf(await routesOn()(`${base}/request_counts_by_date?${query}`));
  expect([status, body]).toMatchObject([400, { error_code: 'from_invalid' }]);
  expect(asked).toEqual([]);
});

test.each([
  ['to=2026-02-30', 'to_invalid', '"2026-02-30"'],
  ['to=2026-11-21&to=2026-11-20', 'to_invalid', '2 times'],
  ['to=x&frequency=x&limit=x', 'to_invalid', '"x"'],
  ['from=2026-11-22&frequency=x', 'date_range_invalid', '2026-11-22'],
  ['from=2016-11-13&limit=x', 'date_range_invalid', '3661'],
])('%s is %s', async (query, code, mention) => {
  const ask = routesOn();
  for (const report of dated) {
    expect(errorOf(await ask(pathOf(report, query)))).toEqual([
      400,
      { error_code: code, error: expect.stringContaining(mention) },
    ]);
  }
});

test.each(['x', '', 'Day', 'day%20', 'year', 'day&frequency=day'])(
  'frequency=%s is refused, by series only',
  async (value) => {
    const ask = routesOn();
    for (const report of reports) {
      const answer = await ask(pathOf(report, `frequency=${value}`));
      if (report.shape.kind !== 'series') expect(answer.status).toBe(200);
      else expect(errorOf(answer)).toMatchObject([400, { error_code: 'frequency_invalid' }]);
    }
  },
);

test.each(['x', '', '0', '-1', '10001', '1.5', '01', '1e3', '%201', '1&limit=1', '99999999999999999999'])(
  'limit=%s is refused, by lists only',
  async (value) => {
    const ask = routesOn();
    for (const report of reports) {
      const answer = await ask(pathOf(report, `limit=${value}`));
      if (report.shape.kind !== 'list' && report.shape.kind !== 'devices') expect(answer.status).toBe(200);
      else expect(errorOf(answer)).toMatchObject([400, { error_code: 'limit_invalid' }]);
    }
  },
);

test.each(['', 'utm_', 'utm_utm_source', 'Source', 'gclid', 'source&utm_param=source'])(
  'utm_param=%s is refused, and so is none',
  async (value) => {
    const ask = routesOn();
    expect(errorOf(await ask(`${base}/utm_params?utm_param=${value}&limit=x`))).toMatchObject([
      400,
      { error_code: 'utm_param_invalid' },
    ]);
    expect(errorOf(await ask(`${base}/utm_params`))).toMatchObject([
      400,
      { error_code: 'utm_param_invalid' },
    ]);
    expect(await ask(`${base}/sources?utm_param=${value}`)).toMatchObject({ status: 200 });
  },
);

test.each(['source', 'utm_source', 'term', 'utm_term', 'utm_content'])(
  'utm_param=%s is allowed',
  async (value) => {
    expect(await routesOn()(`${base}/utm_params?utm_param=${value}`)).toMatchObject({ status: 200 });
  },
);

test.each(['', 'Country', 'continent', 'city&location_type=city'])(
  'location_type=%s is refused',
  async (value) => {
    const ask = routesOn();
    expect(errorOf(await ask(`${base}/locations?location_type=${value}`))).toMatchObject([
      400,
      { error_code: 'location_type_invalid' },
    ]);
    expect(await ask(`${base}/locations?location_type=city`)).toMatchObject({ status: 200 });
  },
);

test.each([
  ['DE-BY', '"DE-BY"'],
  ['GB-ENG', '"GB-ENG"'],
  ['AT-9', '"AT-9"'],
])('region=%s is allowed with cities, bound, and refused with other locations', async (region, quoted) => {
  const ask = routesOn();
  expect(await ask(`${base}/locations?location_type=city&region=${region}&limit=3`)).toMatchObject({
    status: 200,
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.params).toEqual({ domain: domainUuid, limit: 3, region });
  expect(asked[0]?.sql).not.toContain(region);
  for (const [type, query] of [
    ['country', ''],
    ['country', 'location_type=country&'],
    ['region', 'location_type=region&'],
  ] as const)
    expect(errorOf(await ask(`${base}/locations?${query}region=${region}`))).toEqual([
      400,
      {
        error_code: 'region_invalid',
        error: `region ${quoted} is given with location_type ${type}; allowed: with location_type city only`,
      },
    ]);
  expect(asked).toHaveLength(1);
});

test.each([
  '',
  'DE',
  'DE-',
  '-BY',
  'de-BY',
  'DE-by',
  'DE-BYXX',
  'DEU-BY',
  'DE-B!',
  'DE-BY%0A',
  '%20DE-BY',
  "DE-BY'%20OR%201=1",
  'DE-BY&region=DE-BY',
])('region=%s is refused, by locations only', async (value) => {
  const ask = routesOn();
  for (const type of ['city', 'region'])
    expect(errorOf(await ask(`${base}/locations?location_type=${type}&region=${value}&limit=x`))).toEqual([
      400,
      { error_code: 'region_invalid', error: expect.stringMatching(/^region .*allowed: /) },
    ]);
  expect(asked).toEqual([]);
  for (const report of reports.filter(({ name }) => name !== 'locations'))
    expect(await ask(pathOf(report, `region=${value}`))).toMatchObject({ status: 200 });
});

test('the location type is checked before the region, the region before the limit', async () => {
  const ask = routesOn();
  expect(errorOf(await ask(`${base}/locations?location_type=x&region=x&limit=x`))).toMatchObject([
    400,
    { error_code: 'location_type_invalid' },
  ]);
  expect(errorOf(await ask(`${base}/locations?location_type=city&region=x&limit=x`))).toMatchObject([
    400,
    {
      error_code: 'region_invalid',
      error: 'region "x" is invalid; allowed: an ISO 3166-2 code such as DE-BY',
    },
  ]);
});

test.each(['01890000-0000-7000-8000-00000000000e', 'x', '1', 'null', '%27%20OR%201=1', `${domainUuid}0`])(
  'the domain %s is not found, whatever the parameters',
  async (uuid) => {
    const ask = routesOn();
    for (const { name } of reports) {
      const answer = await ask(`/api/v1/analytics/custom_domains/${uuid}/${name}?from=x`);
      expect(errorOf(answer)).toEqual([
        404,
        { error_code: 'not_found', error: `there is no custom domain "${decodeURIComponent(uuid)}"` },
      ]);
    }
    expect(asked).toEqual([]);
  },
);

test('answer 503 with Retry-After while the store is away', async () => {
  const ask = routesOn(
    new AnalyticsAwayError('the analytics store is away: connect ECONNREFUSED 10.0.0.1:8123'),
  );
  for (const report of reports) {
    const answer = await ask(pathOf(report));
    expect(errorOf(answer)).toEqual([
      503,
      { error_code: 'unavailable', error: 'the analytics store is away; try again later' },
    ]);
    expect(answer.headers['retry-after']).toBe('1');
    if (dated.includes(report))
      expect(await ask(pathOf(report, 'limit=0&frequency=x&from=x'))).toMatchObject({ status: 400 });
  }
});

test('answer HEAD like GET without a body, and refuse other methods', async () => {
  const ask = routesOn();
  for (const report of reports) {
    const path = pathOf(report);
    const [got, head] = [await ask(path), await ask(path, 'HEAD')];
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe(got.headers['content-length']);
    const posted = await ask(path, 'POST');
    expect(errorOf(posted)).toMatchObject([405, { error_code: 'method_not_allowed' }]);
    expect(posted.headers.allow).toBe('GET, HEAD');
  }
  expect(errorOf(await ask(`${base}/request_counts`))).toMatchObject([404, { error_code: 'not_found' }]);
});

test('have the shapes of the reference', async () => {
  const query = '?from=2026-10-26&to=2026-11-02&frequency=week';
  const rows = [
    { d0: 20_752, m0: '3', sum: '7' },
    { d0: 404, m0: 4, sum: '7' },
  ];
  const ask = routesOn(rows);
  const answers = await Promise.all(
    reports
      .filter(({ measure }) => measures[measure].over === 'requests')
      .map(async ({ name }) => [name, JSON.parse((await ask(`${base}/${name}${query}`)).body)]),
  );
  expect(Object.fromEntries(answers)).toMatchObject({
    request_count: { count: 3 },
    request_counts_by_date: { data: { '2026-10-26': 3, '2026-11-02': 0 } },
    total_data_transfer: { bytes: 3 },
    data_transfer_by_date: { data: { '2026-10-26': 3, '2026-11-02': 0 } },
    average_response_time: { duration: 3 },
    average_response_time_by_date: { data: { '2026-10-26': 3, '2026-11-02': 0 } },
    response_time_distribution: { data: { '0-100ms': '0' } },
    files: {
      data: [
        { name: '20752', count: 3, percentage: 42.86 },
        { name: '404', count: 4, percentage: 57.14 },
      ],
    },
    response_codes: {
      data: [
        { name: '20752 Unknown', http_code: 20_752 },
        { name: '404 Not Found', http_code: 404, count: 4, percentage: 57.14 },
      ],
    },
    bot_requests: { data: [{ name: '20752' }, { name: '404' }] },
    // Sorted here, not by the store.
    datacenter_requests: { data: [{ name: '404', datacenter_id: '404' }, { name: '20752' }] },
  });
});
