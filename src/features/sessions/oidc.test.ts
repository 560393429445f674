/** Signing in with an identity provider. Source: docs/reference/openid-connect.md. */

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ApiResponse, type ApiSettings, startApi } from '../../../test/support/api-server.ts';
import { TestOidcProvider } from '../../../test/support/oidc-provider.ts';
import { newUser, signInAs } from '../../../test/support/people.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { hashPassword } from '../../secrets/password-hash.ts';
import { Accounts } from '../accounts/account-store.ts';
import { AuditEvents } from '../audit/audit-events.ts';
import { Invitations } from '../people/invitation-store.ts';
import { SecondFactors } from '../people/second-factor-store.ts';
import type { OidcSettings } from './oidc-provider.ts';
import { UserSessions } from './user-session-store.ts';

const password = 'a walrus in a fjord';
const callback = '/session/oidc/callback';

async function setUp(settings: ApiSettings = {}, more: Partial<OidcSettings> = {}) {
  const provider = await TestOidcProvider.start();
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const api = await startApi({ oidc: { ...provider.settings, ...more }, ...settings });
  const begin = (json: object = {}) => api.ask('/session/oidc', { json });
  /** Goes to the provider's page and back. */
  const visit = async (begun: ApiResponse) => ({
    headers: { cookie: cookiesOf(begun) },
    json: { query_string: await provider.signIn(begun.body.authorization_url) },
  });
  const signIn = async (json: object = {}) => api.ask(callback, await visit(await begin(json)));
  return { provider, api, begin, visit, signIn };
}

/** The Cookie field of a browser that got this answer. */
function cookiesOf({ headers }: ApiResponse): string {
  return (headers['set-cookie'] ?? []).map((field) => field.split(';', 1)[0]).join('; ');
}

const refusal = (status: number, code: string, message = '') => ({
  status,
  body: { error_code: code, error: expect.stringContaining(message) },
});

test('a verified address signs its user in; later the subject does, whatever the address', async () => {
  const { provider, api, begin, visit, signIn } = await setUp();
  const user = await newUser(api.store, 'ada@example.com', { [api.accountUuid]: 'admin' });
  const begun = await begin();
  const url = new URL(begun.body.authorization_url);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: `http://127.0.0.1:${api.port}/sign-in/callback`,
    code_challenge_method: 'S256',
  });
  expect(begun.headers['set-cookie']).toEqual([
    expect.stringMatching(/^nameplate_oidc=[^;]+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=600$/),
  ]);
  const request = await visit(begun);
  const first = await api.ask(callback, request);
  expect(first).toMatchObject({
    status: 201,
    body: { user: { uuid: user.uuid, has_password: false }, memberships: [{ role: 'admin' }] },
  });
  expect(first.headers['set-cookie']).toEqual([
    expect.stringContaining('nameplate_oidc=; '),
    expect.stringContaining('nameplate_session='),
  ]);
  const { body } = await api.ask('/session', { headers: { cookie: cookiesOf(first) } });
  expect(body.session.user.uuid).toBe(user.uuid);
  // The provider takes no code twice, should a browser keep the cookie.
  expect(await api.ask(callback, request)).toMatchObject(refusal(401, 'identity_refused', 'invalid_grant'));

  provider.person = { sub: 'ada-1', email: 'other@example.com', email_verified: false };
  expect(await signIn()).toMatchObject({ status: 201, body: { user: { email: 'ada@example.com' } } });
  for (const line of api.log) expect(line).not.toContain(provider.clientSecret);
});

test('linking ends what came before: whoever made the user may not own the address', async () => {
  const { api, signIn } = await setUp();
  const passwordHash = await hashPassword(password);
  const user = await newUser(api.store, 'ada@example.com', { [api.accountUuid]: 'owner' }, passwordHash);
  await new SecondFactors(api.store).begin(user.uuid);
  const old = await signInAs(api.store, user);
  expect((await api.ask('/api/v1/me', { headers: old.fields })).status).toBe(200);
  const signedIn = await signIn();
  expect(signedIn.status).toBe(201);
  expect((await api.ask('/api/v1/me', { headers: old.fields })).status).toBe(401);
  const byPassword = await api.ask('/session', { json: { email: user.email, password } });
  expect(byPassword).toMatchObject(refusal(401, 'unauthorized'));
  const headers = { cookie: cookiesOf(signedIn), 'x-csrf-token': signedIn.body.csrf_token };
  const json = { current_password: '', password: 'an otter in a lagoon' };
  expect(await api.ask('/api/v1/me/password', { method: 'PUT', headers, json })).toMatchObject(
    refusal(403, 'password_refused', 'you have no password'),
  );
  const { events } = await new AuditEvents(api.store).list({
    accountUuid: api.accountUuid,
    limit: 9,
    offset: 0,
  });
  expect(events).toMatchObject([{ resource: 'user', after: { has_password: false, password: '[secret]' } }]);
});

test.each([
  [{ email_verified: false }, 403, 'email_unverified', 'ada@example.com'],
  [{ email_verified: 'false' }, 403, 'email_unverified', 'ada@example.com'],
  [{ email_verified: 'yes' }, 403, 'email_unverified', 'ada@example.com'],
  [{ email_verified: 1 }, 403, 'email_unverified', 'ada@example.com'],
  [{ email_verified: undefined }, 403, 'email_unverified', 'ada@example.com'],
  [{ email_verified: undefined, xms_edov: true }, 403, 'email_unverified', 'ada@example.com'],
  [{ email: undefined }, 403, 'email_unverified', 'does not tell'],
  [{ email: 'eve@example.com' }, 403, 'not_a_user', 'eve@example.com'],
])('a person with %j is not let in: %i %s', async (changed, status, code, message) => {
  const { provider, api, signIn } = await setUp();
  const user = await newUser(api.store, 'ada@example.com');
  provider.person = { ...provider.person, ...changed };
  expect(await signIn()).toMatchObject(refusal(status, code, message));
  expect(await new UserSessions(api.store).list(user.uuid)).toEqual([]);
});

const ada = 'ada@example.com';
test.each<[name: string, token: object, info: object | undefined, status: number]>([
  ['text in the ID token', { email: ada, email_verified: 'true' }, undefined, 201],
  ['text at the UserInfo endpoint', {}, { email: ada, email_verified: 'true' }, 201],
  ['verified there only', { email: ada }, { email: ada, email_verified: true }, 201],
  ['another address there', { email: ada }, { email: 'eve@example.com', email_verified: true }, 403],
  [
    'another address in the ID token',
    { email: 'eve@example.com' },
    { email: ada, email_verified: true },
    403,
  ],
  [
    'not verified in the ID token',
    { email: ada, email_verified: false },
    { email: ada, email_verified: true },
    403,
  ],
  ['not verified there', { email: ada }, { email: ada, email_verified: 'false' }, 403],
  ['an ID token of no address', { email_verified: true }, { email: ada }, 403],
  ['nothing of it there', { email: ada }, {}, 403],
  ['somebody else there', { email: ada }, { sub: 'eve-1', email: ada, email_verified: true }, 401],
])(
  'a verified address is told in the ID token or at the UserInfo endpoint: %s',
  async (_, token, info, status) => {
    const { provider, api, signIn } = await setUp();
    await newUser(api.store, ada);
    const sub = 'ada-1';
    Object.assign(provider, { person: { sub }, forged: token, userInfo: info && { sub, ...info } });
    expect((await signIn()).status).toBe(status);
  },
);

test('who is known is signed in without a UserInfo endpoint that works', async () => {
  const { provider, api, signIn } = await setUp();
  await newUser(api.store, ada);
  expect((await signIn()).status).toBe(201);
  Object.assign(provider, {
    forged: { email: ada },
    document: { userinfo_endpoint: `${provider.issuer}/nowhere` },
    person: { sub: 'ada-1', email: ada },
  });
  expect((await signIn()).status).toBe(201);
});

test.each([
  ['xms_edov', { xms_edov: true }, 201],
  ['xms_edov', { xms_edov: '1' }, 201],
  ['xms_edov', { xms_edov: 1 }, 201],
  ['xms_edov', { xms_edov: false }, 403],
  ['xms_edov', { xms_edov: '0' }, 403],
  ['xms_edov', {}, 403],
  ['xms_edov', { xms_edov: true, email_verified: false }, 403],
  ['@example.com', {}, 201],
  ['@example.com', { email: 'ADA@Example.COM' }, 201],
  ['@example.com', { email_verified: 'false' }, 403],
  ['@ample.com', {}, 403],
  ['@b.example,@example.com', {}, 201],
])('addresses verified by %s: %j answers %i', async (by, changed, status) => {
  const items = by.split(',');
  const domains = items.filter((item) => item.startsWith('@')).map((item) => item.slice(1));
  const emailVerifiedBy = { claims: items.filter((item) => !item.startsWith('@')), domains };
  const { provider, api, signIn } = await setUp({}, { emailVerifiedBy });
  await newUser(api.store, 'ada@example.com');
  provider.person = { ...provider.person, email_verified: undefined, ...changed };
  expect((await signIn()).status).toBe(status);
});

test('a user of one identity is not given to another one with the same address', async () => {
  const { provider, api, signIn } = await setUp();
  await newUser(api.store, 'ada@example.com');
  expect((await signIn()).status).toBe(201);
  provider.person = { ...provider.person, sub: 'ada-2' };
  expect(await signIn()).toMatchObject(refusal(403, 'another_identity', 'ada@example.com'));
});

test('an invitation makes a user without a password, for its address only', async () => {
  const { provider, api, begin, signIn } = await setUp();
  const invite = async () =>
    (await new Invitations(api.store).create(api.accountUuid, 'ada@example.com', 'viewer')).secret;
  const invitation = await invite();
  provider.person = { ...provider.person, sub: 'eve-1', email: 'eve@example.com' };
  expect(await signIn({ invitation })).toMatchObject(refusal(403, 'invitation_for_another'));
  provider.person = { ...provider.person, sub: 'ada-1', email: 'Ada@Example.com' };
  expect(await signIn({ invitation })).toMatchObject({
    status: 201,
    body: { user: { name: 'Ada', email: 'ada@example.com' }, memberships: [{ role: 'viewer' }] },
  });
  expect(await begin({ invitation })).toMatchObject(refusal(410, 'invitation_ended'));
  const other = await new Accounts(api.store).create('Other');
  const { secret } = await new Invitations(api.store).create(other.uuid, 'ada@example.com', 'admin');
  expect((await signIn({ invitation: secret })).body.memberships).toHaveLength(2);
});

test.each([
  [{ aud: 'somebody-else' }, 'aud'],
  [{ nonce: 'another' }, 'nonce'],
  [{ iss: 'https://id.example' }, 'iss'],
  [{ exp: 1 }, 'exp'],
])('an ID token with %j is refused', async (forged, message) => {
  const { provider, api, signIn } = await setUp();
  await newUser(api.store, 'ada@example.com');
  provider.forged = forged;
  expect(await signIn()).toMatchObject(refusal(401, 'identity_refused', message));
});

test('keys may change at any time; a signature of none of them is refused', async () => {
  const { provider, api, signIn } = await setUp();
  await newUser(api.store, 'ada@example.com');
  expect((await signIn()).status).toBe(201);
  provider.rotateKey();
  expect((await signIn()).status).toBe(201);
  provider.hidesKey = true;
  expect(await signIn()).toMatchObject(refusal(401, 'identity_refused', 'signature'));
});

test('a provider that is away: 503, at the start and at the end', async () => {
  const { provider, api, begin, visit } = await setUp();
  const request = await visit(await begin());
  provider.isAway = true;
  expect(await begin()).toMatchObject(refusal(503, 'identity_provider_away'));
  expect(await api.ask(callback, request)).toMatchObject(refusal(503, 'identity_provider_away'));
  await provider[Symbol.asyncDispose]();
  expect(await begin()).toMatchObject(refusal(503, 'identity_provider_away'));
  expect(api.log.join('')).toContain('identity provider away');
});

test('a sign-in is finished in time, with its own state, in its own browser', async () => {
  const { api, begin, visit } = await setUp();
  const expired = refusal(400, 'sign_in_expired');
  const request = await visit(await begin());
  expect(await api.ask(callback, { json: request.json })).toMatchObject(expired);
  const other = await visit(await begin());
  expect(await api.ask(callback, { ...request, headers: other.headers })).toMatchObject(expired);
  const forged = { cookie: `${request.headers.cookie.slice(0, -3)}AAA` };
  expect(await api.ask(callback, { ...request, headers: forged })).toMatchObject(expired);
  api.clock.time += 600_000;
  expect(await api.ask(callback, request)).toMatchObject(expired);
  const query_string = other.json.query_string.replace(/code=[^&]+/, 'error=access_denied');
  const late = await visit(await begin());
  const state = new URLSearchParams(late.json.query_string).get('state') ?? '';
  const denied = { ...late, json: { query_string: query_string.replace(/state=[^&]+/, `state=${state}`) } };
  expect(await api.ask(callback, denied)).toMatchObject(refusal(401, 'identity_refused', 'access_denied'));
  for (const json of [{}, { query_string: 1 }, { query_string: 'x'.repeat(8_001) }])
    expect(await api.ask(callback, { json })).toMatchObject(refusal(400, 'query_string_invalid'));
});

test('any node finishes what another one began', async () => {
  const location = { kind: 'sqlite', path: join(await tempDir(), 'control.db') } as const;
  const { provider, api, begin, visit } = await setUp({ location });
  await newUser(api.store, 'ada@example.com');
  const other = await startApi({ location, oidc: provider.settings });
  const request = await visit(await begin());
  expect((await other.ask(callback, request)).status).toBe(201);
});

test('pages of other sites neither begin nor finish a sign-in', async () => {
  const { api, begin, visit } = await setUp();
  const request = await visit(await begin());
  const foreign = { ...request.headers, 'sec-fetch-site': 'cross-site' };
  expect(await api.ask(callback, { ...request, headers: foreign })).toMatchObject(
    refusal(403, 'origin_forbidden'),
  );
  expect(await api.ask('/session/oidc', { json: {}, headers: foreign })).toMatchObject({ status: 403 });
});

test('without an identity provider there is none', async () => {
  const api = await startApi();
  expect((await api.ask('/session/oidc')).body).toEqual({ identity_provider: null });
  expect(await api.ask('/session/oidc', { json: {} })).toMatchObject(refusal(404, 'not_found'));
  expect(await api.ask(callback, { json: { query_string: '' } })).toMatchObject(refusal(404, 'not_found'));
});
