/** Signing keys, and the tokens that they sign. Source: docs/reference/signed-tokens.md. */

import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startWithCustomers } from '../../../test/support/customers.ts';
import { signToken } from '../../../test/support/signed-token.ts';
import { Authenticator } from '../../api/auth.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';

const analytics = (uuid: string) => `/api/v1/analytics/custom_domains/${uuid}/pages`;
const unauthorized = { status: 401, body: { error_code: 'unauthorized' } };

test('a key shows its secret once, and keeps it sealed', async () => {
  const { ask, account, headers, store, log } = await startWithCustomers();
  const created = await ask(`${account}/signing_keys`, { headers, json: { name: ' portal ' } });
  expect(created).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
  const { secret, ...key } = created.body;
  expect(key).toEqual({ uuid: expect.any(String), name: 'portal', created_at: expect.any(String) });
  expect(secret).toMatch(/^npsk_[A-Za-z0-9_-]{43}$/);
  const listed = await ask(`${account}/signing_keys`, { headers });
  expect(listed.body).toEqual({ data: [key], pagination: { page: 1, count: 1 } });
  expect(await ask(`${account}/signing_keys/${key.uuid}`, { headers })).toMatchObject({
    status: 200,
    body: key,
  });
  const rows = await store.database.queries.selectFrom('signing_keys').selectAll().execute();
  const trail = await store.database.queries.selectFrom('audit_events').selectAll().execute();
  expect(trail.at(-1)).toMatchObject({ resource: 'signing_key', action: 'created' });
  for (const text of [JSON.stringify(rows), JSON.stringify(trail), listed.text, ...log])
    expect(text).not.toContain(secret.slice(5));
  for (const [json, code] of [
    [{}, 'name_invalid'],
    [{ name: '' }, 'name_invalid'],
    [{ name: 'x'.repeat(201) }, 'name_invalid'],
    [{ name: 'x', secret: 'x' }, 'parameter_unknown'],
  ] as const)
    expect(await ask(`${account}/signing_keys`, { headers, json })).toMatchObject({
      status: 400,
      body: { error_code: code },
    });
});

test('an account has at most 20 keys', async () => {
  const { ask, account, headers, newKey } = await startWithCustomers();
  const first = await newKey();
  for (let made = 1; made < 20; made += 1) await newKey();
  const create = () => ask(`${account}/signing_keys`, { headers, json: { name: 'x' } });
  expect(await create()).toMatchObject({ status: 400, body: { error_code: 'limit_reached' } });
  const deleted = await ask(`${account}/signing_keys/${first.uuid}`, { headers, method: 'DELETE' });
  expect(deleted).toMatchObject({
    status: 200,
    body: { message: `Signing key ${first.uuid} ("portal") was deleted. Its tokens have ended.` },
  });
  expect(await create()).toMatchObject({ status: 201 });
});

test('a token reads the domains of its external id, or its one domain', async () => {
  const { ask, account, path, domains, headers: full, newKey } = await startWithCustomers();
  const { sign, uuid } = await newKey();
  const seenBy = async (headers: { authorization: string }) => {
    const seen: string[] = [];
    for (const { uuid: each, host } of Object.values(domains))
      if ((await ask(analytics(each), { headers })).status === 200) seen.push(host[0] ?? '');
    const { body } = await ask('/api/v1/me', { headers });
    expect(body.custom_domains.map(({ host }: { host: string }) => host[0])).toEqual(seen);
    return seen.join('');
  };
  const one = sign({ external_id: 'one' });
  expect(await seenBy(one)).toBe('ab');
  expect(await seenBy(sign({ external_id: 'nobody' }))).toBe('');
  expect(await seenBy(sign({ custom_domain_uuid: domains.c.uuid }))).toBe('c');
  expect(await seenBy(sign({ custom_domain_uuid: uuid }))).toBe('');
  await ask(`${path}/${domains.d.uuid}`, { method: 'PUT', headers: full, json: { external_id: 'one' } });
  expect(await seenBy(one)).toBe('abd');
  expect((await ask('/api/v1/me', { headers: one })).body).toMatchObject({
    token: {
      scope: 'analytics',
      signing_key_uuid: uuid,
      external_id: 'one',
      custom_domain_uuid: null,
      expires_at: '2026-09-21T14:23:20.000+00:00',
    },
    account: { name: 'Acme' },
  });
  expect(await ask(`${account}/usage`, { headers: one })).toMatchObject({
    body: { pagination: { count: 3 } },
  });
  const refusal = { status: 403, body: { error_code: 'forbidden' } };
  expect(await ask(`${account}/custom_domains`, { headers: one })).toMatchObject(refusal);
  expect(await ask(`${account}/signing_keys`, { headers: one, json: { name: 'x' } })).toMatchObject(refusal);
  const json = { metrics: ['requests'], date_range: '7d', dimensions: ['request:rule'] };
  const query = analytics(domains.a.uuid).replace('pages', 'requests/query');
  expect(await ask(query, { headers: one, json })).toMatchObject({
    status: 400,
    body: { error_code: 'query_invalid' },
  });
});

test('a token that is not right is refused, and nothing is told of keys', async () => {
  const { ask, clock, newKey } = await startWithCustomers();
  const key = await newKey();
  const other = await newKey();
  const exp = clock.time / 1_000 + 600;
  const claims = { iss: key.uuid, exp, external_id: 'one' };
  const unsigned = signToken(key.secret, claims, { alg: 'none' });
  const bearers = [
    signToken(other.secret, claims),
    signToken(key.secret, { ...claims, iss: other.uuid }),
    signToken(key.secret, { ...claims, iss: '01890000-0000-7000-8000-000000000000' }),
    signToken(key.secret, claims, { alg: 'RS256' }),
    unsigned,
    unsigned.replace(/[^.]*$/, ''),
  ];
  for (const token of bearers) {
    const answer = await ask('/api/v1/me', { headers: { authorization: `Bearer ${token}` } });
    expect(answer).toMatchObject({ ...unauthorized, headers: { 'www-authenticate': 'Bearer' } });
    expect(answer.body.error).toBe('no signing key has signed the token, or it is not one with "alg" HS256');
  }
  for (const wrong of [
    { exp: exp + 365 * 86_400 },
    { exp: exp - 600 },
    { iat: exp - 539 },
    { custom_domain_uuid: key.uuid },
    { external_id: '' },
    { external_id: ' ' },
    { external_id: 'one\ntwo' },
    { external_id: 'one\u0000' },
    { external_id: '\ud800' },
    { external_id: 'x'.repeat(256) },
    { external_id: undefined },
    { external_id: 4711 },
    { sub: 'x' },
  ]) {
    const answer = await ask('/api/v1/me', { headers: key.sign({ external_id: 'one', ...wrong }) });
    expect(answer, JSON.stringify(wrong)).toMatchObject(unauthorized);
  }
  const good = key.sign({ external_id: 'one', iat: exp - 541 });
  expect(await ask('/api/v1/me', { headers: good })).toMatchObject({ status: 200 });
  const huge = `Bearer ${signToken(key.secret, { ...claims, external_id: 'x'.repeat(9_000) })}`;
  expect(await ask('/api/v1/me', { headers: { authorization: huge } })).toMatchObject(unauthorized);
  clock.time += 600_000;
  expect(await ask('/api/v1/me', { headers: good })).toMatchObject(unauthorized);
});

test('a deleted key ends its tokens at once, in every process', async () => {
  const customers = await startWithCustomers();
  const { ask, account, headers: full, store, clock, newKey } = customers;
  const [key, kept] = [await newKey(), await newKey()];
  const headers = key.sign({ external_id: 'one' });
  const elsewhere = new Authenticator(store, store.routing, clock, pino({ level: 'silent' }));
  expect(await ask('/api/v1/me', { headers })).toMatchObject({ status: 200 });
  expect(await elsewhere.authenticateBearer(headers.authorization)).toMatchObject({ kind: 'signed' });
  await ask(`${account}/signing_keys/${key.uuid}`, { method: 'DELETE', headers: full });
  expect(await ask('/api/v1/me', { headers })).toMatchObject(unauthorized);
  await store.routing.currentRevision();
  await expect(elsewhere.authenticateBearer(headers.authorization)).rejects.toThrow('no signing key');
  expect(await ask('/api/v1/me', { headers: kept.sign({ external_id: 'one' }) })).toMatchObject({
    status: 200,
  });
});

test('a neighbour’s external id with the same text is another', async () => {
  const { ask, account, store, domains, newKey } = await startWithCustomers();
  const { uuid: accountUuid } = await new Accounts(store).create('Other');
  const wanted = { accountUuid, name: 'x', scope: 'write', expiresAt: null } as const;
  const { secret } = await new AccessTokens(store).create(wanted);
  const neighbour = { authorization: `Bearer ${secret}` };
  const key = await ask(`/api/v1/accounts/${accountUuid}/signing_keys`, {
    headers: neighbour,
    json: { name: 'x' },
  });
  const exp = 1_790_000_600;
  const signed = signToken(key.body.secret, { iss: key.body.uuid, exp, external_id: 'one' });
  const headers = { authorization: `Bearer ${signed}` };
  expect((await ask('/api/v1/me', { headers })).body.custom_domains).toEqual([]);
  expect(await ask(analytics(domains.a.uuid), { headers })).toMatchObject({ status: 404 });
  expect(await ask(`${account}/usage`, { headers })).toMatchObject({ status: 404 });
  const { uuid } = await newKey();
  const path = `/api/v1/accounts/${accountUuid}/signing_keys/${uuid}`;
  for (const method of ['GET', 'DELETE'])
    expect(await ask(path, { method, headers: neighbour })).toMatchObject({ status: 404 });
});

test('an external id or a domain makes 600 requests a minute, whatever the limit of access tokens', async () => {
  const { ask, domains, newKey, clock } = await startWithCustomers({ rateLimit: 100_000 });
  const [key, second] = [await newKey(), await newKey()];
  const one = key.sign({ external_id: 'one' });
  const first = await ask('/api/v1/me', { headers: one });
  expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599' });
  for (let made = 1; made < 600; made += 1) await ask('/api/v1/nothing', { headers: one });
  expect(await ask('/api/v1/me', { headers: one })).toMatchObject({
    status: 429,
    body: { error_code: 'rate_limited' },
    headers: { 'retry-after': expect.any(String) },
  });
  expect(await ask('/api/v1/me', { headers: second.sign({ external_id: 'one' }) })).toMatchObject({
    status: 429,
  });
  for (const other of [key.sign({ external_id: 'two' }), key.sign({ custom_domain_uuid: domains.a.uuid })])
    expect(await ask('/api/v1/me', { headers: other })).toMatchObject({ status: 200 });
  clock.time += 60_000;
  expect(await ask('/api/v1/me', { headers: one })).toMatchObject({ status: 200 });
});

test('without a rate limit there is none for them', async () => {
  const { ask, newKey } = await startWithCustomers({ rateLimit: 0 });
  const headers = (await newKey()).sign({ external_id: 'one' });
  const answers = [];
  for (let made = 0; made <= 600; made += 1) answers.push((await ask('/api/v1/nothing', { headers })).status);
  expect(new Set(answers)).toEqual(new Set([404]));
});
