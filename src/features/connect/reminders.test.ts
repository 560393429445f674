/** Reminders of connect links: over HTTP, and what they send. Source: docs/reference/connect-page.md ("Reminders"). */

import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/support/api-server.ts';
import { OutgoingMail } from '../../api/mail/outgoing-mail.ts';
import { type Email, EmailError } from '../../api/mail/smtp-mailer.ts';
import { AccountTurns } from '../../core/account-turns.ts';
import { dayMs, hourMs } from '../../core/time.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';
import { Instructions } from './instructions.ts';
import { ConnectReminders } from './reminder-store.ts';
import { Reminding } from './reminding.ts';

const host = 'shop.example.com';
const record = { type: 'CNAME', name: host, value: 'edge.example.net' } as const;
const records = { expected: () => [record] };
const origin = 'https://nameplate.example.com';
const wanted = { email: 'owner@example.org', remind: true };
let api: ApiServer;
let sent: Email[];
let failure: EmailError | undefined;
let links: string;
let sendDue: () => Promise<void>;

beforeEach(async () => {
  sent = [];
  failure = undefined;
  const send = async (email: Email): Promise<void> => {
    if (failure) throw failure;
    sent.push(email);
  };
  api = await startApi({ origin, mailer: { send }, dns: { records } });
  links = await linksOf(api.accountUuid, api.token);
  const machine = () =>
    new Reminding({
      store: api.store,
      reminders: new ConnectReminders(api.store),
      instructions: new Instructions({
        store: api.store,
        records,
        mail: new OutgoingMail({ send }, api.clock),
      }),
      origin,
      clock: api.clock,
      logger: pino({ level: 'silent' }),
    });
  const machines = [machine(), machine()];
  sendDue = async () => void (await Promise.all(machines.map((each) => each.sendDue())));
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
const stored = () => api.store.database.queries.selectFrom('connect_reminders').selectAll().execute();
const pathIn = (email: Email | undefined, name: string): string =>
  new RegExp(`/${name}/[A-Za-z0-9_-]+`).exec(email?.text ?? '')?.[0] ?? '';

test('two reminders come, each with a link of its own, and then the address is gone', async () => {
  const made = await ask(links, { ...wanted, language: 'de' });
  expect(made.status).toBe(201);
  const [row] = await stored();
  expect(JSON.stringify(row)).not.toContain('owner');
  api.clock.time += 2 * dayMs - hourMs;
  await sendDue();
  expect(sent).toHaveLength(1);
  api.clock.time += hourMs;
  await sendDue();
  await sendDue();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({
    to: 'owner@example.org',
    subject: `Acme: ${host} ist noch nicht verbunden`,
    unsubscribeUrl: expect.stringMatching(/^https:\/\/nameplate\.example\.com\/unsubscribe\/nm_/),
  });
  api.clock.time += 5 * dayMs;
  await sendDue();
  expect(sent).toHaveLength(3);
  const paths = sent.map((email) => pathIn(email, 'connect'));
  expect(new Set(paths).size).toBe(3);
  for (const path of paths) expect((await api.ask(path)).status).toBe(200);
  expect(await stored()).toEqual([]);
  api.clock.time += 30 * dayMs;
  await sendDue();
  expect(sent).toHaveLength(3);
  for (const line of api.log) expect(line).not.toContain('owner@example.org');
});

test('once the domain is ready, the address is gone', async () => {
  await ask(links, wanted);
  await api.store.database.queries.updateTable('custom_domains').set({ ready: 1 }).execute();
  await sendDue();
  expect(await stored()).toEqual([]);
  await ask(links, wanted);
  expect(await stored()).toEqual([]);
  api.clock.time += 3 * dayMs;
  await sendDue();
  expect(sent).toHaveLength(2);
});

test('revoking the first link, its end, and deleting the domain end reminders', async () => {
  const { body } = await ask(links, wanted);
  await api.ask(`${links}/${body.uuid}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(await stored()).toEqual([]);
  await ask(links, { ...wanted, expires_at: new Date(api.clock.now() + dayMs).toISOString() });
  api.clock.time += 2 * dayMs;
  await sendDue();
  expect(await stored()).toEqual([]);
  await ask(links, wanted);
  await api.store.database.queries.deleteFrom('custom_domains').execute();
  expect(await stored()).toEqual([]);
  expect(sent).toHaveLength(3);
});

test('unsubscribing takes one POST, twice is as good, and GET only asks', async () => {
  await ask(links, { ...wanted, language: 'fr' });
  api.clock.time += 2 * dayMs;
  await sendDue();
  const path = pathIn(sent[1], 'unsubscribe');
  const asked = await api.ask(path);
  expect(asked.text).toContain('<html lang="fr">');
  expect(asked.text).toContain('<form method="post">');
  expect(asked.text).toContain('Acme');
  expect(await stored()).toHaveLength(1);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (let times = 0; times < 2; times += 1)
    expect((await api.ask(path, { headers, body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
  expect(await stored()).toEqual([]);
  api.clock.time += 7 * dayMs;
  await sendDue();
  expect(sent).toHaveLength(2);
});

test('what the mail server doesn’t take is tried for a day, and leaves no link', async () => {
  await ask(links, wanted);
  failure = new EmailError('away', 'away', 'ECONNREFUSED');
  api.clock.time += 2 * dayMs;
  await sendDue();
  api.clock.time += 23 * hourMs;
  await sendDue();
  expect((await ask(links)).body).toHaveLength(1);
  failure = undefined;
  api.clock.time += hourMs / 2;
  await sendDue();
  expect(sent).toHaveLength(2);
  failure = new EmailError('away', 'away', 'ECONNREFUSED');
  api.clock.time += 5 * dayMs;
  await sendDue();
  api.clock.time += dayMs;
  await sendDue();
  expect(await stored()).toEqual([]);
});

test('an account with thousands of reminders makes another’s wait for one turn', async () => {
  const { uuid } = await new Accounts(api.store).create('Bob');
  const { secret } = await new AccessTokens(api.store).create({
    accountUuid: uuid,
    name: 'test',
    scope: 'write',
    expiresAt: null,
  });
  const bobs = await linksOf(uuid, secret, 'bob.example.com');
  for (let index = 0; index < 10; index += 1)
    await ask(links, { ...wanted, email: `owner${index}@example.org` });
  api.clock.time += 1;
  await ask(bobs, wanted, secret);
  api.clock.time += 3 * dayMs;
  const turns = new AccountTurns(new ConnectReminders(api.store), 2, hourMs);
  const taken = await turns.take(api.clock.now(), 2);
  expect(new Set(taken.map(({ item }) => item.account_uuid))).toEqual(new Set([api.accountUuid, uuid]));
});

test.each([
  [{ remind: true }, 'remind_invalid'],
  [{ email: 'a@example.org', remind: 'soon' }, 'remind_invalid'],
  [{ kind: 'statistics', email: 'a@example.org', remind: true }, 'email_invalid'],
])('%j is refused', async (json, code) => {
  expect(await ask(links, json)).toMatchObject({ status: 400, body: { error_code: code } });
  expect((await ask(links)).body).toEqual([]);
});

test('without an origin for links there are no reminders', async () => {
  api = await startApi({ mailer: { send: () => Promise.resolve() } });
  links = await linksOf(api.accountUuid, api.token);
  expect((await ask(links, wanted)).body).toMatchObject({
    error_code: 'email_not_set_up',
    error: expect.stringContaining('NAMEPLATE_API_ORIGIN'),
  });
  expect((await ask(links)).body).toEqual([]);
});

test('without a mail server, that is what is said', async () => {
  api = await startApi();
  links = await linksOf(api.accountUuid, api.token);
  expect((await ask(links, wanted)).body).toMatchObject({
    error_code: 'email_not_set_up',
    error: expect.stringContaining('NAMEPLATE_SMTP_URL'),
  });
});
