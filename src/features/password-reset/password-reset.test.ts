/** Passwords are reset by a link in an e-mail. Source: docs/reference/people.md ("A forgotten password"). */

import { beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/support/api-server.ts';
import { newUser, signInAs } from '../../../test/support/people.ts';
import type { Email } from '../../api/mail/smtp-mailer.ts';
import { minuteMs } from '../../core/time.ts';
import { Accounts } from '../accounts/account-store.ts';
import { SecondFactors } from '../people/second-factor-store.ts';
import { Users } from '../people/user-store.ts';

const origin = 'https://nameplate.example.com';
const path = '/session/password_reset';
const password = 'an otter in a lagoon';
let api: ApiServer;
let sent: Email[];

beforeEach(async () => {
  sent = [];
  api = await startApi({ origin, mailer: { send: async (email) => void sent.push(email) } });
});

const request = (email: unknown) => api.ask(path, { json: { email } });
const reset = (token: unknown, wanted: unknown = password) =>
  api.ask(path, { method: 'PUT', json: { token, password: wanted } });
const signIn = (email: string, wanted = password) =>
  api.ask('/session', { json: { email, password: wanted } });
const tokensOf = (email: Email | undefined) =>
  [...(email?.text ?? '').matchAll(/reset-password#(nr_[\w-]{43})/g)].map(([, token]) => token ?? '');

/** The tokens of the next e-mail. */
async function tokensFor(email: string): Promise<string[]> {
  const before = sent.length;
  expect((await request(email)).status).toBe(202);
  await expect.poll(() => sent).toHaveLength(before + 1);
  return tokensOf(sent.at(-1));
}

test('the link sets another password once, and ends the user’s sessions', async () => {
  const ada = await newUser(api.store, 'ada@example.com', { [api.accountUuid]: 'owner' });
  const browser = await signInAs(api.store, ada);
  const [token = '', ...others] = await tokensFor(' Ada@Example.com');
  expect(others).toEqual([]);
  expect(sent[0]).toMatchObject({ to: 'ada@example.com', subject: 'Reset your Nameplate password' });
  expect(sent[0]?.html).toContain(`${origin}/reset-password#${token}`);

  for (const [wrong, wanted, code] of [
    [token, 'short', 'password_invalid'],
    [token, 'ada@example.com', 'password_invalid'],
    [`nr_${'x'.repeat(43)}`, password, 'token_invalid'],
    ['nr_x', password, 'token_invalid'],
    [null, password, 'token_invalid'],
  ])
    expect((await reset(wrong, wanted)).body.error_code).toBe(code);
  expect(await api.ask('/api/v1/me', { headers: { cookie: browser.cookie } })).toMatchObject({ status: 200 });

  expect((await reset(token)).status).toBe(200);
  expect(await api.ask('/api/v1/me', { headers: { cookie: browser.cookie } })).toMatchObject({ status: 401 });
  expect((await signIn('ada@example.com')).status).toBe(201);
  expect((await reset(token)).body.error_code).toBe('token_invalid');
  for (const line of api.log) expect(line).not.toContain(token);
});

test('a token ends after 30 minutes, with another one’s use, and with the password', async () => {
  const ada = await newUser(api.store, 'ada@example.com', { [api.accountUuid]: 'owner' });
  const [late = ''] = await tokensFor('ada@example.com');
  api.clock.time += 30 * minuteMs;
  expect((await reset(late)).body.error_code).toBe('token_invalid');
  const [first = ''] = await tokensFor('ada@example.com');
  const [second = ''] = await tokensFor('ada@example.com');
  const statuses = (await Promise.all([reset(first), reset(second)])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 400]));
  const [third = ''] = await tokensFor('ada@example.com');
  await new Users(api.store).setPassword(ada.uuid, 'scrypt$2$8$1$BBBB$BBBB');
  expect((await reset(third)).body.error_code).toBe('token_invalid');
});

test('the answer is the same where nobody signs in with the address, and nothing is sent', async () => {
  await newUser(api.store, 'sso@example.com', { [api.accountUuid]: 'owner' }, '');
  await newUser(api.store, 'ada@example.com');
  const answers = await Promise.all(
    ['nobody@example.com', 'sso@example.com', 'ada@example.com'].map(request),
  );
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]?.to).toBe('ada@example.com');
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 202, body: answers[0]?.body });
});

test('a mailbox gets 5 an hour, whatever tag or dots its address has', async () => {
  for (const email of ['ada@example.com', 'a.da@example.com', 'ada+x@example.com'])
    await newUser(api.store, email);
  for (let index = 0; index < 4; index += 1) await tokensFor('ada@example.com');
  await tokensFor('a.da@example.com');
  for (const email of ['ada@example.com', 'ada+x@example.com'])
    expect((await request(email)).status).toBe(202);
  await newUser(api.store, 'bob@example.com');
  await tokensFor('bob@example.com');
  expect(sent).toHaveLength(6);
});

test('users who share an address get a link each, with the names of their accounts', async () => {
  const bob = await new Accounts(api.store).create('Bob <https://evil.example/>');
  await newUser(api.store, 'ada@example.com', { [api.accountUuid]: 'owner' });
  await newUser(api.store, 'ada@example.com', { [bob.uuid]: 'owner' }, 'scrypt$2$8$1$AAAA$BBBB');
  const [first = '', second = ''] = await tokensFor('ada@example.com');
  expect(sent[0]?.text).toContain('(Acme)');
  expect(sent[0]?.text).toContain('(Bob https evil example)');
  expect((await reset(second)).status).toBe(200);
  const { body } = await signIn('ada@example.com');
  expect(body.memberships).toMatchObject([{ account: { uuid: bob.uuid } }]);
  expect((await reset(first, 'a walrus in a fjord')).status).toBe(200);
});

test.each([
  ['a@example.org\r\nBcc: b@example.org'],
  ['a@example.org,b@example.org'],
  ['Ada <a@example.org>'],
  [null],
])('the address %j is refused', async (email) => {
  expect(await request(email)).toMatchObject({ status: 400, body: { error_code: 'email_invalid' } });
});

test('the second factor stays', async () => {
  const ada = await newUser(api.store, 'ada@example.com', { [api.accountUuid]: 'owner' });
  const browser = await signInAs(api.store, ada);
  await new SecondFactors(api.store).begin(ada.uuid);
  await api.store.database.transaction((trx) =>
    trx.updateTable('totp_secrets').set({ confirmed_at: 1 }).where('user_uuid', '=', ada.uuid).execute(),
  );
  const [token = ''] = await tokensFor('ada@example.com');
  expect((await reset(token)).status).toBe(200);
  expect((await signIn('ada@example.com')).body.error_code).toBe('second_factor_required');
  expect(browser.user.uuid).toBe(ada.uuid);
});

test('the e-mail is in the language of the browser', async () => {
  await newUser(api.store, 'ada@example.com', { [api.accountUuid]: 'owner' });
  const headers = { 'accept-language': 'da, fr-CH;q=0.9, en;q=0.8' };
  expect((await api.ask(path, { headers, json: { email: 'ada@example.com' } })).status).toBe(202);
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]?.subject).toBe('Réinitialiser votre mot de passe Nameplate');
  expect(sent[0]?.html).toContain('<html lang="fr">');
});

test('without a mail server it isn’t offered', async () => {
  expect((await api.ask(path)).body).toEqual({ offered: true });
  api = await startApi({ origin });
  expect((await api.ask(path)).body).toEqual({ offered: false });
  expect((await request('ada@example.com')).body.error_code).toBe('email_not_set_up');
});

test('an invitation’s link is sent to the invited address', async () => {
  const ada = await newUser(api.store, 'ada@example.com', { [api.accountUuid]: 'owner' });
  const { fields } = await signInAs(api.store, ada);
  const json = { email: 'bob@example.com', role: 'viewer' };
  const { body } = await api.ask(`/api/v1/accounts/${api.accountUuid}/invitations`, {
    headers: fields,
    json,
  });
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ to: 'bob@example.com', subject: 'Join Acme on Nameplate' });
  for (const part of [sent[0]?.text, sent[0]?.html])
    expect(part).toContain(`${origin}/invitation#${body.secret}`);
  await api.ask(`/api/v1/accounts/${api.accountUuid}/invitations`, {
    headers: { ...fields, 'accept-language': 'ja' },
    json: { email: 'eve@example.com', role: 'viewer' },
  });
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]?.subject).toBe('Nameplate の Acme への招待');
});
