/** The reports of proxy analytics and the shapes of their answers. */
import { expect } from 'vitest';
import {
  amazonAddress,
  askReport,
  bingbot,
  countNames,
  dataOf,
  type FedRequest,
  feedRequests,
  googlebot,
  hetznerAddress,
  listNames,
  newDomain,
  reportNames,
  reportsOf,
  seriesNames,
} from './analytics-resources.ts';
import { createDomain, createUpstream, ownOwner } from './domain-resources.ts';
import { expectError, newAccount, newToken, type Row, unknownUuid } from './row.ts';

const source = 'docs/reference/proxy-analytics.md ("Reports")';
const range = 'from=2026-05-04&to=2026-05-06';

const requests: readonly FedRequest[] = [
  { at: '2026-05-04', path: '/a', durationUs: 99_999, bytesIn: 100, bytesOut: 1_000 },
  { at: '2026-05-04', path: '/a', durationUs: 100_000, bytesIn: 200, bytesOut: 2_000, userAgent: googlebot },
  {
    at: '2026-05-06',
    path: '/b',
    durationUs: 10_000_000,
    bytesIn: 300,
    bytesOut: 3_000,
    userAgent: googlebot,
  },
  { at: '2026-05-06', path: '/c', status: 404, userAgent: bingbot, clientAddress: amazonAddress },
  { at: '2026-05-06', path: '/a', status: 999, clientAddress: amazonAddress },
  { at: '2026-05-06', path: '/c', status: 301, clientAddress: hetznerAddress },
];

const noRequests = {
  '0-100ms': '0',
  '100-200ms': '0',
  '200-300ms': '0',
  '300-400ms': '0',
  '400-500ms': '0',
  '500-600ms': '0',
  '600-700ms': '0',
  '700-800ms': '0',
  '800-900ms': '0',
  '900ms-1s': '0',
  '1-1.5s': '0',
  '1.5-2s': '0',
  '2-3s': '0',
  '3-5s': '0',
  '5-10s': '0',
  '10s+': '0',
};

/** What each report answers of {@link requests}. */
const expected: Readonly<Record<string, unknown>> = {
  request_count: { count: 6 },
  request_counts_by_date: { data: { '2026-05-04': 2, '2026-05-05': 0, '2026-05-06': 4 } },
  total_data_transfer: { bytes: 19_800 },
  data_transfer_by_date: { data: { '2026-05-04': 3_300, '2026-05-05': 0, '2026-05-06': 16_500 } },
  average_response_time: { duration: 1.725 },
  average_response_time_by_date: { data: { '2026-05-04': 0.1, '2026-05-05': 0, '2026-05-06': 2.5375 } },
  response_time_distribution: { data: { ...noRequests, '0-100ms': '4', '100-200ms': '1', '10s+': '1' } },
  files: {
    data: [
      { name: '/a', count: 3, percentage: 50 },
      { name: '/c', count: 2, percentage: 33.33 },
      { name: '/b', count: 1, percentage: 16.67 },
    ],
  },
  response_codes: {
    data: [
      { name: '200 OK', http_code: 200, count: 3, percentage: 50 },
      { name: '301 Moved Permanently', http_code: 301, count: 1, percentage: 16.67 },
      { name: '404 Not Found', http_code: 404, count: 1, percentage: 16.67 },
      { name: '999 Unknown', http_code: 999, count: 1, percentage: 16.67 },
    ],
  },
  bot_requests: {
    data: [
      { name: 'Googlebot', count: 2, percentage: 66.67 },
      { name: 'Bingbot', count: 1, percentage: 33.33 },
    ],
  },
  datacenter_requests: {
    data: [
      { name: 'Amazon AWS', datacenter_id: 'amazon-aws', count: 2, percentage: 66.67 },
      { name: 'Hetzner', datacenter_id: 'hetzner', count: 1, percentage: 33.33 },
    ],
  },
};

const meanings: Readonly<Record<string, string>> = {
  request_count: 'answers {count}, the total of HTTP requests',
  request_counts_by_date: 'answers {data: {<date>: integer}}, requests by date',
  total_data_transfer: 'answers {bytes}, incoming plus outgoing traffic',
  data_transfer_by_date: 'answers {data: {<date>: integer}}, bytes incoming plus outgoing by date',
  average_response_time: 'answers {duration} in seconds',
  average_response_time_by_date: 'answers {data: {<date>: number}}, seconds by date',
  response_time_distribution: 'answers {data: {<bucket>: <count as string>}}',
  files: 'answers {data: [{name, count, percentage}]}, paths sorted by number of requests',
  response_codes:
    'answers {data: [{name, http_code, count, percentage}]}, the name being the code with its text',
  bot_requests: 'answers {data: [{name, count, percentage}]}, requests from known bots and crawlers',
  datacenter_requests: 'answers {data: [{name, datacenter_id, count, percentage}]}',
};

export const proxyAnalyticsRows: readonly Row[] = [
  ...Object.entries(meanings).map(
    ([name, meaning]): Row => ({
      source,
      statement: `${name} ${meaning}`,
      async check(service) {
        const domain = await newDomain(service);
        await feedRequests(service, domain, requests);
        // As text: the order of keys counts too.
        const body = await dataOf(service, domain, `${name}?${range}`);
        expect(JSON.stringify(body)).toBe(JSON.stringify(expected[name]));
      },
    }),
  ),
  {
    source,
    statement: 'without requests every report answers zeros, complete series and empty lists',
    async check(service) {
      const domain = await newDomain(service);
      const body = (name: string) => dataOf(service, domain, `${name}?from=2026-05-04&to=2026-05-05`);
      expect(await body('request_count')).toEqual({ count: 0 });
      expect(await body('total_data_transfer')).toEqual({ bytes: 0 });
      expect(await body('average_response_time')).toEqual({ duration: 0 });
      for (const name of seriesNames) {
        expect(await body(name)).toEqual({ data: { '2026-05-04': 0, '2026-05-05': 0 } });
      }
      expect(JSON.stringify(await body('response_time_distribution'))).toBe(
        JSON.stringify({ data: noRequests }),
      );
      for (const name of listNames) expect(await body(name)).toEqual({ data: [] });
    },
  },
  {
    source: 'docs/reference/proxy-analytics.md ("Errors")',
    statement: 'a custom domain that is unknown, deleted, of another account or no UUID is 404 not_found',
    codes: ['not_found'],
    async check(service) {
      const domain = await newDomain(service);
      const deleted = await newDomain(service);
      await service.api(deleted.path, { method: 'DELETE', token: deleted.owner.token });
      const { token: stranger } = await newAccount(service);
      for (const name of reportNames) {
        const ask = (uuid: string, token: string) =>
          // Wrong parameters too: without access to the domain, nothing is said about them.
          service.api(`${reportsOf(uuid)}/${name}?from=x&frequency=x&limit=x`, { token });
        const { token } = domain.owner;
        for (const uuid of [unknownUuid, 'x', '1', `${domain.uuid}0`, domain.uuid.slice(1)]) {
          expectError(await ask(uuid, token), 404, 'not_found', 'custom domain', uuid);
        }
        expectError(await ask(domain.uuid, stranger), 404, 'not_found', 'custom domain', domain.uuid);
        expectError(await ask(deleted.uuid, deleted.owner.token), 404, 'not_found', deleted.uuid);
      }
    },
  },
  {
    source,
    statement: 'reports are read with GET and HEAD, by tokens of either scope, and with no other method',
    codes: ['unauthorized', 'method_not_allowed', 'not_found'],
    async check(service) {
      const domain = await newDomain(service);
      for (const name of reportNames) {
        const path = `${domain.reports}/${name}`;
        const { token } = domain.owner;
        const head = await service.api(path, { method: 'HEAD', token });
        expect(head).toMatchObject({ status: 200, body: '' });
        expectError(await service.api(path, { token: null }), 401, 'unauthorized');
        for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
          const refused = await service.api(path, { method, token });
          expectError(refused, 405, 'method_not_allowed', method);
          expect(refused.headers.get('allow')).toBe('GET, HEAD');
        }
        expectError(await service.api(`${path}/`, { token }), 404, 'not_found');
      }
      expectError(await askReport(service, domain, 'request_counts'), 404, 'not_found', 'request_counts');
      const owner = ownOwner(service);
      const own = await createDomain(service, owner, await createUpstream(service, owner));
      const token = await newToken(service, { scope: 'read' });
      expect(await service.api(`${reportsOf(own.uuid)}/request_count`, { token })).toMatchObject({
        status: 200,
      });
    },
  },
];

export const analyticsShapeRows: readonly Row[] = [
  {
    source,
    statement: 'a count is an object with one integer, or one number of seconds',
    async check(service) {
      const domain = await newDomain(service);
      await feedRequests(service, domain, requests);
      const fields = ['count', 'bytes', 'duration'];
      for (const [index, name] of countNames.entries()) {
        const body = await dataOf(service, domain, `${name}?${range}`);
        expect(Object.keys(body)).toEqual([fields[index]]);
        expect(Object.values(body)).toEqual([expect.any(Number)]);
      }
    },
  },
  {
    source,
    statement: 'a time series is an object with one field data, which maps date labels to numbers',
    async check(service) {
      const domain = await newDomain(service);
      for (const name of seriesNames) {
        const body = await dataOf(service, domain, name);
        expect(Object.keys(body)).toEqual(['data']);
        for (const [label, value] of Object.entries(body.data)) {
          expect(label).toMatch(/^\d{4}-\d{2}-\d{2}$/);
          expect(value).toEqual(expect.any(Number));
        }
      }
    },
  },
  {
    source,
    statement: 'a ranked list has items of a label, a count and a percentage in one field data',
    async check(service) {
      const domain = await newDomain(service);
      await feedRequests(service, domain, requests);
      for (const name of listNames) {
        const body = await dataOf(service, domain, `${name}?${range}`);
        expect(Object.keys(body)).toEqual(['data']);
        expect(body.data.length).toBeGreaterThan(1);
        for (const item of body.data) {
          expect(item).toMatchObject({
            name: expect.any(String),
            count: expect.any(Number),
            percentage: expect.any(Number),
          });
        }
      }
    },
  },
  {
    source,
    statement:
      'a distribution is an object with one field data, which maps bucket labels to counts given as strings',
    async check(service) {
      const domain = await newDomain(service);
      await feedRequests(service, domain, requests);
      const body = await dataOf(service, domain, `response_time_distribution?${range}`);
      expect(Object.keys(body)).toEqual(['data']);
      expect(Object.keys(body.data)).toEqual(Object.keys(noRequests));
      for (const value of Object.values(body.data)) expect(value).toMatch(/^\d+$/);
    },
  },
];
