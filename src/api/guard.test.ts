/** What a session's cookie lets in under `/api/v1`, and what it does not. */

import { expect, test } from 'vitest';
import { startApi } from '../../test/support/api-server.ts';
import { signIn } from '../../test/support/signed-in.ts';
import { Redirects } from '../features/redirects/redirect-store.ts';
import { redirectResource } from '../resources/redirect.ts';

const redirect = { source_host: 'a.example.com', destination_url: 'https://b.example.com' };

test('the cookie of a session serves in place of the token, and no cache keeps the answers', async () => {
  const api = await startApi();
  const { cookie, fields } = await signIn(api);
  const redirects = `/api/v1/accounts/${api.accountUuid}/redirects`;
  const me = await api.ask('/api/v1/me', { headers: { cookie } });
  expect(me).toMatchObject({
    status: 200,
    body: { token: { uuid: api.tokenUuid } },
    headers: { 'cache-control': 'no-store' },
  });
  const created = await api.ask(redirects, { json: redirect, headers: fields });
  expect(created).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
  const item = `${redirects}/${created.body.uuid}`;
  const put = await api.ask(item, { method: 'PUT', json: { active: false }, headers: fields });
  expect(put).toMatchObject({ status: 200, body: { active: false } });
  expect(await api.ask(item, { method: 'HEAD', headers: { cookie } })).toMatchObject({ status: 200 });
  expect(await api.ask(item, { method: 'DELETE', headers: fields })).toMatchObject({ status: 200 });
  expect(await api.ask(`${redirects}/none`, { headers: { cookie } })).toMatchObject({
    status: 404,
    headers: { 'cache-control': 'no-store' },
  });
});

test('an Authorization field wins over the cookie, whatever is in it', async () => {
  const api = await startApi();
  const { cookie } = await signIn(api);
  const other = await api.newToken('read');
  const me = (authorization: string) => api.ask('/api/v1/me', { headers: { cookie, authorization } });
  const answer = await me(`Bearer ${other.secret}`);
  expect(answer).toMatchObject({ status: 200, body: { token: { uuid: other.uuid } } });
  expect(answer.headers['cache-control']).toBeUndefined();
  for (const wrong of ['', 'Bearer', `Bearer np_${'x'.repeat(43)}`, 'Basic YTpi'])
    expect(await me(wrong)).toMatchObject({ status: 401 });
  // With the token no CSRF token is wanted: no page of another site can send it.
  const redirects = `/api/v1/accounts/${api.accountUuid}/redirects`;
  const headers = { cookie, authorization: `Bearer ${api.token}`, 'sec-fetch-site': 'cross-site' };
  expect(await api.ask(redirects, { json: redirect, headers })).toMatchObject({ status: 201 });
});

test('whatever changes something needs the CSRF token of its very session', async () => {
  const api = await startApi();
  const { cookie, csrfToken } = await signIn(api);
  const other = await signIn(api);
  const redirects = `/api/v1/accounts/${api.accountUuid}/redirects`;
  const { uuid } = await new Redirects(api.store).create(api.accountUuid, {
    ...redirectResource.defaults,
    sourceHost: 'z.example.com',
    destinationUrl: 'https://b.example.com',
    redirectType: 'found',
  });
  const wrong: Record<string, string>[] = [
    {},
    { 'x-csrf-token': '' },
    { 'x-csrf-token': other.csrfToken },
    { 'x-csrf-token': `${csrfToken}a` },
    { 'x-csrf-token': csrfToken.slice(1) },
    { 'x-csrf-token': 'é'.repeat(20) },
  ];
  for (const [method, path] of [
    ['POST', redirects],
    ['PUT', `${redirects}/${uuid}`],
    ['DELETE', `${redirects}/${uuid}`],
    ['PATCH', `${redirects}/${uuid}`],
    ['POST', '/api/v1/nothing'],
  ] as const) {
    for (const headers of wrong) {
      const answer = await api.ask(path, { method, json: redirect, headers: { cookie, ...headers } });
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'csrf_token_refused' } });
      expect(answer.text).not.toContain(csrfToken);
    }
  }
  expect((await api.ask(redirects, { headers: { cookie } })).body.pagination.count).toBe(1);
});

test.each([
  ['GET', { 'sec-fetch-site': 'same-origin' }, 200],
  // Typed into the address bar, or opened from a bookmark.
  ['GET', { 'sec-fetch-site': 'none' }, 200],
  ['GET', { 'sec-fetch-site': 'same-site' }, 403],
  ['GET', { 'sec-fetch-site': 'cross-site' }, 403],
  ['GET', { origin: 'http://evil.example' }, 403],
  ['POST', { 'sec-fetch-site': 'cross-site' }, 403],
  ['POST', { 'sec-fetch-site': 'same-site' }, 403],
  ['POST', { origin: 'http://127.0.0.1:1' }, 403],
  ['POST', { origin: 'null' }, 403],
  // A name of an attacker's that was made to lead here: the browser has no cookie for it, this is in case it had.
  ['POST', { host: 'rebound.example', origin: 'http://other.example' }, 403],
  ['POST', { host: 'dash.example:3000', origin: 'http://dash.example:3000' }, 201],
  ['POST', {}, 201],
])('%s with the cookie and %j: %i', async (method, headers, status) => {
  const api = await startApi();
  const { fields } = await signIn(api);
  const answer = await api.ask(`/api/v1/accounts/${api.accountUuid}/redirects`, {
    method,
    ...(method === 'POST' ? { json: redirect } : {}),
    headers: { ...fields, ...headers },
  });
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.body.error_code).toBe('origin_forbidden');
});

test('a session of a read token reads', async () => {
  const api = await startApi();
  const { secret } = await api.newToken('read');
  const { cookie, fields } = await signIn(api, secret);
  const redirects = `/api/v1/accounts/${api.accountUuid}/redirects`;
  expect(await api.ask(redirects, { headers: { cookie } })).toMatchObject({ status: 200 });
  for (const path of [redirects, `/api/v1/accounts/${api.accountUuid}/access_tokens`])
    expect(await api.ask(path, { json: { name: 'x' }, headers: fields })).toMatchObject({
      status: 403,
      body: { error_code: 'forbidden' },
    });
});

test('what looks like a cookie of ours and is none is refused like nothing at all', async () => {
  const api = await startApi();
  const { cookie } = await signIn(api);
  for (const text of ['nameplate_session=short', `${cookie}; nameplate_session=${'x'.repeat(43)}`, 'a=b'])
    expect(await api.ask('/api/v1/me', { headers: { cookie: text } })).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('Authorization') },
    });
});

test('revoked is revoked at once in this process, also while the log cannot be read', async () => {
  const api = await startApi();
  const guest = await api.newToken('read');
  const { cookie } = await signIn(api, guest.secret);
  const authorization = `Bearer ${guest.secret}`;
  for (const headers of [{ cookie }, { authorization }])
    expect(await api.ask('/api/v1/me', { headers })).toMatchObject({ status: 200 });
  api.store.routing.currentRevision = () => Promise.reject(new Error('away'));
  await api.ask(`/api/v1/accounts/${api.accountUuid}/access_tokens/${guest.uuid}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${api.token}` },
  });
  for (const headers of [{ cookie }, { authorization }])
    expect(await api.ask('/api/v1/me', { headers })).toMatchObject({ status: 401 });
});

test.each([
  ['/api/v1', 401],
  ['/api/v1?page=1', 401],
  ['/api/v1/nothing', 401],
  ['/api/v10', 404],
  ['/api/v1-old/me', 404],
])('without a token %s is answered with %d: only what is below /api/v1 is guarded', async (path, status) => {
  const api = await startApi();
  expect(await api.ask(path)).toMatchObject({ status });
});
