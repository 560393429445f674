/** What the API has for the dashboard, and for any other client. */

import { expect } from 'vitest';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { customDomainResource } from '../../src/resources/custom-domain.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { besidesChecks } from './domain-resources.ts';
import {
  accountWithRedirects,
  createRedirect,
  expectError,
  newAccount,
  newHost,
  newToken,
  type Row,
  timestamp,
  unknownUuid,
  uuidV7,
  withStore,
} from './row.ts';

const source = 'docs/reference/sessions.md ("Sessions")';

/** Signs in; answers what a page of the dashboard then sends. */
async function signIn(service: ServiceClient, token = service.token) {
  const answer = await service.api('/session', { token: null, json: { access_token: token } });
  expect(answer.status).toBe(201);
  const cookie = cookieOf(answer).split(';', 1)[0] ?? '';
  return { cookie, fields: { cookie, 'x-csrf-token': String(answer.body.csrf_token) }, answer };
}

function cookieOf({ headers }: ApiAnswer): string {
  return headers.get('set-cookie') ?? '';
}

const accessTokenFields = [
  'uuid',
  'account_uuid',
  'name',
  'scope',
  'expires_at',
  'custom_domain_uuids',
  'external_ids',
  'may_apply',
  'last_used_at',
  'created_at',
];

export const dashboardRows: readonly Row[] = [
  {
    source,
    statement: 'an access token is exchanged for a cookie that scripts and other sites cannot use',
    async check(service) {
      const { answer, cookie } = await signIn(service);
      expect(Object.keys(answer.body)).toEqual(['csrf_token', 'expires_at', 'token', 'account']);
      expect(answer.body.expires_at).toMatch(timestamp);
      expect(answer.body.token.scope).toBe('write');
      expect(answer.body.account.uuid).toBe(service.accountUuid);
      expect(cookieOf(answer)).toMatch(
        /^nameplate_session=[A-Za-z0-9_-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=2592000$/,
      );
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const shown = await service.api('/session', { token: null, headers: { cookie } });
      expect(shown.body.session.csrf_token).toBe(answer.body.csrf_token);
      const { headers, status } = await service.api('/api/v1/me', { token: null, headers: { cookie } });
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(service.output).not.toContain(cookie.split('=')[1]);
    },
  },
  {
    source,
    statement: 'GET /session answers {session: null} to whoever is not signed in',
    async check(service) {
      for (const headers of [{}, { cookie: `nameplate_session=${'x'.repeat(43)}` }]) {
        const answer = await service.api('/session', { token: null, headers });
        expect(answer).toMatchObject({ status: 200, body: { session: null } });
      }
    },
  },
  {
    source,
    statement: 'signing in takes a valid token, as JSON, from a page of its own origin',
    codes: ['access_token_invalid', 'unauthorized', 'unsupported_media_type', 'origin_forbidden'],
    async check(service) {
      const post = (json: unknown, headers: Record<string, string> = {}) =>
        service.api('/session', { token: null, json, headers });
      expectError(await post({}), 400, 'access_token_invalid', 'access_token');
      expectError(await post({ access_token: 'hunter2' }), 400, 'access_token_invalid');
      expect((await post({ access_token: 'hunter2' })).body.error).not.toContain('hunter2');
      expectError(await post({ access_token: `np_${'A'.repeat(43)}` }), 401, 'unauthorized');
      const form = { access_token: service.token };
      const asForm = await service.api('/session', { token: null, form });
      expectError(asForm, 415, 'unsupported_media_type', 'application/json');
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'http://evil.example' },
      ]) {
        const answer = await post({ access_token: service.token }, headers);
        expectError(answer, 403, 'origin_forbidden');
        expect(cookieOf(answer)).toBe('');
      }
    },
  },
  {
    source: 'docs/reference/sessions.md ("With the cookie")',
    statement: 'with the cookie, whatever changes something needs the X-CSRF-Token of the session',
    codes: ['csrf_token_refused', 'origin_forbidden'],
    async check(service) {
      const { cookie, fields } = await signIn(service);
      const other = await signIn(service);
      const json = { source_host: newHost(), destination_url: 'https://dest.example' };
      const post = (headers: Record<string, string>) =>
        service.api(service.redirects, { token: null, json, headers });
      expectError(await post({ cookie }), 403, 'csrf_token_refused', 'X-CSRF-Token');
      expectError(await post({ ...other.fields, cookie }), 403, 'csrf_token_refused');
      expectError(await post({ ...fields, 'sec-fetch-site': 'cross-site' }), 403, 'origin_forbidden');
      const created = await post({ ...fields, 'sec-fetch-site': 'same-origin' });
      expect(created.status).toBe(201);
      const item = `${service.redirects}/${created.body.uuid}`;
      for (const method of ['PUT', 'DELETE']) {
        const answer = await service.api(item, { token: null, method, headers: { cookie } });
        expectError(answer, 403, 'csrf_token_refused');
      }
      expect((await service.api(item, { token: null, method: 'DELETE', headers: fields })).status).toBe(200);
    },
  },
  {
    source: 'docs/reference/sessions.md ("How long it lasts")',
    statement: 'a session reads with a read token, and ends with its token, by signing out, or after 30 days',
    codes: ['forbidden', 'unauthorized'],
    async check(service) {
      const { cookie, fields } = await signIn(service, await newToken(service, { scope: 'read' }));
      const me = (headers: Record<string, string>) => service.api('/api/v1/me', { token: null, headers });
      expect((await me({ cookie })).body.token.scope).toBe('read');
      const refused = await service.api(service.redirects, { token: null, json: {}, headers: fields });
      expectError(refused, 403, 'forbidden');
      const out = await service.api('/session', { token: null, method: 'DELETE', headers: fields });
      expect(out.status).toBe(204);
      expect(cookieOf(out)).toContain('Max-Age=0');
      expectError(await me({ cookie }), 401, 'unauthorized', 'session');

      const secret = await newToken(service, { scope: 'read' });
      const second = await signIn(service, secret);
      const { uuid } = (await me({ cookie: second.cookie })).body.token;
      // As the command line does, in a process of its own.
      await withStore(service, (store) => new AccessTokens(store).revoke(uuid));
      await expect.poll(async () => (await me({ cookie: second.cookie })).status).toBe(401);
    },
  },
  {
    source: 'docs/reference/access-tokens.md ("Access tokens")',
    statement: 'access tokens are created, shown once, listed and revoked',
    codes: [
      'name_invalid',
      'scope_invalid',
      'expires_at_invalid',
      'may_apply_invalid',
      'not_found',
      'forbidden',
      'sort_invalid',
    ],
    async check(service) {
      const { accountUuid, token } = await newAccount(service);
      const path = `/api/v1/accounts/${accountUuid}/access_tokens`;
      const post = (json: unknown) => service.api(path, { token, json });
      expectError(await post({}), 400, 'name_invalid', 'name');
      expectError(await post({ name: 'a', scope: 'all' }), 400, 'scope_invalid', 'all');
      for (const expires_at of ['soon', '2020-01-01T00:00:00Z'])
        expectError(await post({ name: 'a', expires_at }), 400, 'expires_at_invalid');
      for (const wrong of [{ may_apply: 'perhaps' }, { scope: 'analytics', may_apply: true }])
        expectError(await post({ name: 'a', ...wrong }), 400, 'may_apply_invalid');
      const created = await post({ name: 'deploy', scope: 'read', expires_at: '2099-01-01' });
      expect(created.status).toBe(201);
      expect(created.headers.get('location')).toBe(`${path}/${created.body.uuid}`);
      expect(Object.keys(created.body)).toEqual([...accessTokenFields, 'token']);
      const { token: secret, ...shown } = created.body;
      expect(shown).toMatchObject({ name: 'deploy', expires_at: '2099-01-01T00:00:00.000+00:00' });
      expect(shown.uuid).toMatch(uuidV7);
      expect((await service.api(`${path}/${shown.uuid}`, { token })).body).toEqual(shown);
      const list = await service.api(`${path}?per_page=1`, { token: secret });
      expect(list.body).toMatchObject({ data: [{ uuid: shown.uuid }], pagination: { page: 1, count: 2 } });
      expect(Object.keys(list.body.data[0])).toEqual(accessTokenFields);
      expect(list.headers.get('link')).toContain('rel="next"');
      expectError(await service.api(`${path}?sort=scope`, { token }), 400, 'sort_invalid');
      expectError(await service.api(path, { token: secret, json: { name: 'b' } }), 403, 'forbidden');
      const revoked = await service.api(`${path}/${shown.uuid}`, { token, method: 'DELETE' });
      expect(revoked.body.message).toContain(shown.uuid);
      expectError(await service.api('/api/v1/me', { token: secret }), 401, 'unauthorized');
      const again = await service.api(`${path}/${shown.uuid}`, { token, method: 'DELETE' });
      expectError(again, 404, 'not_found', 'access token', shown.uuid);
      expectError(await service.api(path), 404, 'not_found', 'account');
    },
  },
  {
    source: 'docs/reference/domains.md ("Custom domains")',
    statement: 'custom domains of all upstreams are listed and shown together',
    codes: ['not_found'],
    async check(service) {
      const { accountUuid, token } = await newAccount(service);
      const base = `/api/v1/accounts/${accountUuid}`;
      const created = [];
      for (let n = 0; n < 2; n++) {
        const json = { host: `u${n}.example.net` };
        const upstream = (await service.api(`${base}/upstreams`, { token, json })).body;
        const path = `${base}/upstreams/${upstream.uuid}/custom_domains`;
        created.push((await service.api(path, { token, json: { host: newHost() } })).body);
      }
      const list = await service.api(`${base}/custom_domains?sort=created_at`, { token });
      expect(list.body.pagination).toEqual({ page: 1, count: 2 });
      expect(list.body.data.map(besidesChecks)).toEqual(created.map(besidesChecks));
      expect(new Set(created.map(({ upstream_uuid }) => upstream_uuid)).size).toBe(2);
      const [first] = created;
      const byHost = await service.api(`${base}/custom_domains?host=${first.host}`, { token });
      expect(byHost.body.data.map(besidesChecks)).toEqual([besidesChecks(first)]);
      const shown = await service.api(`${base}/custom_domains/${first.uuid}`, { token });
      expect(besidesChecks(shown.body)).toEqual(besidesChecks(first));
      for (const uuid of [unknownUuid, 'x'])
        expectError(await service.api(`${base}/custom_domains/${uuid}`, { token }), 404, 'not_found', uuid);
      expectError(await service.api(`${base}/custom_domains/${first.uuid}`), 404, 'not_found', 'account');
    },
  },
  {
    source: 'docs/reference/redirects.md ("Finding redirects")',
    statement: 'query finds redirects by a part of host or destination, and custom domains by a part of host',
    postgres: 'a part of a text, without regard to case',
    codes: ['query_invalid'],
    async check(service) {
      const { accountUuid, token, redirects, hosts } = await searchable(service);
      const found = async (path: string, query: string) => {
        const answer = await service.api(`${path}?query=${encodeURIComponent(query)}`, { token });
        expect(answer.body.pagination.count).toBe(answer.body.data.length);
        return answer.body.data.length;
      };
      expect(await found(redirects, hosts[0]?.toUpperCase() ?? '')).toBe(1);
      expect(await found(redirects, 'DEST.example')).toBe(3);
      expect(await found(redirects, '%')).toBe(0);
      expect(await found(redirects, '_')).toBe(0);
      expect(await found(redirects, ' ')).toBe(3);
      const domains = `/api/v1/accounts/${accountUuid}/custom_domains`;
      expect(await found(domains, 'EXAMPLE.com')).toBe(1);
      expect(await found(domains, 'nothing')).toBe(0);
      for (const path of [redirects, domains]) {
        for (const query of ['%00', 'a%0Ab', 'x'.repeat(201), 'a&query=b'])
          expectError(await service.api(`${path}?query=${query}`, { token }), 400, 'query_invalid', 'query');
      }
      const link = await service.api(`${redirects}?query=dest&per_page=1`, { token });
      expect(link.headers.get('link')).toContain('query=dest');
    },
  },
  {
    source: 'docs/reference/service.md ("Listeners")',
    statement: 'the dashboard is at / with a strict policy, and only where it has views',
    codes: ['not_found'],
    async check(service) {
      await createRedirect(service);
      const page = await service.api('/', { token: null });
      if (page.status === 302) throw new Error('the dashboard is not built');
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('no-cache');
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'");
      expect(policy).not.toContain('unsafe');
      const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(String(page.body)) ?? [];
      const script = await service.api(asset, { token: null });
      expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      for (const path of [
        '/sign-in',
        '/domains',
        `/domains/${unknownUuid}/visitors`,
        '/redirects',
        '/tokens',
      ])
        expect((await service.api(path, { token: null })).body).toBe(page.body);
      for (const path of ['/nothing', '/index.html', '/assets/none.js', '/assets/..%2findex.html'])
        expectError(await service.api(path, { token: null }), 404, 'not_found');
    },
  },
  {
    source: 'docs/reference/service.md ("Listeners")',
    statement:
      'a browser gets the dashboard with 404 where there is nothing, but errors of the API below /api',
    codes: ['not_found'],
    async check(service) {
      const headers = { accept: 'text/html,*/*;q=0.8' };
      const page = await service.api('/', { token: null });
      const nothing = await service.api('/does-not-exist', { token: null, headers });
      expect([nothing.status, nothing.body]).toEqual([404, page.body]);
      for (const path of ['/api/v9', '/assets/none.js', '/docs/none', '/help/none'])
        expectError(await service.api(path, { token: null, headers }), 404, 'not_found');
    },
  },
  {
    source: 'docs/reference/service.md ("Help")',
    statement: 'the pages of the documentation are below /help, without a session',
    async check(service) {
      const page = await service.api('/help/guides/dashboard', { token: null });
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(String(page.body)).toContain('<h1 id="the-dashboard">The dashboard</h1>');
    },
  },
];

async function searchable(service: ServiceClient) {
  const account = await accountWithRedirects(service, 3);
  const accountUuid = account.redirects.split('/')[4] ?? '';
  const upstream = await service.api(`/api/v1/accounts/${accountUuid}/upstreams`, {
    token: account.token,
    json: { host: 'u.example.net' },
  });
  await withStore(service, async (store) => {
    await new CustomDomains(store).create(accountUuid, upstream.body.uuid, {
      ...customDomainResource.defaults,
      host: newHost(),
      webAnalytics: 'off',
    });
  });
  return { ...account, accountUuid };
}
