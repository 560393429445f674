/** Subscriptions: over HTTP, and what they send. Source: docs/reference/subscriptions.md. */

import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/support/api-server.ts';
import { mailServerHost, TestMailServer } from '../../../test/support/mail-server.ts';
import { newUser } from '../../../test/support/people.ts';
import { OutgoingMail } from '../../api/mail/outgoing-mail.ts';
import { type Email, EmailError, SmtpMailer } from '../../api/mail/smtp-mailer.ts';
import { dayMs, hourMs, minuteMs } from '../../core/time.ts';
import { readNew } from '../../resources/read-attributes.ts';
import { collectBody } from '../../resources/request-body.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';
import { Findings } from '../attention/findings.ts';
import { Users } from '../people/user-store.ts';
import { nextDue, reportedPeriods } from './schedule.ts';
import { SubscriptionSending } from './sending.ts';
import { completeSubscription, subscriptionResource } from './subscription.ts';
import { Subscriptions } from './subscription-store.ts';

const origin = 'https://nameplate.example.com';
let api: ApiServer;
let sent: Email[];
let failure: EmailError | undefined;
let path: string;
let sendDue: () => Promise<void>;

beforeEach(async () => {
  sent = [];
  failure = undefined;
  const send = async (email: Email): Promise<void> => {
    if (failure) throw failure;
    sent.push(email);
  };
  api = await startApi({ origin, mailer: { send } });
  path = `/api/v1/accounts/${api.accountUuid}/subscriptions`;
  const machine = () =>
    new SubscriptionSending({
      store: api.store,
      subscriptions: new Subscriptions(api.store),
      analytics: { query: () => Promise.resolve([]) },
      mail: new OutgoingMail({ send }, api.clock),
      origin,
      clock: api.clock,
      logger: pino({ level: 'silent' }),
    });
  const machines = [machine(), machine()];
  sendDue = async () => void (await Promise.all(machines.map((each) => each.sendDue())));
});

const ask = (to: string, method = 'GET', json?: unknown, token = api.token) =>
  api.ask(to, {
    method,
    ...(json === undefined ? {} : { json }),
    headers: { authorization: `Bearer ${token}` },
  });
const subscribe = (json: object) => ask(path, 'POST', json);
const member = 'ada@example.com';
/** A member's address needs no confirmation. */
async function subscribeMember(json: object): Promise<string> {
  if ((await new Users(api.store).findAllByEmail(member)).length === 0)
    await newUser(api.store, member, { [api.accountUuid]: 'owner' });
  const { status, body } = await subscribe({ email: member, ...json });
  expect({ status, confirmed: body.confirmed_at !== null }).toEqual({ status: 201, confirmed: true });
  return body.uuid;
}
const linkIn = (email: Email | undefined, page: string) =>
  new RegExp(`${origin}(/${page}/[\\w-]+)`).exec(email?.text ?? '')?.[1] ?? '';
const open = async (count: number, offset = 0) => {
  const observations = Array.from({ length: count }, (_, index) => ({
    accountUuid: api.accountUuid,
    kind: 'dns_lost' as const,
    subject: { type: 'redirect' as const, uuid: null, host: `h${index + offset}.example.com` },
    seen: { state: 'bad' as const, causeCode: 'records_missing', evidence: {} },
  }));
  await new Findings(api.store).observe(observations);
};

test('an address that isn’t a member’s gets one e-mail, and nothing else until its link is opened', async () => {
  const { status, body } = await subscribe({ email: ' Ops@Example.org ', what: 'findings' });
  expect(status).toBe(201);
  expect(body).toEqual({
    uuid: body.uuid,
    email: 'ops@example.org',
    confirmed_at: null,
    what: 'findings',
    severities: ['critical', 'warning'],
    frequency: 'instant',
    custom_domain_uuid: null,
    external_id: null,
    time_zone: 'UTC',
    language: 'en',
  });
  expect(Object.keys(body)[2]).toBe('confirmed_at');
  await sendDue();
  await open(1);
  api.clock.time += hourMs;
  await sendDue();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ to: 'ops@example.org', subject: 'Acme: confirm your e-mail address' });
  const link = linkIn(sent[0], 'subscribe');
  expect((await api.ask(`${link}x`)).status).toBe(404);
  // Programs that look for viruses open links.
  expect((await api.ask(link)).text).toContain(
    '<form method="post"><button>Yes, send me e-mails</button></form>',
  );
  expect((await ask(`${path}/${body.uuid}`)).body.confirmed_at).toBeNull();
  const confirm = () =>
    api.ask(link, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  for (let times = 0; times < 2; times += 1)
    expect((await confirm()).text).toContain('You will get the e-mails.');
  expect((await api.ask(link)).text).toContain('You will get the e-mails.');
  expect((await ask(`${path}/${body.uuid}`)).body.confirmed_at).not.toBeNull();
  // What was found before isn't told.
  await sendDue();
  expect(sent).toHaveLength(1);
  api.clock.time += minuteMs;
  await open(1, 10);
  api.clock.time += minuteMs;
  await sendDue();
  expect(sent[1]).toMatchObject({ subject: 'Acme: 1 problem found' });
});

test('the first e-mail about findings does not wait for the one that asked to confirm', async () => {
  await subscribe({ email: 'ops@example.org', what: 'findings' });
  await sendDue();
  api.clock.time += minuteMs;
  await api.ask(linkIn(sent[0], 'subscribe'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  api.clock.time += minuteMs;
  await open(1);
  api.clock.time += minuteMs;
  await sendDue();
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Acme: confirm your e-mail address',
    'Acme: 1 problem found',
  ]);
});

test('the link of a confirmation ends after 48 hours', async () => {
  const { body } = await subscribe({ email: 'ops@example.org', what: 'report' });
  await sendDue();
  api.clock.time += 48 * hourMs;
  expect((await api.ask(linkIn(sent[0], 'subscribe'))).status).toBe(404);
  await sendDue();
  expect(sent).toHaveLength(1);
  expect((await ask(`${path}/${body.uuid}`)).body.confirmed_at).toBeNull();
});

test('unsubscribing takes one POST, twice is as good, and GET only asks', async () => {
  const uuid = await subscribeMember({ what: 'findings' });
  await open(1);
  api.clock.time += minuteMs;
  await sendDue();
  const link = linkIn(sent[0], 'unsubscribe');
  expect(sent[0]?.unsubscribeUrl).toBe(`${origin}${link}`);
  expect((await api.ask(link)).text).toContain('<form method="post">');
  expect((await ask(`${path}/${uuid}`)).status).toBe(200);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (let times = 0; times < 2; times += 1)
    expect((await api.ask(link, { headers, body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
  expect((await ask(`${path}/${uuid}`)).status).toBe(404);
});

test('findings are told in the language of the subscription', async () => {
  await subscribeMember({ what: 'findings', language: 'de' });
  await open(1);
  api.clock.time += minuteMs;
  await sendDue();
  for (const part of [sent[0]?.text, sent[0]?.html]) {
    expect(part).toContain('h0.example.com: Die DNS-Einträge führen nicht mehr hierher.');
    expect(part).toContain('Die DNS-Einträge führen anderswohin oder fehlen.');
  }
});

test('a storm of 5,000 findings is one e-mail that says so, and the next one comes after 10 minutes', async () => {
  await subscribeMember({ what: 'findings' });
  await subscribeMember({ what: 'findings', severities: ['critical'] });
  await open(5_000);
  api.clock.time += minuteMs;
  await sendDue();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).toBe('Acme: 5000 problems found');
  expect(sent[0]?.text).toContain('and 4980 more.');
  await open(3, 6_000);
  api.clock.time += 9 * minuteMs;
  await sendDue();
  expect(sent).toHaveLength(1);
  for (let minutes = 0; minutes < 25; minutes += 1) {
    api.clock.time += minuteMs;
    await sendDue();
  }
  // The other subscription of the address, and the three.
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Acme: 5000 problems found',
    'Acme: 5003 problems found',
    'Acme: 3 problems found',
  ]);
});

test('what the mail server doesn’t take is tried for a day', async () => {
  await subscribeMember({ what: 'findings' });
  failure = new EmailError('away', 'away', 'ECONNREFUSED');
  await open(1);
  api.clock.time += minuteMs;
  await sendDue();
  api.clock.time += 23 * hourMs;
  await sendDue();
  failure = undefined;
  api.clock.time += hourMs / 2;
  await sendDue();
  expect(sent).toHaveLength(1);
  failure = new EmailError('refused', 'refused', '550');
  await open(1, 10);
  for (let hours = 0; hours < 26; hours += 1) {
    api.clock.time += hourMs;
    await sendDue();
  }
  failure = undefined;
  api.clock.time += hourMs;
  await sendDue();
  expect(sent).toHaveLength(1);
});

test('a report comes once for an hour that was missed, in its language, without e-mails between', async () => {
  await subscribeMember({ what: 'report', frequency: 'daily', time_zone: 'Europe/Berlin', language: 'de' });
  await sendDue();
  expect(sent).toEqual([]);
  api.clock.time += 5 * dayMs;
  await sendDue();
  await sendDue();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).toMatch(/^Acme: Bericht für \d/);
  expect(sent[0]?.html).toContain('<html lang="de">');
  expect(sent[0]?.text).toContain('Offene Probleme:\n\nKeine');
});

test.each([
  [{ what: 'findings' }, 'email_invalid'],
  [{ email: 'a@example.org\r\nBcc: b@example.org', what: 'findings' }, 'email_invalid'],
  [{ email: 'a@example.org\n', what: 'findings' }, 'email_invalid'],
  [{ email: 'a@example.org,b@example.org', what: 'findings' }, 'email_invalid'],
  [{ email: 'a@example.org' }, 'what_invalid'],
  [{ email: 'a@example.org', what: 'news' }, 'what_invalid'],
  [{ email: 'a@example.org', what: 'report', frequency: 'instant' }, 'frequency_invalid'],
  [{ email: 'a@example.org', what: 'findings', severities: ['fatal'] }, 'severities_invalid'],
  [{ email: 'a@example.org', what: 'findings', time_zone: 'Mars' }, 'time_zone_invalid'],
  [{ email: 'a@example.org', what: 'findings', language: 'xx' }, 'language_invalid'],
  [{ email: 'a@example.org', what: 'findings', custom_domain_uuid: 'x' }, 'custom_domain_uuid_invalid'],
  [
    { email: 'a@example.org', what: 'findings', custom_domain_uuid: '019a0000-0000-7000-8000-000000000001' },
    'custom_domain_uuid_invalid',
  ],
])('%j is refused', async (json, code) => {
  expect((await subscribe(json)).body.error_code).toBe(code);
  expect((await ask(path)).body.data).toEqual([]);
});

test('without a mail server there are none, nor of an account that nobody has named', async () => {
  const unnamed = await new Accounts(api.store).create('Default');
  const { secret } = await new AccessTokens(api.store).create({
    accountUuid: unnamed.uuid,
    name: 'test',
    scope: 'write',
    expiresAt: null,
  });
  const json = { email: 'a@example.org', what: 'report' };
  const theirs = `/api/v1/accounts/${unnamed.uuid}/subscriptions`;
  expect((await ask(theirs, 'POST', json, secret)).body.error_code).toBe('brand_missing');
  expect((await ask(path, 'GET', undefined, secret)).status).toBe(404);
  api = await startApi();
  path = `/api/v1/accounts/${api.accountUuid}/subscriptions`;
  expect((await subscribe(json)).body.error_code).toBe('email_not_set_up');
});

test('an account has at most 100', async () => {
  const rows = new Subscriptions(api.store);
  const values = {
    ...subscriptionResource.defaults,
    what: 'report',
    frequency: 'daily',
  } as const;
  for (let index = 0; index < 100; index += 1)
    await rows.subscribe(api.accountUuid, {
      ...values,
      email: `a${index}@example.org`,
      customDomainUuid: null,
      externalId: null,
    });
  expect((await subscribe({ email: 'more@example.org', what: 'report' })).body.error_code).toBe(
    'too_many_subscriptions',
  );
});

test('another address confirms anew', async () => {
  const uuid = await subscribeMember({ what: 'report' });
  const changed = await ask(`${path}/${uuid}`, 'PUT', { email: 'bob@example.org' });
  expect(changed.body).toMatchObject({ email: 'bob@example.org', confirmed_at: null });
  await sendDue();
  expect(sent[0]?.to).toBe('bob@example.org');
  const kept = await ask(`${path}/${uuid}`, 'PUT', { frequency: 'monthly' });
  expect(kept.body).toMatchObject({ frequency: 'monthly', confirmed_at: null });
  expect((await ask(`${path}/${uuid}`, 'DELETE')).status).toBe(200);
});

test('e-mails come at 8 in the morning of the zone, and reports are of whole days before', () => {
  const at = (text: string) => Date.parse(text);
  const next = (frequency: string, from: string) =>
    new Date(nextDue(frequency, 'Europe/Berlin', at(from))).toISOString();
  expect(next('daily', '2026-10-24T06:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
  expect(next('weekly', '2026-11-23T06:59:59Z')).toBe('2026-11-23T07:00:00.000Z');
  expect(next('weekly', '2026-11-23T07:00:00Z')).toBe('2026-11-30T07:00:00.000Z');
  expect(next('monthly', '2026-12-01T07:00:00Z')).toBe('2027-01-01T07:00:00.000Z');
  const days = (frequency: string, now: string) => {
    const { from, to, before } = reportedPeriods(frequency, 'Europe/Berlin', at(now));
    return [from, to, new Date(before.since).toISOString()];
  };
  expect(days('daily', '2026-11-27T07:00:00Z')).toEqual([
    '2026-11-26',
    '2026-11-26',
    '2026-11-24T23:00:00.000Z',
  ]);
  expect(days('weekly', '2026-11-25T07:00:00Z')).toEqual([
    '2026-11-16',
    '2026-11-22',
    '2026-11-08T23:00:00.000Z',
  ]);
  expect(days('monthly', '2026-12-01T07:00:00Z')).toEqual([
    '2026-11-01',
    '2026-11-30',
    '2026-09-30T22:00:00.000Z',
  ]);
});

test('the mail server that is silent about one account’s recipients delays no other account’s e-mail', async () => {
  await using server = await TestMailServer.start({
    encryption: 'none',
    isSilent: (recipient) => recipient.endsWith('@silent.example.com'),
  });
  const other = await new Accounts(api.store).create('Other');
  const rows = new Subscriptions(api.store);
  const values = (email: string) =>
    completeSubscription(
      readNew(subscriptionResource, collectBody('json', Object.entries({ email, what: 'report' }))),
    );
  for (let number = 0; number < 30; number += 1)
    await rows.subscribe(api.accountUuid, values(`n${number}@silent.example.com`));
  api.clock.time += 1;
  await rows.subscribe(other.uuid, values('ops@example.org'));
  const settings = {
    host: mailServerHost,
    port: server.port,
    credentials: undefined,
    from: 'us@example.com',
  };
  await using sending = new SubscriptionSending({
    store: api.store,
    subscriptions: rows,
    analytics: { query: () => Promise.resolve([]) },
    mail: new OutgoingMail(
      new SmtpMailer({ ...settings, encryption: 'none' }, { timeoutMs: 15_000 }),
      api.clock,
    ),
    origin,
    clock: api.clock,
    logger: pino({ level: 'silent' }),
  });
  sending.start();
  // Before the mail server is given up.
  await expect
    .poll(() => server.mails.map(({ to }) => to), { timeout: 14_000 })
    .toEqual([['ops@example.org']]);
});
