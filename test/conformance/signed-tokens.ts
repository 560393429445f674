/** Tokens for customers' analytics, as docs/reference/signed-tokens.md promises them. */
import { expect } from 'vitest';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { signToken } from '../support/signed-token.ts';
import { newDomain } from './analytics-resources.ts';
import { expectError, newAccount, type Row, unknownUuid, uuidV7 } from './row.ts';

const page = 'docs/reference/signed-tokens.md';
const on = (title: string) => `${page} ("${title}")`;

/** Domains of one account, the first two of one customer. */
async function newCustomers(service: ServiceClient) {
  const { owner, uuid: c } = await newDomain(service);
  const { token, upstreams } = owner;
  const account = upstreams.replace(/\/upstreams$/, '');
  const { upstream_uuid: upstream } = (await service.api(`${account}/custom_domains/${c}`, { token })).body;
  const path = `${upstreams}/${upstream}/custom_domains`;
  const customer = `customer ${c}`;
  const create = async (letter: string): Promise<string> => {
    const json = { host: `${letter}.${c}.example`, external_id: customer };
    return (await service.api(path, { token, json })).body.uuid;
  };
  const [a, b] = [await create('a'), await create('b')];
  const ask = (path_: string, request: Parameters<ServiceClient['api']>[1] = {}) =>
    service.api(path_, { token, ...request });
  return { token, account, customer, a, b, c, path, ask };
}

type Customers = Awaited<ReturnType<typeof newCustomers>>;

async function newKey({ ask, account }: Customers) {
  const { body } = await ask(`${account}/signing_keys`, { json: { name: 'portal' } });
  const exp = Math.floor(Date.now() / 1_000) + 600;
  const sign = (claims: object, header?: object) =>
    signToken(body.secret, { iss: body.uuid, exp, ...claims }, header);
  return { uuid: body.uuid, sign, exp };
}

const hostsOf = ({ body }: ApiAnswer): string[] =>
  body.custom_domains.map(({ uuid }: { uuid: string }) => uuid).toSorted();
const visitors = (uuid: string) => `/api/v1/analytics/custom_domains/${uuid}/unique_visitors_count`;

export const signedTokenRows: readonly Row[] = [
  {
    source: on('The domains'),
    statement:
      'an access token with the scope analytics reads the union of its domains and external ids, as they are now',
    codes: ['not_found'],
    postgres: 'lists of uuids and texts in a condition',
    async check(service) {
      const customers = await newCustomers(service);
      const { ask, account, customer, a, b, c, path } = customers;
      const create = async (json: object): Promise<string> =>
        (await ask(`${account}/access_tokens`, { json: { name: 'x', scope: 'analytics', ...json } })).body
          .token;
      const me = async (token: string) => hostsOf(await ask('/api/v1/me', { token }));
      const both = await create({ custom_domain_uuids: [c], external_ids: [customer] });
      expect(await me(both)).toEqual([a, b, c].toSorted());
      expect(await me(await create({}))).toEqual([a, b, c].toSorted());
      const one = await create({ external_ids: [customer] });
      expect(await me(one)).toEqual([a, b].toSorted());
      expect((await ask(visitors(a), { token: one })).status).toBe(200);
      expectError(await ask(visitors(c), { token: one }), 404, 'not_found', c);
      await ask(`${path}/${c}`, { method: 'PUT', json: { external_id: customer } });
      expect((await ask(visitors(c), { token: one })).status).toBe(200);
      const usage = await ask(`${account}/usage`, { token: await create({ custom_domain_uuids: [b] }) });
      expect(usage.body).toMatchObject({ data: [{ custom_domain_uuid: b }], pagination: { count: 1 } });
    },
  },
  {
    source: on('The domains'),
    statement: 'what is no set of the account’s domains is refused, and so is a set for another scope',
    codes: ['custom_domain_uuids_invalid'],
    async check(service) {
      const { ask, account, a, customer } = await newCustomers(service);
      const { a: foreign } = await newCustomers(service);
      const many = Array.from({ length: 1_001 }, (_, place) => String(place));
      for (const json of [
        { custom_domain_uuids: [foreign] },
        { custom_domain_uuids: [unknownUuid] },
        { custom_domain_uuids: ['x'] },
        { external_ids: many },
        { external_ids: [''] },
        { scope: 'read', custom_domain_uuids: [a] },
        { scope: 'write', external_ids: [customer] },
      ]) {
        const wanted = { name: 'x', scope: 'analytics', ...json };
        const answer = await ask(`${account}/access_tokens`, { json: wanted });
        expectError(answer, 400, 'custom_domain_uuids_invalid');
      }
    },
  },
  {
    source: on('What they read'),
    statement: 'other routes are forbidden, and so are dimensions about how the account serves its domains',
    codes: ['forbidden', 'query_invalid'],
    async check(service) {
      const customers = await newCustomers(service);
      const { ask, account, a, customer } = customers;
      const narrow = (await ask(`${account}/access_tokens`, { json: { name: 'x', scope: 'analytics' } })).body
        .token;
      const { sign } = await newKey(customers);
      for (const token of [narrow, sign({ external_id: customer })]) {
        for (const path of ['/api/v1/accounts', `${account}/custom_domains`, `${account}/settings`])
          expectError(await ask(path, { token }), 403, 'forbidden');
        expectError(await ask(`${account}/signing_keys`, { token, json: { name: 'x' } }), 403, 'forbidden');
        const query = `/api/v1/analytics/custom_domains/${a}/requests/query`;
        for (const dimension of ['request:rule', 'request:target', 'request:failure']) {
          const base = { metrics: ['requests'], date_range: '7d' };
          const asked = await ask(query, { token, json: { ...base, dimensions: [dimension] } });
          expectError(asked, 400, 'query_invalid', dimension);
          const filters = [['is', dimension, ['x']]];
          expectError(
            await ask(query, { token, json: { ...base, filters } }),
            400,
            'query_invalid',
            dimension,
          );
        }
        const session = await service.api('/session', { token: null, json: { access_token: token } });
        expectError(session, 403, 'forbidden');
      }
    },
  },
  {
    source: on('Signing keys'),
    statement: 'a key shows its secret once; deleted it ends its tokens; an account has at most 20',
    codes: ['name_invalid', 'limit_reached', 'unauthorized'],
    postgres: 'a limit that writers may not pass together',
    async check(service) {
      const customers = await newCustomers(service);
      const { ask, account, customer } = customers;
      const path = `${account}/signing_keys`;
      expectError(await ask(path, { json: {} }), 400, 'name_invalid');
      const created = await ask(path, { json: { name: ' portal ' } });
      expect(created.status).toBe(201);
      expect(Object.keys(created.body)).toEqual(['uuid', 'name', 'created_at', 'secret']);
      const { secret, ...key } = created.body;
      expect(key.uuid).toMatch(uuidV7);
      expect(created.headers.get('location')).toBe(`${path}/${key.uuid}`);
      expect((await ask(path)).body).toEqual({ data: [key], pagination: { page: 1, count: 1 } });
      const exp = Math.floor(Date.now() / 1_000) + 600;
      const token = signToken(secret, { iss: key.uuid, exp, external_id: customer });
      expect((await ask('/api/v1/me', { token })).status).toBe(200);
      for (let made = 1; made < 20; made += 1) await ask(path, { json: { name: 'x' } });
      expectError(await ask(path, { json: { name: 'x' } }), 400, 'limit_reached', '20 signing keys');
      expect((await ask(`${path}/${key.uuid}`, { method: 'DELETE' })).status).toBe(200);
      expectError(await ask('/api/v1/me', { token }), 401, 'unauthorized');
    },
  },
  {
    source: on('The token'),
    statement: 'HS256, at most 24 hours, one external id or domain, and no other claim',
    codes: ['unauthorized'],
    postgres: 'it has no text with NUL',
    async check(service) {
      const customers = await newCustomers(service);
      const { ask, a, b, c, customer } = customers;
      const { sign, uuid, exp } = await newKey(customers);
      const me = (token: string) => ask('/api/v1/me', { token });
      expect(hostsOf(await me(sign({ external_id: customer })))).toEqual([a, b].toSorted());
      expect(hostsOf(await me(sign({ external_id: ` ${customer} ` })))).toEqual([a, b].toSorted());
      expect(hostsOf(await me(sign({ custom_domain_uuid: c, iat: exp - 600, nbf: exp - 600 })))).toEqual([c]);
      const neighbours = await newCustomers(service);
      const neighbour = await newKey(neighbours);
      expect(hostsOf(await me(neighbour.sign({ external_id: customer })))).toEqual([]);
      for (const token of [
        sign({ external_id: customer }, { alg: 'none' }),
        sign({ external_id: customer }, { alg: 'RS256' }),
        neighbour.sign({ iss: uuid, external_id: customer }),
        sign({ external_id: customer, exp: exp + 90_000 }),
        sign({ external_id: customer, exp: exp - 700 }),
        sign({ external_id: customer, iat: exp - 500 }),
        sign({ external_id: customer, custom_domain_uuid: a }),
        sign({ external_id: customer, sub: 'x' }),
        sign({ external_id: '' }),
        sign({ external_id: `${customer}\u0000` }),
        sign({ external_id: 1 }),
        sign({}),
      ])
        expectError(await me(token), 401, 'unauthorized');
    },
  },
  {
    source: on('Pages of other origins'),
    statement:
      'an answer carries the origin if the account of a token for pages allows it, and never allows cookies',
    codes: ['allowed_origins_invalid', 'unauthorized'],
    postgres: 'a look-up over all accounts',
    async check(service) {
      const customers = await newCustomers(service);
      const { ask, account, customer, token: full } = customers;
      const origin = `https://app-${customer.slice(-12)}.example`;
      const put = (json: object) => ask(`${account}/settings`, { method: 'PUT', json });
      for (const wrong of ['http://app.example.com', 'https://app.example.com/x', '*'])
        expectError(await put({ allowed_origins: [wrong] }), 400, 'allowed_origins_invalid');
      const local = 'http://localhost:5173';
      expect((await put({ allowed_origins: [`${origin}/`, local] })).body).toEqual({
        allowed_origins: [origin, local],
      });
      expect((await ask(`${account}/settings`)).body).toEqual({ allowed_origins: [origin, local] });
      const allowed = ({ headers }: ApiAnswer) => {
        expect(headers.get('access-control-allow-credentials')).toBeNull();
        return headers.get('access-control-allow-origin');
      };
      const preflight = await service.api('/api/v1/me', {
        method: 'OPTIONS',
        token: null,
        headers: { origin },
      });
      expect([preflight.status, allowed(preflight), preflight.headers.get('vary')]).toEqual([
        204,
        origin,
        'Origin',
      ]);
      const { sign, exp } = await newKey(customers);
      const me = (token: string, from = origin) => ask('/api/v1/me', { token, headers: { origin: from } });
      expect(allowed(await me(sign({ external_id: customer })))).toBe(origin);
      expect(allowed(await me(sign({ external_id: customer }), 'https://other.example'))).toBeNull();
      const expired = await me(sign({ external_id: customer, exp: exp - 700 }));
      expectError(expired, 401, 'unauthorized');
      expect(allowed(expired)).toBe(origin);
      expect(allowed(await me(full))).toBeNull();
      const { token: stranger } = await newAccount(service);
      expect(allowed(await me(stranger))).toBeNull();
    },
  },
];
