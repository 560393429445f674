/** Queries over an account, as docs/reference/query.md promises them. */
import { expect } from 'vitest';
import type { ServiceClient } from '../support/service-client.ts';
import { feedRequests, type MeasuredDomain, placeRequests } from './analytics-resources.ts';
import { expectError, newHost, type Row } from './row.ts';
import { webFixture } from './web-analytics-resources.ts';

const source = 'docs/reference/query.md ("Queries over an account")';
const range = { date_range: ['2026-10-25', '2026-10-26'] };

/** Ada is a visitor of each domain that she visits. */
const fixture = webFixture(() => ({
  shop: [
    { at: '2026-10-25T10:00:00Z', visitor: 'ada' },
    { at: '2026-10-25T10:01:00Z', visitor: 'ada', path: '/thanks' },
    { at: '2026-10-25T11:00:00Z', visitor: 'bob' },
  ],
  blog: [
    { at: '2026-10-25T12:00:00Z', visitor: 'ada' },
    { at: '2026-10-26T12:00:00Z', visitor: 'eve', path: '/order' },
  ],
  gone: [{ at: '2026-10-25T10:00:00Z', visitor: 'ada' }],
}));
const plan = 'it\'s "pro" 😀';
const prepared = new WeakMap<ServiceClient, Promise<Prepared>>();
type Prepared = { readonly shop: MeasuredDomain; readonly blog: MeasuredDomain; readonly account: string };

function prepare(service: ServiceClient): Promise<Prepared> {
  const known = prepared.get(service) ?? make(service);
  prepared.set(service, known);
  return known;
}

async function make(service: ServiceClient): Promise<Prepared> {
  const { shop, blog, gone } = await fixture(service);
  const { token } = shop.owner;
  const change = { external_id: 'customer 1', metadata: { plan } };
  expect((await service.api(shop.path, { method: 'PUT', token, json: change })).status).toBe(200);
  expect((await service.api(gone.path, { method: 'DELETE', token })).status).toBe(200);
  const add = (domain: MeasuredDomain, json: object) =>
    service.api(`${domain.reports}/goals`, { method: 'POST', token, json });
  expect((await add(shop, { display_name: 'Done', page_path: '/thanks' })).status).toBe(201);
  expect((await add(blog, { display_name: 'Done', page_path: '/order*' })).status).toBe(201);
  expect((await add(blog, { display_name: 'Read', page_path: '/*' })).status).toBe(201);
  return { shop, blog, account: shop.owner.upstreams.replace('/upstreams', '') };
}

async function rowsOf(service: ServiceClient, json: object, path = '/query'): Promise<unknown[][]> {
  const { account, shop } = await prepare(service);
  const answer = await service.api(`${account}${path}`, {
    method: 'POST',
    token: shop.owner.token,
    json: { ...range, ...json },
  });
  expect(answer).toMatchObject({ status: 200, body: { results: expect.any(Array) } });
  const results: { dimensions: string[]; metrics: number[] }[] = answer.body.results;
  return results.map(({ dimensions, metrics }) => [dimensions, metrics].flat());
}

export const accountQueryRows: readonly Row[] = [
  {
    source,
    statement: 'a row is the sum of what the custom domains that exist answer themselves',
    async check(service) {
      const { shop, blog } = await prepare(service);
      const metrics = ['visitors', 'visits', 'pageviews', 'events', 'views_per_visit', 'bounce_rate'];
      expect(await rowsOf(service, { metrics })).toEqual([[4, 4, 5, 5, 1.25, 75]]);
      expect(await rowsOf(service, { metrics: ['visitors', 'visits'], dimensions: ['domain:host'] })).toEqual(
        [
          [shop.host, 2, 2],
          [blog.host, 2, 2],
        ].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      );
      expect(await rowsOf(service, { metrics: ['visitors'], dimensions: ['time:day'] })).toEqual([
        ['2026-10-25', 3],
        ['2026-10-26', 1],
      ]);
    },
  },
  {
    source,
    statement: 'domain:… dimensions are of the custom domain as it is now, and (none) where it has nothing',
    async check(service) {
      const { shop, blog } = await prepare(service);
      const { body: upstream } = await service.api(shop.path.replace(/\/custom_domains.*/, ''), {
        token: shop.owner.token,
      });
      const order = { order_by: [['domain:external_id', 'desc']] };
      const dimensions = ['domain:uuid', 'domain:external_id', 'domain:upstream', 'domain:metadata:plan'];
      const address = `${upstream.host}:${upstream.port}`;
      expect(await rowsOf(service, { metrics: ['visits'], dimensions, ...order })).toEqual([
        [shop.uuid, 'customer 1', address, plan, 2],
        [blog.uuid, '(none)', address, '(none)', 2],
      ]);
      expect(await rowsOf(service, { metrics: ['visits'], dimensions: ['domain:metadata:"😀'] })).toEqual([
        ['(none)', 4],
      ]);
      for (const [operator, value, visits] of [
        ['is', plan, 2],
        ['is', '(none)', 2],
        ['contains', '"pro" 😀', 2],
        ['contains', 'none', 0],
        ['matches', '^it.s', 2],
        ['matches_not', 'o', 2],
      ]) {
        const filters = [[operator, 'domain:metadata:plan', [value]]];
        expect(await rowsOf(service, { metrics: ['visits'], filters })).toEqual([[visits]]);
      }
      const either = [
        ['is', 'domain:host', [blog.host]],
        ['is', 'event:page', ['/thanks']],
      ];
      expect(await rowsOf(service, { metrics: ['visits'], filters: [['or', either]] })).toEqual([[3]]);
    },
  },
  {
    source,
    statement: 'goals join by display name; conversion_rate divides by the visitors of all custom domains',
    async check(service) {
      const { blog } = await prepare(service);
      const metrics = ['visitors', 'conversion_rate'];
      expect(await rowsOf(service, { metrics, dimensions: ['event:goal'] })).toEqual([
        ['Done', 2, 50],
        ['Read', 2, 50],
      ]);
      const filters = [['is', 'event:goal', ['Done']]];
      expect(await rowsOf(service, { metrics, filters })).toEqual([[2, 50]]);
      const ofBlog = [...filters, ['is', 'domain:host', [blog.host]]];
      expect(await rowsOf(service, { metrics, filters: ofBlog })).toEqual([[1, 50]]);
    },
  },
  {
    source,
    statement: 'requests are those of custom domains, redirects and rules; percentiles are of all together',
    async check(service) {
      const { shop, blog, account } = await prepare(service);
      const { token } = shop.owner;
      const [host, ruled] = [newHost(), newHost()];
      const json = { source_host: host, destination_url: 'https://dest.example' };
      const redirect = await service.api(`${account}/redirects`, { method: 'POST', token, json });
      expect(redirect.status).toBe(201);
      const rules = { rules: [{ then: { respond: { status: 200, body: 'ok' } } }] };
      const put = await service.api(`${account}/hosts/${ruled}/rules`, { method: 'PUT', token, json: rules });
      expect(put.status).toBe(200);
      const at = '2026-10-25T10:00:00Z';
      await placeRequests(service, { uuid: redirect.body.uuid }, [{ at, durationUs: 9_000_000 }]);
      await feedRequests(service, blog, [{ at, durationUs: 1_000_000 }]);
      await feedRequests(service, shop, [
        { at, durationUs: 2_000_000 },
        { at, durationUs: 3_000_000 },
      ]);
      const dimensions = ['domain:host', 'domain:uuid', 'domain:upstream'];
      const asked = { metrics: ['requests'], dimensions, filters: [['is', 'domain:host', [host]]] };
      await expect
        .poll(() => rowsOf(service, asked, '/requests/query'), { timeout: 60_000 })
        .toEqual([[host, '(none)', '(none)', 1]]);
      const all = { metrics: ['requests', 'response_time', 'response_time_p50'] };
      expect(await rowsOf(service, all, '/requests/query')).toEqual([[4, 3.75, 2]]);
    },
  },
  {
    source,
    statement: 'the dimensions are refused over one custom domain, and unknown ones name what is allowed',
    codes: ['query_invalid', 'not_found'],
    async check(service) {
      const { account, shop } = await prepare(service);
      const { token } = shop.owner;
      const ask = (path: string, json: object) => service.api(path, { method: 'POST', token, json });
      const byHost = { ...range, metrics: ['visitors'], dimensions: ['domain:host'] };
      const one = await ask(`${shop.reports}/query`, byHost);
      expectError(one, 400, 'query_invalid', 'dimensions[0] is "domain:host"; allowed: time:hour, ');
      const unknown = await ask(`${account}/query`, { ...byHost, dimensions: ['domain:name'] });
      expectError(
        unknown,
        400,
        'query_invalid',
        'domain:host, domain:uuid, domain:external_id, domain:upstream, event:props:<key>, domain:metadata:<key>',
      );
      const other = await ask(`/api/v1/accounts/${service.accountUuid}/query`, byHost);
      expectError(other, 404, 'not_found', service.accountUuid);
    },
  },
];
