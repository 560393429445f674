/** Connect links, the brand and the page. Source: docs/reference/connect-page.md. */

import { beforeEach, expect, test } from 'vitest';
import { type ApiCall, type ApiServer, startApi } from '../../../test/support/api-server.ts';
import type { DnsCause } from '../../core/dns-problem.ts';
import { dayMs } from '../../core/time.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';
import { AutomaticCertificates } from '../automatic-certificates/certificate-store.ts';
import type { CustomDomain } from '../custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { ConnectLinks } from './connect-link-store.ts';

const host = 'shop.example.com';
const record = { type: 'CNAME', name: host, value: 'edge.example.net' };
let api: ApiServer;
let verified: string[];
let domain: CustomDomain;
let links: string;
let brand: string;

beforeEach(async () => {
  verified = [];
  api = await startApi({
    dns: {
      records: { expected: (wanted) => [{ ...record, name: wanted.host }] },
      verifier: {
        verify: async (uuid) => {
          verified.push(uuid);
          return new CustomDomains(api.store).findAnywhere(uuid);
        },
      },
      nameServersOf: () => Promise.resolve(['ada.ns.cloudflare.com']),
    },
  });
  domain = await newDomain(api.accountUuid, host);
  links = linksOf(api.accountUuid, domain);
  brand = `/api/v1/accounts/${api.accountUuid}/brand`;
});

const linksOf = (accountUuid: string, { upstreamUuid, uuid }: CustomDomain): string =>
  `/api/v1/accounts/${accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}/connect_links`;
const ask = (path: string, call: ApiCall = {}, token = api.token) =>
  api.ask(path, { ...call, headers: { authorization: `Bearer ${token}`, ...call.headers } });
const create = async (json: object = {}, path = links) => ask(path, { json });
const pageOf = async (json: object = {}) => new URL((await create(json)).body.url).pathname;

async function newDomain(accountUuid: string, name: string): Promise<CustomDomain> {
  const attributes = { host: '127.0.0.1', port: 80, tls: false };
  const tokenOf = accountUuid === api.accountUuid ? api.token : (await secretOf(accountUuid)).secret;
  const upstreams = `/api/v1/accounts/${accountUuid}/upstreams`;
  const upstream = await ask(upstreams, { json: attributes }, tokenOf);
  const made = await ask(
    `${upstreams}/${upstream.body.uuid}/custom_domains`,
    { json: { host: name } },
    tokenOf,
  );
  const found = await new CustomDomains(api.store).findAnywhere(made.body.uuid);
  if (!found) throw new Error(JSON.stringify(made.body));
  return found;
}

const secretOf = (accountUuid: string) =>
  new AccessTokens(api.store).create({ accountUuid, name: 'test', scope: 'write', expiresAt: null });

const find = (found: boolean, problems: readonly string[] = [], causes: readonly DnsCause[] = []) =>
  new CustomDomains(api.store).recordCheck(domain, {
    status: found ? 'dns_records_found' : 'dns_records_not_found',
    report: { found: found ? [record] : [], problems, causes },
    checkedAt: api.clock.now(),
    nextCheckAt: api.clock.now() + dayMs,
    failures: found ? 0 : 1,
    delegatedHosts: [],
  });

test('a link is created with an address, listed without it, and revoked', async () => {
  const made = await create();
  expect(made).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
  expect(made.body.url).toMatch(
    new RegExp(`^http://127\\.0\\.0\\.1:${api.port}/connect/nc_[A-Za-z0-9_-]{43}$`),
  );
  const { uuid, expires_at, created_at } = made.body;
  expect(Date.parse(expires_at)).toBe(api.clock.now() + 30 * dayMs);
  expect((await ask(links)).body).toEqual([
    { uuid, kind: 'connect', embed_origins: [], expires_at, created_at },
  ]);
  const path = new URL(made.body.url).pathname;
  expect((await api.ask(path)).status).toBe(200);
  expect((await ask(`${links}/${uuid}`, { method: 'DELETE' })).body).toEqual({
    message: `Connect link ${uuid} was revoked.`,
  });
  expect((await api.ask(path)).status).toBe(404);
  expect((await ask(links)).body).toEqual([]);
  expect((await ask(`${links}/${uuid}`, { method: 'DELETE' })).status).toBe(404);
  const events = (await ask(`/api/v1/accounts/${api.accountUuid}/audit_events?resource=connect_link`)).body
    .data;
  expect(events).toMatchObject([{ action: 'deleted' }, { action: 'created', resource_name: host }]);
  for (const line of api.log) expect(line).not.toContain(path.split('/')[2]);
});

test('a link begins with the configured origin, whatever the request was sent to', async () => {
  api = await startApi({ origin: 'https://nameplate.example.com' });
  domain = await newDomain(api.accountUuid, host);
  const made = await ask(linksOf(api.accountUuid, domain), { json: {}, headers: { host: 'evil.example' } });
  expect(made.body.url).toMatch(/^https:\/\/nameplate\.example\.com\/connect\/nc_/);
});

test.each([
  ['in the past', -1],
  ['more than 366 days ahead', 366 * dayMs + 1],
])('an expiry %s is refused', async (_, offset) => {
  const answer = await create({ expires_at: new Date(api.clock.now() + offset).toISOString() });
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'expires_at_invalid' } });
});

test('an expiry that is no time, and an unknown attribute, are refused', async () => {
  expect((await create({ expires_at: 'soon' })).body.error_code).toBe('expires_at_invalid');
  expect((await create({ expires_at: null })).body.error_code).toBe('expires_at_invalid');
  expect((await create({ url: 'https://a.example' })).body.error_code).toBe('parameter_unknown');
});

test('a domain has at most 100 open links; expired ones do not count', async () => {
  for (let index = 0; index < 100; index += 1) expect((await create()).status).toBe(201);
  expect(await create()).toMatchObject({ status: 400, body: { error_code: 'too_many_connect_links' } });
  api.clock.time += 31 * dayMs;
  expect((await create()).status).toBe(201);
  await new ConnectLinks(api.store).deleteExpired();
  expect((await ask(links)).body).toHaveLength(1);
});

test('every link that opens nothing gets the same answer', async () => {
  const path = await pageOf();
  const altered = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
  const expires_at = new Date(api.clock.now() + 1000).toISOString();
  const other = await pageOf({ expires_at });
  const shared = await pageOf({ kind: 'statistics', expires_at });
  const kept = await pageOf({ kind: 'statistics' });
  api.clock.time += 1000;
  const answers = [];
  for (const closed of [
    altered,
    other,
    '/connect/x',
    `${altered}/state`,
    '/connect/nc_%00',
    shared,
    '/share/x',
    `${kept}A`,
  ])
    answers.push(await api.ask(closed));
  answers.push(await api.ask(`${altered}/check`, { method: 'POST' }));
  await new CustomDomains(api.store).delete(api.accountUuid, domain.upstreamUuid, domain.uuid);
  for (const deleted of [path, kept]) answers.push(await api.ask(deleted));
  const withoutNonce = answers.map(({ status, text }) => [status, text.replace(/nonce="[^"]+"/g, '')]);
  expect(withoutNonce.every(([status]) => status === 404)).toBe(true);
  expect(new Set(withoutNonce.map(([, text]) => text)).size).toBe(1);
  expect(verified).toEqual([]);
});

test('a neighbor gets no links of another account’s domain, and no page of it', async () => {
  const bob = await new Accounts(api.store).create('Bob');
  const { secret } = await secretOf(bob.uuid);
  const own = await newDomain(bob.uuid, 'bob.example.com');
  const link = (await create()).body;
  for (const path of [links, linksOf(bob.uuid, domain), linksOf(bob.uuid, { ...own, uuid: domain.uuid })]) {
    expect((await ask(path, {}, secret)).status).toBe(404);
    expect((await ask(path, { json: {} }, secret)).status).toBe(404);
    expect((await ask(`${path}/${link.uuid}`, { method: 'DELETE' }, secret)).status).toBe(404);
  }
  // The right domain, another's link.
  expect((await ask(`${linksOf(bob.uuid, own)}/${link.uuid}`, { method: 'DELETE' }, secret)).status).toBe(
    404,
  );
  expect((await ask(links)).body).toHaveLength(1);
});

test('the page says why no certificate could be had, of a host that the account has', async () => {
  await find(true);
  const page = await pageOf();
  const stateOf = async () => (await api.ask(`${page}/state`)).body.state;
  const queue = new AutomaticCertificates(api.store);
  await queue.wantNow(host);
  expect((await api.ask(page)).text).toContain('it is being issued');
  const before = await stateOf();
  const [taken] = await queue.takeDue(api.clock.time, 60_000, new Map([[api.accountUuid, 1]]));
  if (!taken) throw new Error('nothing is ordered');
  const failure = {
    failures: 1,
    nextAttemptAt: api.clock.time + 180_000,
    reason: '<b>refused</b>',
    code: 'authority_refused' as const,
  };
  await queue.fail(taken, { ...failure, askedAt: api.clock.time });
  expect((await api.ask(page)).text).toContain(
    'says: <q lang="en">&lt;b&gt;refused&lt;/b&gt;</q>. We try again at <time datetime="2026-09-21T14:16',
  );
  expect(await stateOf()).not.toBe(before);

  const { uuid } = await new Accounts(api.store).create('Bob');
  await api.store.database.queries.updateTable('host_claims').set({ account_uuid: uuid }).execute();
  expect((await api.ask(page)).text).not.toContain('refused');
});

test('a link to statistics opens them alone, in frames of the origins it names', async () => {
  const origins = ['https://www.example.com', 'https://b.example:8443'];
  const made = await create({ kind: 'statistics', embed_origins: [...origins, 'HTTPS://B.example:8443/'] });
  expect(made.body).toMatchObject({ kind: 'statistics', embed_origins: origins });
  const path = new URL(made.body.url).pathname;
  expect(path).toMatch(/^\/share\/ns_/);
  const { headers, text, status } = await api.ask(path);
  expect(status).toBe(200);
  expect(text).toContain('No visitors in this time.');
  expect(text).not.toContain(record.value);
  expect(headers['content-security-policy']).toMatch(
    /; frame-ancestors https:\/\/www\.example\.com https:\/\/b\.example:8443$/,
  );
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect((await api.ask(path.replace('/share/', '/connect/'))).status).toBe(404);
  expect((await api.ask(`${path.replace('/share/', '/connect/')}/check`, { method: 'POST' })).status).toBe(
    404,
  );
  const connect = await pageOf();
  expect((await api.ask(connect.replace('/connect/', '/share/'))).status).toBe(404);
  await ask(`${links}/${made.body.uuid}`, { method: 'DELETE' });
  const closed = await api.ask(path);
  expect([closed.status, closed.headers['cross-origin-resource-policy']]).toEqual([404, 'same-origin']);
  for (const line of api.log) expect(line).not.toContain(path.split('/')[2]);
});

test('pages are in the language of the browser, and say so', async () => {
  await find(false, ['In English.'], [{ code: 'missing', host: 'shop.example.com' }]);
  const connect = await pageOf();
  const share = await pageOf({ kind: 'statistics' });
  const german = { 'accept-language': 'da, de-AT;q=0.9, en;q=0.8' };
  for (const [path, heading] of [
    [connect, 'shop.example.com verbinden'],
    [share, 'Statistik von shop.example.com'],
    ['/connect/nc_x', 'Dieser Link ist ungültig'],
  ] as const) {
    const { headers, text } = await api.ask(path, { headers: german });
    expect(headers['vary']).toContain('Accept-Language');
    expect(text).toContain('<html lang="de">');
    expect(text).toContain(`<h1>${heading}</h1>`);
    expect((await api.ask(path)).text).toContain('<html lang="en">');
  }
  expect((await api.ask(connect, { headers: german })).text).toContain(
    'shop.example.com hat noch keinen Eintrag.',
  );
});

test('links of an account that nobody has named keep working, without the name', async () => {
  const connect = await pageOf();
  const share = await pageOf({ kind: 'statistics' });
  await api.store.database.queries
    .updateTable('accounts')
    .set({ name: 'Default' })
    .where('uuid', '=', api.accountUuid)
    .execute();
  for (const path of [connect, share]) {
    const { status, text } = await api.ask(path);
    expect(status).toBe(200);
    expect(text).not.toContain('Default');
  }
  expect((await create()).body.error_code).toBe('brand_missing');
});

test('nobody frames shared statistics unless their link says so', async () => {
  const made = await create({ kind: 'statistics' });
  const { headers, text } = await api.ask(
    `${new URL(made.body.url).pathname}?embed=1&theme=dark&period="><b>`,
  );
  expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'none'$/);
  expect(text).toContain('<html lang="en" data-theme="dark">');
  expect(text).toContain('<body class="embedded">');
  expect(text).toContain('href="?period=7d&amp;embed=1&amp;theme=dark"');
  expect(text).not.toContain('<b>');
});

test('a connect page within another one keeps its looks over a check, and tells only allowed origins how it is', async () => {
  const origins = ['https://app.example.com', 'http://localhost:3000'];
  const page = await pageOf();
  const { text: alone } = await api.ask(page);
  expect(alone).toContain('data-told="waiting" data-host="shop.example.com" data-origins=""');
  expect(alone).toContain('<footer>');
  await ask(`/api/v1/accounts/${api.accountUuid}/settings`, {
    method: 'PUT',
    json: { allowed_origins: origins },
  });
  const query = '?embed=1&theme=dark&locale=de-AT';
  const { text } = await api.ask(`${page}${query}&x="><b>`, { headers: { 'accept-language': 'fr' } });
  expect(text).toContain('<html lang="de" data-theme="dark">');
  expect(text).toContain(`<body class="embedded"`);
  expect(text).toContain(`data-origins="${origins.join(' ')}"`);
  expect(text).toContain(`action="${page}/check${query.replaceAll('&', '&amp;')}"`);
  expect(text).not.toMatch(/<header>|<footer>|<b>/);
  const check = await api.ask(`${page}/check${query}`, { method: 'POST' });
  expect(check).toMatchObject({ status: 303, headers: { location: page + query } });
  for (const locale of ['sv', '', '"><b>', 'de"', 'x'.repeat(99)]) {
    const given = `${page}?locale=${encodeURIComponent(locale)}`;
    const answer = await api.ask(given, { headers: { 'accept-language': 'fr' } });
    expect(answer.text).toContain('<html lang="fr">');
    expect(answer.text).not.toContain('<b>');
  }
  expect((await api.ask('/connect/nc_x?embed=1')).headers['content-security-policy']).toMatch(
    /; frame-ancestors 'none'$/,
  );
});

test('statistics are asked for once a minute, and say when they are away', async () => {
  let asked = 0;
  let isAway = false;
  const store = {
    query: () => {
      asked += 1;
      return isAway ? Promise.reject(new Error('away')) : Promise.resolve([]);
    },
    readBlocks: () => Promise.resolve(),
  };
  api = await startApi({ analytics: { forAccount: () => store } });
  domain = await newDomain(api.accountUuid, host);
  const made = await create({ kind: 'statistics' }, linksOf(api.accountUuid, domain));
  const path = new URL(made.body.url).pathname;
  await Promise.all([api.ask(path), api.ask(path), api.ask(`${path}?period=30d`)]);
  const once = asked;
  expect(once).toBeGreaterThan(0);
  await api.ask(path);
  expect(asked).toBe(once);
  api.clock.time += 60_000;
  await api.ask(path);
  expect(asked).toBe(2 * once);
  isAway = true;
  const away = await api.ask(`${path}?period=7d`);
  expect([away.status, away.text]).toEqual([503, expect.stringContaining('can’t be read at the moment')]);
  // A failure is not kept.
  isAway = false;
  expect((await api.ask(`${path}?period=7d`)).status).toBe(200);
});

test.each([
  [{ kind: 'x' }, 'kind_invalid'],
  [{ kind: 'statistics', embed_origins: '*' }, 'embed_origins_invalid'],
  [{ kind: 'statistics', embed_origins: ['https://a.example;sandbox'] }, 'embed_origins_invalid'],
  [{ kind: 'statistics', embed_origins: ["'self'"] }, 'embed_origins_invalid'],
  [{ kind: 'statistics', embed_origins: ['https://a.example/x'] }, 'embed_origins_invalid'],
  [{ kind: 'statistics', embed_origins: [1] }, 'embed_origins_invalid'],
  [{ kind: 'statistics', embed_origins: {} }, 'embed_origins_invalid'],
  [
    { kind: 'statistics', embed_origins: Array.from({ length: 21 }, (_, n) => `https://a${n}.example`) },
    'embed_origins_invalid',
  ],
  [{ embed_origins: ['https://a.example'] }, 'embed_origins_invalid'],
])('a link of %j is refused', async (json, code) => {
  expect(await create(json)).toMatchObject({ status: 400, body: { error_code: code } });
  expect((await ask(links)).body).toEqual([]);
});

test('who may only read can neither create nor revoke', async () => {
  const { secret } = await api.newToken('read');
  const { uuid } = (await create()).body;
  expect((await ask(links, { json: {} }, secret)).status).toBe(403);
  expect((await ask(`${links}/${uuid}`, { method: 'DELETE' }, secret)).status).toBe(403);
  expect((await ask(brand, { method: 'PUT', json: { name: 'x' } }, secret)).status).toBe(403);
  expect((await ask(links, {}, secret)).status).toBe(200);
});

test('the page has the records, the state and where to click, and no other page can use it', async () => {
  await find(false, ['shop.example.com has <no> CNAME record.']);
  const { headers, text, status } = await api.ask(await pageOf());
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
  expect(text).toContain('<code>shop</code>');
  expect(text).toContain('<code>edge.example.net</code>');
  expect(text).toContain('<strong>Cloudflare</strong>');
  expect(text).toContain('shop.example.com has &lt;no&gt; CNAME record.');
  expect(text).not.toContain(api.accountUuid);
});

test('the state changes with what a check finds', async () => {
  const path = await pageOf();
  const state = async () => (await api.ask(`${path}/state`)).body.state;
  const before = await state();
  expect((await api.ask(path)).text).toContain(`data-state="${before}"`);
  await find(true);
  expect(await state()).not.toBe(before);
  expect((await api.ask(path)).text).toContain('<strong>DNS records</strong>: found');
});

test('a check looks at this domain and leads back to the page', async () => {
  const path = await pageOf();
  const answer = await api.ask(`${path}/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer).toMatchObject({ status: 303, headers: { location: path } });
  expect(verified).toEqual([domain.uuid]);
  await find(false);
  api.clock.time += 9_999;
  expect((await api.ask(`${path}/check`, { method: 'POST' })).status).toBe(303);
  expect(verified).toHaveLength(1);
  api.clock.time += 1;
  await api.ask(`${path}/check`, { method: 'POST' });
  expect(verified).toHaveLength(2);
});

test('the brand changes what is given and keeps the rest; the page shows it', async () => {
  const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1').toString('base64')}`;
  expect((await ask(brand)).body).toEqual({ name: null, color: null, logo: null });
  await ask(brand, { method: 'PUT', json: { name: '<b>Acme<i>', color: '#FFCC00' } });
  const changed = await ask(brand, { method: 'PUT', json: { logo: png } });
  expect(changed.body).toEqual({ name: '<b>Acme<i>', color: '#ffcc00', logo: png });
  const { text } = await api.ask(await pageOf());
  expect(text).toContain('<p>&lt;b&gt;Acme&lt;i&gt;</p>');
  // Black letters on yellow.
  expect(text).toContain(':root{--brand:#ffcc00}button,.button{color:#000}');
  expect(text).toContain(`<img src="${png}"`);
  await ask(brand, { method: 'PUT', json: { name: null } });
  expect((await api.ask(await pageOf())).text).toContain('<p>Acme</p>');
});

test.each([
  [{ color: 'red' }, 'color_invalid'],
  [{ color: '#12345' }, 'color_invalid'],
  [{ color: '#000000}body{display:none' }, 'color_invalid'],
  [{ name: 'a\nb' }, 'name_invalid'],
  [{ name: 'see https://evil.example' }, 'name_invalid'],
  [{ name: 'WWW.evil.example' }, 'name_invalid'],
  [{ name: 'evil/x' }, 'name_invalid'],
  [{ logo: 'https://a.example/logo.png' }, 'logo_invalid'],
  [{ logo: `data:image/svg+xml;base64,${btoa('<svg/>')}` }, 'logo_invalid'],
  [{ logo: `data:image/png;base64,${btoa('<html>')}` }, 'logo_invalid'],
  [{ logo: `data:image/png;base64,${'A'.repeat(140_000)}` }, 'logo_invalid'],
  [{ font: 'x' }, 'parameter_unknown'],
])('a brand of %j is refused', async (json, code) => {
  expect(await ask(brand, { method: 'PUT', json })).toMatchObject({
    status: 400,
    body: { error_code: code },
  });
});

test('an address that asks too often waits', async () => {
  api = await startApi({ rateLimit: 2 });
  for (const expected of [404, 404, 429]) expect((await api.ask('/connect/x')).status).toBe(expected);
});
