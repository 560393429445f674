/** What is e-mailed, to whom and how often. Source: docs/reference/connect-page.md ("E-mail"). */

import { beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/support/api-server.ts';
import { type Email, EmailError } from '../../api/mail/smtp-mailer.ts';
import { hourMs } from '../../core/time.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';
import { AccountBrands } from './brand-store.ts';
import { instructionsEmail } from './instructions-email.ts';

const host = 'shop.example.com';
const record = { type: 'CNAME', name: host, value: 'edge.example.net' } as const;
const origin = 'https://nameplate.example.com';
let api: ApiServer;
let sent: Email[];
let failure: EmailError | undefined;
let isHeld: (email: Email) => boolean;
let held: (() => void)[];
let links: string;

beforeEach(async () => {
  sent = [];
  failure = undefined;
  isHeld = () => false;
  held = [];
  const send = async (email: Email): Promise<void> => {
    if (failure) throw failure;
    if (isHeld(email)) await new Promise<void>((resolve) => held.push(resolve));
    sent.push(email);
  };
  api = await startApi({ origin, mailer: { send }, dns: { records: { expected: () => [record] } } });
  links = await linksOf(api.accountUuid, api.token);
});

async function linksOf(accountUuid: string, token: string, name = host): Promise<string> {
  const upstreams = `/api/v1/accounts/${accountUuid}/upstreams`;
  const upstream = await ask(upstreams, { host: '127.0.0.1', port: 80, tls: false }, token);
  const domains = `${upstreams}/${upstream.body.uuid}/custom_domains`;
  const { body } = await ask(domains, { host: name }, token);
  return `${domains}/${body.uuid}/connect_links`;
}

const ask = (path: string, json?: unknown, token = api.token) =>
  api.ask(path, { ...(json === undefined ? {} : { json }), headers: { authorization: `Bearer ${token}` } });

test('the records and the link go to one address, under the configured origin', async () => {
  const { status, body } = await ask(links, { email: ' Owner@Example.org ' });
  expect(status).toBe(201);
  expect(body).not.toHaveProperty('email');
  expect(sent).toMatchObject([{ to: 'owner@example.org', subject: `Acme: connect ${host}`, pictures: [] }]);
  const [email] = sent;
  for (const part of [email?.text, email?.html]) {
    expect(part).toContain(body.url);
    expect(part).toContain(record.value);
  }
  expect(body.url).toMatch(/^https:\/\/nameplate\.example\.com\/connect\/nc_/);
  expect(email?.text).toContain('Name: shop   (shop.example.com)');
  expect((await ask(links)).body).toHaveLength(1);
  for (const line of api.log) expect(line).not.toContain('owner@example.org');
});

test('the e-mail is in the language that is asked for', async () => {
  expect((await ask(links, { email: 'owner@example.org', language: 'fr' })).status).toBe(201);
  expect(sent[0]?.subject).toBe(`Acme\u00a0: connectez ${host}`);
  expect(sent[0]?.html).toContain('<html lang="fr">');
  const refused = await ask(links, { email: 'owner@example.org', language: 'tlh' });
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'language_invalid' } });
});

test.each([
  [new EmailError('refused', 'the mail server refuses it: 550 no such user', '550'), 400, 'email_refused'],
  [new EmailError('away', 'the mail server can’t be reached', 'ECONNREFUSED'), 503, 'email_failed'],
])('when %s there is no link', async (error, status, code) => {
  failure = error;
  const answer = await ask(links, { email: 'owner@example.org' });
  expect(answer).toMatchObject({ status, body: { error_code: code } });
  expect(answer.body.error).toContain(error.message);
  expect((await ask(links)).body).toEqual([]);
  for (const line of api.log) expect(line).not.toMatch(/nc_[\w-]{43}/);
});

test.each([
  ['a@example.org\r\nBcc: b@example.org'],
  ['a@example.org, b@example.org'],
  ['Owner <a@example.org>'],
  ['a@example.org\0'],
  ['owner'],
  [''],
  [null],
  [['a@example.org']],
  [`${'a'.repeat(250)}@example.org`],
])('the address %j is refused', async (email) => {
  expect(await ask(links, { email })).toMatchObject({ status: 400, body: { error_code: 'email_invalid' } });
  expect(sent).toEqual([]);
});

test('links to statistics are not e-mailed', async () => {
  const answer = await ask(links, { kind: 'statistics', email: 'a@example.org' });
  expect(answer.body.error_code).toBe('email_invalid');
  expect((await ask(links)).body).toEqual([]);
});

test('without a mail server the parameter is refused', async () => {
  api = await startApi();
  links = await linksOf(api.accountUuid, api.token);
  expect((await ask(links, { email: 'a@example.org' })).body.error_code).toBe('email_not_set_up');
  expect((await ask(links)).body).toEqual([]);
});

test('a mail server that takes its time for one account’s recipients has another’s at once', async () => {
  const { uuid } = await new Accounts(api.store).create('Bob');
  const token = { accountUuid: uuid, name: 'test', scope: 'write', expiresAt: null } as const;
  const { secret } = await new AccessTokens(api.store).create(token);
  const bobs = await linksOf(uuid, secret, 'bob.example.com');
  isHeld = ({ to }) => to.endsWith('@slow.example');
  const slow = Array.from({ length: 20 }, (_, index) => ask(links, { email: `owner${index}@slow.example` }));
  await expect.poll(() => held).toHaveLength(7);
  expect((await ask(bobs, { email: 'bob@example.org' }, secret)).status).toBe(201);
  expect([sent.length, held.length]).toEqual([1, 7]);
  isHeld = () => false;
  for (const release of held) release();
  for (const { status } of await Promise.all(slow)) expect(status).toBe(201);
});

test('an account sends 100 e-mails an hour, and one address gets 5 from all accounts', async () => {
  const to = (index: number) => ask(links, { email: `owner${index}@example.org` });
  for (let index = 0; index < 5; index += 1) expect((await to(0)).status).toBe(201);
  expect(await to(0)).toMatchObject({ status: 429, body: { error_code: 'rate_limited' } });
  const bob = await new Accounts(api.store).create('Bob');
  const { secret } = await new AccessTokens(api.store).create({
    accountUuid: bob.uuid,
    name: 'test',
    scope: 'write',
    expiresAt: null,
  });
  const bobs = await linksOf(bob.uuid, secret, 'bob.example.com');
  for (const email of ['owner0@example.org', 'own.er0+1@example.org', 'o.w.n.e.r.0+@example.org'])
    expect((await ask(bobs, { email }, secret)).status).toBe(429);

  // Refused ones count too.
  for (let index = 1; index < 95; index += 1) expect((await to(index)).status).toBe(201);
  const refused = await to(200);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(bobs, { email: 'owner200@example.org' }, secret)).status).toBe(201);
  expect(sent).toHaveLength(100);
  api.clock.time += hourMs;
  // 99 links are open, and the limit of links is another one.
  expect((await to(200)).status).toBe(201);
});

test('names, colours and logos of a brand are shown and cannot break out', () => {
  const brand = {
    name: `\u202e<b>"x https://evil.example/ ${'y'.repeat(100)}`,
    color: '#ffcc00',
    logo: 'data:image/png;base64,aGk=',
  };
  const email = instructionsEmail({
    to: 'owner@example.org',
    host,
    brand,
    records: [record, { type: 'TXT', name: '_x.example.com', value: '<script>' }],
    url: `${origin}/connect/nc_x`,
    expiresAt: Date.UTC(2026, 11, 24, 10),
    language: 'en',
  });
  expect(email.subject).toBe(`b x https evil example ${'y'.repeat(37)}: connect ${host}`);
  expect(email.html).toContain('b x https evil example yyy');
  expect(email.html).toContain('&lt;script&gt;');
  expect(email.html).not.toMatch(/<b>|<script>/);
  expect(email.html).toContain('background:#ffcc00;color:#000');
  expect(email.html).toContain('src="cid:logo"');
  expect(email.pictures).toEqual([{ name: 'logo', type: 'image/png', data: Buffer.from('hi') }]);
});

test('an account that nobody has named hands out no link, until its brand has a name', async () => {
  const { uuid } = await new Accounts(api.store).create('Default');
  const { secret } = await new AccessTokens(api.store).create({
    accountUuid: uuid,
    name: 'test',
    scope: 'write',
    expiresAt: null,
  });
  const bobs = await linksOf(uuid, secret, 'bob.example.com');
  for (const json of [{}, { kind: 'statistics' }, { email: 'a@example.org' }])
    expect(await ask(bobs, json, secret)).toMatchObject({
      status: 400,
      body: { error_code: 'brand_missing' },
    });
  await new AccountBrands(api.store).update(uuid, { name: 'Bob’s' });
  expect((await ask(bobs, { email: 'a@example.org' }, secret)).status).toBe(201);
  expect(sent[0]?.subject).toBe('Bob’s: connect bob.example.com');
});
