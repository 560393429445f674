import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApi, TestClock } from '../../../test/support/api-server.ts';
import { cookieOf, signIn } from '../../../test/support/signed-in.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { Sessions } from './session-store.ts';

const day = 86_400_000;
const unknown = `np_${'u'.repeat(43)}`;

test('signs in with an access token, which the answer and the log do not have', async () => {
  const api = await startApi();
  const answer = await api.ask('/session', { json: { access_token: ` ${api.token} ` } });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    csrf_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    expires_at: '2026-10-21T14:13:20.000+00:00',
    token: {
      uuid: api.tokenUuid,
      account_uuid: api.accountUuid,
      name: 'test',
      scope: 'write',
      expires_at: null,
      custom_domain_uuids: null,
      external_ids: null,
      may_apply: false,
      last_used_at: '2026-09-21T14:13:20.000+00:00',
      created_at: '2026-09-21T14:13:20.000+00:00',
    },
    account: {
      uuid: api.accountUuid,
      name: 'Acme',
      created_at: '2026-09-21T14:13:20.000+00:00',
      updated_at: '2026-09-21T14:13:20.000+00:00',
    },
  });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^nameplate_session=[A-Za-z0-9_-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=2592000$/,
    ),
  ]);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  const secret = cookieOf(answer).split('=')[1] ?? '';
  expect(secret).not.toBe(answer.body.csrf_token);
  for (const text of [answer.text, ...api.log]) {
    expect(text).not.toContain(api.token.slice(3));
    expect(text).not.toContain(secret);
  }
  for (const line of api.log) expect(line).not.toContain(answer.body.csrf_token);
});

test('tells who is signed in, and answers null without complaint when nobody is', async () => {
  const api = await startApi();
  expect(await api.ask('/session')).toMatchObject({
    status: 200,
    body: { session: null },
    headers: { 'cache-control': 'no-store' },
  });
  const { cookie, csrfToken } = await signIn(api);
  const answer = await api.ask('/session', { headers: { cookie: `a=b; ${cookie}; c` } });
  expect(answer).toMatchObject({
    status: 200,
    body: { session: { csrf_token: csrfToken, token: { uuid: api.tokenUuid } } },
    headers: { 'cache-control': 'no-store' },
  });
  expect(answer.headers['set-cookie']).toBeUndefined();

  const ended = await api.ask('/session', { headers: { cookie: `nameplate_session=${'x'.repeat(43)}` } });
  expect(ended).toMatchObject({ status: 200, body: { session: null } });
  expect(ended.headers['set-cookie']).toEqual([
    'nameplate_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0',
  ]);
});

test.each([
  [{}, 400, 'access_token_invalid', 'missing'],
  [{ access_token: 5 }, 400, 'access_token_invalid', 'not a string'],
  [{ access_token: 'secret-of-mine' }, 400, 'access_token_invalid', 'no access token'],
  [{ access_token: unknown }, 401, 'unauthorized', 'unknown'],
  [{ access_token: unknown, name: 'x' }, 400, 'parameter_unknown', 'name'],
])('refuses to sign in with %j', async (json, status, code, mention) => {
  const api = await startApi();
  const answer = await api.ask('/session', { json });
  expect(answer).toMatchObject({ status, body: { error_code: code } });
  expect(answer.body.error).toContain(mention);
  expect(answer.headers['set-cookie']).toBeUndefined();
  for (const text of [answer.text, ...api.log]) expect(text).not.toMatch(/secret-of-mine|uuuuuu/);
});

test('refuses an expired token, and no session outlives its token', async () => {
  const api = await startApi();
  const { secret } = await api.newToken('write', api.clock.time + 10_000);
  const answer = await api.ask('/session', { json: { access_token: secret } });
  expect(answer.headers['set-cookie']?.[0]).toContain('Max-Age=10');
  const cookie = cookieOf(answer);
  api.clock.time += 9_999;
  expect(await api.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 200 });
  api.clock.time += 1;
  expect(await api.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 401 });
  expect(await api.ask('/session', { headers: { cookie } })).toMatchObject({ body: { session: null } });
  expect(await api.ask('/session', { json: { access_token: secret } })).toMatchObject({
    status: 401,
    body: { error: expect.stringContaining('expired') },
  });
});

test('a session ends after 30 days, and is then forgotten', async () => {
  const api = await startApi();
  const { cookie } = await signIn(api);
  api.clock.time += 30 * day - 1;
  expect(await api.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 200 });
  expect(await new Sessions(api.store).deleteExpired()).toBe(0);
  api.clock.time += 1;
  expect(await api.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 401 });
  expect(await new Sessions(api.store).deleteExpired()).toBe(1);
});

test('signing out ends the session at once, for other processes on the same store too', async () => {
  const directory = await tempDir();
  const clock = new TestClock();
  const location = { kind: 'sqlite', path: join(directory, 'control.db') } as const;
  const here = await startApi({ location, clock });
  const there = await startApi({ location, clock });
  const { cookie, fields } = await signIn(here);
  for (const api of [here, there])
    expect(await api.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 200 });

  const answer = await here.ask('/session', { method: 'DELETE', headers: fields });
  expect(answer).toMatchObject({ status: 204, text: '', headers: { 'cache-control': 'no-store' } });
  expect(answer.headers['set-cookie']).toEqual([
    'nameplate_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0',
  ]);
  expect(await here.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 401 });
  // The publisher of the other process reads the log like this, 250 ms later at most.
  await there.store.routing.currentRevision();
  expect(await there.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 401 });
  // The token itself is as good as before.
  expect(await here.ask('/api/v1/me', { headers: { authorization: `Bearer ${here.token}` } })).toMatchObject({
    status: 200,
  });
});

test('signing out without a session just removes the cookie', async () => {
  const api = await startApi();
  for (const headers of [{}, { cookie: `nameplate_session=${'x'.repeat(43)}` }]) {
    const answer = await api.ask('/session', { method: 'DELETE', headers });
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']?.[0]).toContain('nameplate_session=; ');
  }
});

test('a page of another origin signs nobody out', async () => {
  const api = await startApi();
  const { cookie, fields } = await signIn(api);
  for (const headers of [
    { cookie },
    { cookie, 'x-csrf-token': 'guessed' },
    { ...fields, 'sec-fetch-site': 'cross-site' },
    { ...fields, origin: 'http://evil.example' },
  ]) {
    const answer = await api.ask('/session', { method: 'DELETE', headers });
    expect(answer.status).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect(await api.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 200 });
});

test('a session ends with its token, for other processes on the same store too', async () => {
  const directory = await tempDir();
  const clock = new TestClock();
  const location = { kind: 'sqlite', path: join(directory, 'control.db') } as const;
  const here = await startApi({ location, clock });
  const there = await startApi({ location, clock });
  const guest = await here.newToken('read');
  const { cookie } = await signIn(here, guest.secret);
  for (const api of [here, there])
    expect(await api.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 200 });
  const revoked = await here.ask(`/api/v1/accounts/${here.accountUuid}/access_tokens/${guest.uuid}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${here.token}` },
  });
  expect(revoked.status).toBe(200);
  const refused = await here.ask('/api/v1/me', { headers: { cookie } });
  expect(refused).toMatchObject({
    status: 401,
    body: { error_code: 'unauthorized', error: 'the session has ended; sign in again' },
    headers: { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' },
  });
  expect(refused.headers['set-cookie']?.[0]).toContain('Max-Age=0');
  await there.store.routing.currentRevision();
  expect(await there.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 401 });
  expect(await there.ask('/session', { headers: { cookie } })).toMatchObject({ body: { session: null } });
});

test('every sign-in makes a new secret and ends the session it takes the place of', async () => {
  const api = await startApi();
  // Put there by somebody else, who knows it.
  const planted = `nameplate_session=${'p'.repeat(43)}`;
  const first = await signIn(api, api.token, { cookie: planted });
  expect(first.cookie).not.toBe(planted);
  expect(await api.ask('/api/v1/me', { headers: { cookie: planted } })).toMatchObject({ status: 401 });
  const second = await signIn(api, api.token, { cookie: first.cookie });
  expect(second.cookie).not.toBe(first.cookie);
  expect(second.csrfToken).not.toBe(first.csrfToken);
  expect(await api.ask('/api/v1/me', { headers: { cookie: first.cookie } })).toMatchObject({ status: 401 });
  expect(await api.ask('/api/v1/me', { headers: { cookie: second.cookie } })).toMatchObject({ status: 200 });
});

test('a token has 20 sessions; one more ends the oldest', async () => {
  const api = await startApi();
  const cookies: string[] = [];
  for (let n = 0; n < 21; n++) {
    api.clock.time += 1;
    cookies.push((await signIn(api)).cookie);
  }
  const statuses = await Promise.all(
    cookies.map(async (cookie) => (await api.ask('/api/v1/me', { headers: { cookie } })).status),
  );
  expect(statuses).toEqual([401, ...Array.from({ length: 20 }, () => 200)]);
});

test.each([
  ['application/x-www-form-urlencoded', (token: string) => `access_token=${token}`],
  ['text/plain', (token: string) => JSON.stringify({ access_token: token })],
  [
    'multipart/form-data; boundary=b',
    (token: string) =>
      `--b\r\nContent-Disposition: form-data; name="access_token"\r\n\r\n${token}\r\n--b--\r\n`,
  ],
])('takes no %s, which forms of other sites can send', async (type, bodyOf) => {
  const api = await startApi();
  const answer = await api.ask('/session', { body: bodyOf(api.token), headers: { 'content-type': type } });
  expect(answer).toMatchObject({ status: 415, body: { error_code: 'unsupported_media_type' } });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test.each([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  // Another port of the same machine shares cookies with us.
  [{ origin: 'http://127.0.0.1:1' }, 403],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://behind.a.proxy' }, 201],
  [{ host: 'dashboard.example', origin: 'http://dashboard.example' }, 201],
  [{ host: 'dashboard.example:80', origin: 'http://dashboard.example' }, 201],
  [{ host: 'dashboard.example:3000', origin: 'http://dashboard.example' }, 403],
  [{}, 201],
])('lets %j sign in: %i', async (headers, status) => {
  const api = await startApi();
  const answer = await api.ask('/session', { json: { access_token: api.token }, headers });
  expect(answer.status).toBe(status);
  if (status === 403) {
    expect(answer.body.error_code).toBe('origin_forbidden');
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test('by HTTPS the cookie is secure and bound to its host; only trusted proxies can say so', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'dashboard.example' };
  const trusting = await startApi({ trustedProxies: ['127.0.0.0/8'] });
  const answer = await trusting.ask('/session', {
    json: { access_token: trusting.token },
    headers: { ...forwarded, origin: 'https://dashboard.example' },
  });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-nameplate_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=2592000; Secure$/,
    ),
  ]);
  const cookie = cookieOf(answer);
  const me = (headers: Record<string, string>) => trusting.ask('/api/v1/me', { headers });
  expect(await me({ cookie, ...forwarded })).toMatchObject({ status: 200 });
  // Neither a cookie that any host of the domain can set, nor the secure one in clear text.
  expect(await me({ cookie: cookie.replace('__Host-', ''), ...forwarded })).toMatchObject({ status: 401 });
  expect(await me({ cookie })).toMatchObject({ status: 401 });

  const distrusting = await startApi();
  const plain = await distrusting.ask('/session', {
    json: { access_token: distrusting.token },
    headers: forwarded,
  });
  expect(plain.headers['set-cookie']?.[0]).toMatch(/^nameplate_session=/);
  expect(plain.headers['set-cookie']?.[0]).not.toContain('Secure');
  const lying = await distrusting.ask('/session', {
    json: { access_token: distrusting.token },
    headers: { ...forwarded, origin: 'https://dashboard.example' },
  });
  expect(lying.status).toBe(403);
});

test('whoever guesses tokens by signing in is stopped like one who guesses bearer tokens', async () => {
  const api = await startApi({ rateLimit: 5, trustedProxies: ['127.0.0.1'] });
  const guess = (client: string) =>
    api.ask('/session', { json: { access_token: unknown }, headers: { 'x-forwarded-for': client } });
  const { cookie } = await signIn(api, api.token, { 'x-forwarded-for': '203.0.113.1' });
  for (let n = 0; n < 5; n++) expect(await guess('203.0.113.1')).toMatchObject({ status: 401 });
  expect(await guess('203.0.113.1')).toMatchObject({
    status: 429,
    body: { error_code: 'rate_limited' },
    headers: { 'retry-after': expect.any(String), 'x-ratelimit-remaining': '0' },
  });
  // Nor does guessing cookies or bearer tokens go on, while who is known may work on, and others may sign in.
  const from = { 'x-forwarded-for': '203.0.113.1' };
  const stranger = `nameplate_session=${'x'.repeat(43)}`;
  for (const headers of [
    { ...from, cookie: stranger },
    { ...from, authorization: `Bearer ${unknown}` },
  ])
    expect(await api.ask('/api/v1/me', { headers })).toMatchObject({ status: 429 });
  expect(await api.ask('/session', { headers: { ...from, cookie: stranger } })).toMatchObject({
    status: 429,
  });
  expect(await api.ask('/session', { headers: from })).toMatchObject({ status: 200 });
  const known = await api.ask('/session', { headers: { 'x-forwarded-for': '203.0.113.2', cookie } });
  expect(known).toMatchObject({ status: 200, body: { session: { token: { uuid: api.tokenUuid } } } });
  expect(await api.ask('/api/v1/me', { headers: { ...from, cookie } })).toMatchObject({ status: 200 });
  await signIn(api, api.token, { 'x-forwarded-for': '203.0.113.2' });
});

test('requests of a session count as those of its token', async () => {
  const api = await startApi({ rateLimit: 4 });
  const { cookie } = await signIn(api);
  const authorization = `Bearer ${api.token}`;
  const left = async (headers: Record<string, string>) =>
    (await api.ask('/api/v1/me', { headers })).headers['x-ratelimit-remaining'];
  expect(await left({ cookie })).toBe('2');
  expect(await left({ authorization })).toBe('1');
  expect(await left({ cookie })).toBe('0');
  expect(await api.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({ status: 429 });
  expect(await api.ask('/api/v1/me', { headers: { authorization } })).toMatchObject({ status: 429 });
});
