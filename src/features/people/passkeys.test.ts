/** Passkeys over HTTP. Source: docs/reference/passkeys.md. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ApiResponse, type ApiSettings, startApi } from '../../../test/support/api-server.ts';
import { TestAuthenticator } from '../../../test/support/authenticator.ts';
import { newUser, signInAs } from '../../../test/support/people.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { hashPassword } from '../../secrets/password-hash.ts';
import { AuditEvents } from '../audit/audit-events.ts';
import { maxPasskeysPerUser, Passkeys } from './passkey-store.ts';

const password = 'a walrus in a fjord';
const path = '/api/v1/me/passkeys';
const origin = 'http://dashboard.example';
const headers = { host: 'dashboard.example' };

async function setUp(settings: ApiSettings = {}) {
  const api = await startApi(settings);
  const hash = await hashPassword(password);
  const ada = await signInAs(
    api.store,
    await newUser(api.store, 'ada@example.com', { [api.accountUuid]: 'owner' }, hash),
  );
  const authenticator = new TestAuthenticator(origin);
  const beginAs = (browser: typeof ada, current_password = password) =>
    api.ask(`${path}/options`, { headers: { ...headers, ...browser.fields }, json: { current_password } });
  const register = async (device = authenticator, name = 'Phone') => {
    const begun = await beginAs(ada);
    return api.ask(path, {
      headers: { ...headers, ...ada.fields, cookie: `${ada.cookie}; ${cookieOf(begun)}` },
      json: { name, credential: device.register(begun.body.options) },
    });
  };
  const begin = () => api.ask('/session/passkey/options', { headers, json: {} });
  /** What the page posts to sign in. */
  const answer = (begun: ApiResponse, device = authenticator) => ({
    headers: { ...headers, cookie: cookieOf(begun) },
    json: { credential: device.signIn(begun.body.options) },
  });
  const signIn = async (device = authenticator) => api.ask('/session/passkey', answer(await begin(), device));
  return { api, ada, authenticator, beginAs, register, begin, answer, signIn };
}

function cookieOf({ headers: fields }: ApiResponse): string {
  return fields['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
}

const refusal = (status: number, code: string) => ({ status, body: { error_code: code } });
const refused = refusal(401, 'passkey_refused');

test('a passkey is registered with the password, listed, signs in, and is deleted', async () => {
  const { api, ada, beginAs, register, signIn, authenticator } = await setUp();
  expect(await beginAs(ada, 'wrong')).toMatchObject(refusal(403, 'password_refused'));
  const begun = await beginAs(ada);
  expect(begun).toMatchObject({
    status: 201,
    body: {
      options: {
        rp: { id: 'dashboard.example' },
        user: { name: 'ada@example.com' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    },
  });
  expect(await signIn()).toMatchObject(refused);
  const created = await register();
  expect(created).toMatchObject({ status: 201, body: { name: 'Phone', last_used_at: null } });
  expect((await beginAs(ada)).body.options.excludeCredentials).toMatchObject([{ id: authenticator.id }]);
  expect(await register()).toMatchObject(refusal(400, 'credential_invalid'));

  const signedIn = await signIn();
  expect(signedIn).toMatchObject({ status: 201, body: { user: { uuid: ada.user.uuid } } });
  expect(signedIn.headers['set-cookie']).toContainEqual(expect.stringContaining('nameplate_session='));
  const listed = await api.ask(path, { headers: { cookie: ada.cookie } });
  expect(listed.body).toMatchObject([{ name: 'Phone', last_used_at: expect.any(String) }]);

  const item = `${path}/${created.body.uuid}`;
  const eve = await signInAs(api.store, await newUser(api.store, 'eve@example.com'));
  expect(await api.ask(item, { method: 'DELETE', headers: eve.fields })).toMatchObject({ status: 404 });
  expect(await api.ask(item, { method: 'DELETE', headers: ada.fields })).toMatchObject({ status: 200 });
  expect(await signIn()).toMatchObject(refused);
  const { events } = await new AuditEvents(api.store).list({
    accountUuid: api.accountUuid,
    limit: 9,
    offset: 0,
  });
  expect(events).toMatchObject([
    { before: { passkeys: ['Phone'] }, after: { passkeys: [] } },
    { before: { passkeys: [] }, after: { passkeys: ['Phone'] } },
  ]);
});

test('the authenticator verifies the person, counts on, and answers for this host', async () => {
  const { api, authenticator, register, begin, answer, signIn } = await setUp();
  authenticator.verifiesUser = false;
  expect(await register()).toMatchObject(refusal(400, 'credential_invalid'));
  expect(await register(new TestAuthenticator('http://phisher.example'))).toMatchObject({ status: 400 });
  authenticator.verifiesUser = true;
  expect((await register()).status).toBe(201);
  authenticator.verifiesUser = false;
  expect(await signIn()).toMatchObject(refused);
  authenticator.verifiesUser = true;
  authenticator.counter = 7;
  const request = answer(await begin());
  expect((await api.ask('/session/passkey', request)).status).toBe(201);
  // The same answer again, and a copy of the passkey that counts for itself.
  expect(await api.ask('/session/passkey', request)).toMatchObject(refused);
  authenticator.counter = 6;
  expect(await signIn()).toMatchObject(refused);
  authenticator.counter = 0;
  expect(await signIn()).toMatchObject(refused);
  authenticator.counter = 8;
  expect((await signIn()).status).toBe(201);
});

test('an answer signs in once, also that of an authenticator which does not count', async () => {
  const { api, authenticator, register, begin, answer, signIn } = await setUp();
  await register();
  expect(authenticator.counter).toBe(0);
  const begun = [await begin(), await begin()].map((options) => answer(options));
  const [first, second] = begun;
  api.clock.time += 1_000;
  expect((await api.ask('/session/passkey', first)).status).toBe(201);
  expect(await api.ask('/session/passkey', first)).toMatchObject(refused);
  // Begun before that sign-in: this could be the replay of an even earlier one.
  expect(await api.ask('/session/passkey', second)).toMatchObject(refused);
  expect((await signIn()).status).toBe(201);
  // A clock that was set back for longer than challenges live locks nobody out.
  api.clock.time -= 700_000;
  expect((await signIn()).status).toBe(201);
});

test('a challenge is for its browser, its step and 10 minutes', async () => {
  const { api, ada, authenticator, beginAs, register, begin, answer } = await setUp();
  const expired = refusal(400, 'sign_in_expired');
  await register();
  const begun = await begin();
  const other = answer(await begin());
  expect(await api.ask('/session/passkey', { ...answer(begun), headers })).toMatchObject(expired);
  const mixed = { ...answer(begun), headers: other.headers };
  expect(await api.ask('/session/passkey', mixed)).toMatchObject(refused);
  // A registration's challenge signs nobody in.
  const registration = await beginAs(ada);
  const value = cookieOf(registration).replace('nameplate_new_passkey', 'nameplate_passkey');
  const moved = { headers: { ...headers, cookie: value }, json: answer(registration).json };
  expect(await api.ask('/session/passkey', moved)).toMatchObject(expired);
  const eve = await signInAs(api.store, await newUser(api.store, 'eve@example.com'));
  const stolen = {
    headers: { ...headers, ...eve.fields, cookie: `${eve.cookie}; ${cookieOf(registration)}` },
    json: { name: 'Mine', credential: authenticator.register(registration.body.options) },
  };
  expect(await api.ask(path, stolen)).toMatchObject(expired);
  api.clock.time += 600_000;
  expect(await api.ask('/session/passkey', answer(begun))).toMatchObject(expired);
  for (const credential of ['', '{}', 'null', '[]', '{"id":1}', 7])
    expect(await api.ask('/session/passkey', { headers, json: { credential } })).toMatchObject(
      refusal(400, 'credential_invalid'),
    );
});

test('any node finishes what another one began', async () => {
  const location = { kind: 'sqlite', path: join(await tempDir(), 'control.db') } as const;
  const { register, begin, answer } = await setUp({ location });
  await register();
  const other = await startApi({ location });
  expect((await other.ask('/session/passkey', answer(await begin()))).status).toBe(201);
});

test(`a user has ${maxPasskeysPerUser} passkeys at most`, async () => {
  const { api, ada, register } = await setUp();
  for (let n = 0; n < maxPasskeysPerUser; n += 1)
    await new Passkeys(api.store).add(ada.user.uuid, {
      credentialId: `${n}`,
      publicKey: '',
      counter: 0,
      name: 'x',
    });
  expect(await register()).toMatchObject(refusal(400, 'too_many_passkeys'));
});
