/** The settings of an account, and pages of other origins. Source: docs/reference/signed-tokens.md ("Pages of other origins"). */
import { expect, test, vi } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { startWithCustomers } from '../../../test/support/customers.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';
import { AccountSettings } from './settings-store.ts';

const app = 'https://app.example.com';
const rival = 'https://rival.example.com';

async function setUp() {
  const customers = await startWithCustomers();
  const { ask, account, headers, store } = customers;
  const put = (json: object) => ask(`${account}/settings`, { method: 'PUT', headers, json });
  const { uuid: otherUuid } = await new Accounts(store).create('Other');
  const wanted = { accountUuid: otherUuid, name: 'x', scope: 'write', expiresAt: null } as const;
  const { secret } = await new AccessTokens(store).create(wanted);
  const other = {
    account: `/api/v1/accounts/${otherUuid}`,
    headers: { authorization: `Bearer ${secret}` },
  };
  return { ...customers, put, other };
}

test('the origins are kept as browsers write them, each once', async () => {
  const { ask, account, headers, put, store } = await setUp();
  const get = async () => (await ask(`${account}/settings`, { headers })).body;
  expect(await get()).toEqual({ allowed_origins: [] });
  const given = [
    'HTTPS://App.Example.com:443/',
    app,
    'http://localhost:3000',
    'http://localhost',
    'https://b.example:8443',
  ];
  const kept = [app, 'http://localhost:3000', 'http://localhost', 'https://b.example:8443'];
  expect(await put({ allowed_origins: given })).toMatchObject({
    status: 200,
    body: { allowed_origins: kept },
  });
  expect(await get()).toEqual({ allowed_origins: kept });
  expect(await put({})).toMatchObject({ status: 200, body: { allowed_origins: kept } });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = { method: 'PUT', headers: { ...headers, ...form }, body: `allowed_origins=${app},${rival}` };
  expect((await ask(`${account}/settings`, sent)).body).toEqual({ allowed_origins: [app, rival] });
  const most = Array.from({ length: 50 }, (_, place) => `https://a${place}.example`);
  expect(await put({ allowed_origins: most })).toMatchObject({ status: 200 });
  const trail = await store.database.queries.selectFrom('audit_events').selectAll().execute();
  expect(trail.filter(({ resource }) => resource === 'settings')).toHaveLength(3);
});

test.each([
  ['http://app.example.com'],
  ['http://localhost.example.com'],
  ['http://127.0.0.1:3000'],
  ['https://app.example.com/x'],
  ['https://*.example.com'],
  ['*'],
  ['null'],
  [''],
  [1],
  [null],
])('%j is none that is allowed', async (origin) => {
  const { put } = await setUp();
  const refusal = { status: 400, body: { error_code: 'allowed_origins_invalid' } };
  expect(await put({ allowed_origins: [origin] })).toMatchObject(refusal);
});

test('51 origins, and what is no list or attribute, are refused', async () => {
  const { put, ask, account, newToken } = await setUp();
  const many = Array.from({ length: 51 }, (_, place) => `https://a${place}.example`);
  for (const given of [many, null, {}, 5])
    expect(await put({ allowed_origins: given })).toMatchObject({
      status: 400,
      body: { error_code: 'allowed_origins_invalid' },
    });
  expect(await put({ origins: [] })).toMatchObject({
    status: 400,
    body: { error_code: 'parameter_unknown' },
  });
  const { secret } = await newToken('read');
  const headers = { authorization: `Bearer ${secret}` };
  expect(await ask(`${account}/settings`, { headers })).toMatchObject({ status: 200 });
  expect(await ask(`${account}/settings`, { method: 'PUT', headers, json: {} })).toMatchObject({
    status: 403,
  });
});

test('a preflight carries the origin if any account allows it', async () => {
  const { ask, put, other } = await setUp();
  const preflight = (origin: string, path = '/api/v1/me') =>
    ask(path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } });
  const before = await preflight(app);
  expect(before).toMatchObject({ status: 204, headers: { vary: 'Origin' } });
  expect(before.headers['access-control-allow-origin']).toBeUndefined();
  await put({ allowed_origins: [app] });
  await ask(`${other.account}/settings`, {
    method: 'PUT',
    headers: other.headers,
    json: { allowed_origins: [rival] },
  });
  for (const origin of [app, rival])
    for (const path of ['/api/v1/me', '/api/v2/query', `${other.account}/findings`]) {
      const answer = await preflight(origin, path);
      expect(answer).toMatchObject({
        status: 204,
        headers: {
          vary: 'Origin',
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
        },
      });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      expect(answer.text).toBe('');
    }
  expect((await preflight(`${app}.evil.example`)).headers).not.toHaveProperty('access-control-allow-origin');
  expect((await preflight('null')).headers).not.toHaveProperty('access-control-allow-origin');
  await put({ allowed_origins: [] });
  expect((await preflight(app)).headers).not.toHaveProperty('access-control-allow-origin');
});

test('an answer carries the origin if the token’s account allows it, and the token is for pages', async () => {
  const { ask, put, headers: full, newKey, newToken, other, clock } = await setUp();
  await put({ allowed_origins: [app] });
  await ask(`${other.account}/settings`, {
    method: 'PUT',
    headers: other.headers,
    json: { allowed_origins: [rival] },
  });
  const me = async (headers: { authorization: string }, origin: string) => {
    const answer = await ask('/api/v1/me', { headers: { ...headers, origin } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    return {
      status: answer.status,
      vary: answer.headers['vary'],
      origin: answer.headers['access-control-allow-origin'],
    };
  };
  const narrow = { authorization: `Bearer ${(await newToken('analytics')).secret}` };
  const { sign, secret } = await newKey();
  const signed = sign({ external_id: 'one' });
  for (const headers of [narrow, signed]) {
    expect(await me(headers, app)).toEqual({ status: 200, vary: 'Origin', origin: app });
    expect(await me(headers, rival)).toEqual({ status: 200, vary: 'Origin', origin: undefined });
    const forbidden = await ask('/api/v1/accounts', { headers: { ...headers, origin: app } });
    expect(forbidden).toMatchObject({ status: 403, headers: { 'access-control-allow-origin': app } });
    expect((await ask('/api/v1/me', { headers })).headers).toMatchObject({ vary: 'Origin' });
  }
  const read = { authorization: `Bearer ${(await newToken('read')).secret}` };
  for (const headers of [full, read])
    expect(await me(headers, app)).toEqual({ status: 200, vary: undefined, origin: undefined });
  const expired = sign({ external_id: 'one', exp: clock.time / 1_000 - 1 });
  expect(await me(expired, app)).toEqual({ status: 401, vary: 'Origin', origin: app });
  expect(await me(expired, rival)).toEqual({ status: 401, vary: 'Origin', origin: undefined });
  const forged = { authorization: signed.authorization.slice(0, -4) };
  expect(await me(forged, app)).toEqual({ status: 401, vary: undefined, origin: undefined });
  expect(secret).not.toBe('');
});

test('connect pages may be framed by these origins, statistics by those of their link', async () => {
  const { ask, put, path, domains, headers } = await setUp();
  await ask(path.replace(/\/upstreams\/.*/, '/brand'), { method: 'PUT', headers, json: { name: 'Acme' } });
  const link = async (json: object) =>
    new URL((await ask(`${path}/${domains.a.uuid}/connect_links`, { headers, json })).body.url).pathname;
  const [connect, statistics] = [await link({}), await link({ kind: 'statistics', embed_origins: [rival] })];
  const framedBy = async (page: string) =>
    /frame-ancestors ([^;]*)/.exec(String((await ask(page)).headers['content-security-policy']))?.[1];
  expect(await framedBy(connect)).toBe("'none'");
  await put({ allowed_origins: [app, 'http://localhost:3000'] });
  expect(await framedBy(connect)).toBe(`${app} http://localhost:3000`);
  expect(await framedBy(statistics)).toBe(rival);
});

test('preflights count against the address, and what can be no origin is not looked up', async () => {
  const { ask } = await startApi({ rateLimit: 4 });
  const look = vi.spyOn(AccountSettings.prototype, 'accountsAllowing');
  const preflight = (origin: string) => ask('/api/v1/me', { method: 'OPTIONS', headers: { origin } });
  for (const origin of ['null', 'x'.repeat(8_000), `${app}/path`])
    expect(await preflight(origin)).toMatchObject({ status: 204 });
  expect(look).not.toHaveBeenCalled();
  expect(await preflight(app)).toMatchObject({ status: 204 });
  expect(look).toHaveBeenCalledExactlyOnceWith(app);
  expect(await preflight(rival)).toMatchObject({ status: 429, body: { error_code: 'rate_limited' } });
  expect(look).toHaveBeenCalledOnce();
});
