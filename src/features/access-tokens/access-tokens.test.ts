import { expect, test } from 'vitest';
import { type ApiCall, startApi } from '../../../test/support/api-server.ts';
import { Accounts } from '../accounts/account-store.ts';
import { AccessTokens } from './access-token-store.ts';

async function setUp() {
  const api = await startApi();
  const path = `/api/v1/accounts/${api.accountUuid}/access_tokens`;
  const authorization = `Bearer ${api.token}`;
  const ask = (suffix = '', request: ApiCall = {}) =>
    api.ask(`${path}${suffix}`, { ...request, headers: { authorization, ...request.headers } });
  return { api, path, ask };
}

test('creates a token whose secret this answer alone has', async () => {
  const { api, path, ask } = await setUp();
  const created = await ask('', {
    json: { name: ' deploy ', scope: 'read', expires_at: '2027-01-01T00:00:00Z', uuid: 'ignored' },
  });
  expect(created).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
  const { token: secret, ...token } = created.body;
  expect(token).toEqual({
    uuid: expect.any(String),
    account_uuid: api.accountUuid,
    name: 'deploy',
    scope: 'read',
    expires_at: '2027-01-01T00:00:00.000+00:00',
    custom_domain_uuids: null,
    external_ids: null,
    may_apply: false,
    last_used_at: null,
    created_at: '2026-09-21T14:13:20.000+00:00',
  });
  expect(secret).toMatch(/^np_[A-Za-z0-9_-]{43}$/);
  expect(created.headers.location).toBe(`${path}/${token.uuid}`);
  expect(await ask(`/${token.uuid}`)).toMatchObject({ status: 200, body: token });

  const used = await api.ask('/api/v1/me', { headers: { authorization: `Bearer ${secret}` } });
  expect(used).toMatchObject({ status: 200, body: { token: { uuid: token.uuid, scope: 'read' } } });
  const listed = await ask();
  expect(listed.body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([token.uuid, api.tokenUuid]);
  expect(listed.body.data[0]).toEqual({ ...token, last_used_at: '2026-09-21T14:13:20.000+00:00' });
  expect(listed.body.pagination).toEqual({ page: 1, count: 2 });
  for (const text of [listed.text, used.text, ...api.log]) expect(text).not.toContain(secret.slice(3));
});

test.each([
  [{}, 'name_invalid'],
  [{ name: '' }, 'name_invalid'],
  [{ name: ' ' }, 'name_invalid'],
  [{ name: 'a\nb' }, 'name_invalid'],
  [{ name: 'x'.repeat(201) }, 'name_invalid'],
  [{ name: 5 }, 'name_invalid'],
  [{ name: 'a', scope: 'admin' }, 'scope_invalid'],
  [{ name: 'a', scope: null }, 'scope_invalid'],
  [{ name: 'a', expires_at: 'tomorrow' }, 'expires_at_invalid'],
  [{ name: 'a', expires_at: '2027-02-30' }, 'expires_at_invalid'],
  [{ name: 'a', expires_at: 1_900_000_000_000 }, 'expires_at_invalid'],
  [{ name: 'a', expires_at: '' }, 'expires_at_invalid'],
  [{ name: 'a', expires_at: '2026-09-21T14:13:20Z' }, 'expires_at_invalid'],
  [{ name: 'a', token: 'np_x' }, 'parameter_unknown'],
])('refuses %j: %s', async (json, code) => {
  const { ask } = await setUp();
  const answer = await ask('', { json });
  expect(answer).toMatchObject({ status: 400, body: { error_code: code } });
  expect((await ask()).body.pagination.count).toBe(1);
});

test('a token may be made to apply plans by itself', async () => {
  const { ask } = await setUp();
  expect(await ask('', { json: { name: 'a', scope: 'read', may_apply: true } })).toMatchObject({
    status: 201,
    body: { may_apply: true },
  });
  expect(await ask('', { json: { name: 'a', may_apply: 'perhaps' } })).toMatchObject({
    status: 400,
    body: { error_code: 'may_apply_invalid' },
  });
});

test('a token that applies no plans is not made to apply them by itself', async () => {
  const { api, ask } = await setUp();
  const narrow = { name: 'a', scope: 'analytics' } as const;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const request of [
    { json: { ...narrow, may_apply: true } },
    { json: { may_apply: true, ...narrow } },
    { body: 'name=a&scope=analytics&may_apply=true', headers: form },
  ])
    expect(await ask('', request)).toMatchObject({
      status: 400,
      body: {
        error_code: 'may_apply_invalid',
        error: 'may_apply is true with the scope "analytics"; allowed: false, or the scope "read" or "write"',
      },
    });
  for (const json of [narrow, { ...narrow, may_apply: false }])
    expect(await ask('', { json })).toMatchObject({ status: 201, body: { may_apply: false } });
  // One from before this was refused.
  const wanted = { ...narrow, accountUuid: api.accountUuid, expiresAt: null, mayApply: true };
  const { token, secret } = await new AccessTokens(api.store).create(wanted);
  expect(await ask(`/${token.uuid}`)).toMatchObject({ status: 200, body: { may_apply: true } });
  const headers = { authorization: `Bearer ${secret}` };
  expect(await api.ask('/api/v1/me', { headers })).toMatchObject({ status: 200 });
});

test('takes a token that never expires from JSON and forms alike', async () => {
  const { ask } = await setUp();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const request of [
    { json: { name: 'a' } },
    { json: { name: 'a', expires_at: null } },
    { body: 'name=a&expires_at=', headers: form },
  ])
    expect(await ask('', request)).toMatchObject({ status: 201, body: { expires_at: null, scope: 'write' } });
});

test('a read token sees the tokens of its account, and changes none', async () => {
  const { api, ask } = await setUp();
  const { uuid, secret } = await api.newToken('read');
  const headers = { authorization: `Bearer ${secret}` };
  expect(await ask('', { headers })).toMatchObject({ status: 200, body: { pagination: { count: 2 } } });
  expect(await ask('', { headers, json: { name: 'x' } })).toMatchObject({ status: 403 });
  expect(await ask(`/${uuid}`, { headers, method: 'DELETE' })).toMatchObject({ status: 403 });
});

test('another account has no such tokens', async () => {
  const { api, path, ask } = await setUp();
  const other = await new Accounts(api.store).create('Other');
  const wanted = { accountUuid: other.uuid, name: 'x', scope: 'write', expiresAt: null } as const;
  const { token, secret } = await new AccessTokens(api.store).create(wanted);
  for (const method of ['GET', 'DELETE'])
    expect(await ask(`/${token.uuid}`, { method })).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining(`access token "${token.uuid}"`) },
    });
  const headers = { authorization: `Bearer ${secret}` };
  expect(await api.ask(path, { headers })).toMatchObject({ status: 404 });
  expect(await api.ask('/api/v1/me', { headers })).toMatchObject({ status: 200 });
});

test('revoking works at once, and says when it was the token of the request', async () => {
  const { api, ask } = await setUp();
  const guest = await api.newToken('read');
  const answer = await ask(`/${guest.uuid}`, { method: 'DELETE' });
  expect(answer).toMatchObject({
    status: 200,
    body: { message: `Access token ${guest.uuid} ("test") was revoked.` },
  });
  expect(await ask(`/${guest.uuid}`, { method: 'DELETE' })).toMatchObject({ status: 404 });
  const headers = { authorization: `Bearer ${guest.secret}` };
  expect(await api.ask('/api/v1/me', { headers })).toMatchObject({ status: 401 });

  const own = await ask(`/${api.tokenUuid}`, { method: 'DELETE' });
  expect(own.body.message).toContain('the token of this request');
  expect(await ask()).toMatchObject({ status: 401 });
});

test('sorts by creation and name, and pages', async () => {
  const { api, ask } = await setUp();
  for (const name of ['b', 'a', 'c']) {
    api.clock.time += 1;
    await ask('', { json: { name } });
  }
  const names = async (query: string) =>
    (await ask(query)).body.data.map(({ name }: { name: string }) => name);
  expect(await names('')).toEqual(['c', 'a', 'b', 'test']);
  expect(await names('?sort=name')).toEqual(['a', 'b', 'c', 'test']);
  expect(await names('?sort=-name&per_page=2&page=2')).toEqual(['b', 'a']);
  expect(await ask('?sort=token_sha256')).toMatchObject({
    status: 400,
    body: { error_code: 'sort_invalid' },
  });
});
