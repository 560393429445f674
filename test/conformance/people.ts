/** Users, members, invitations, second factors. */
import { expect } from 'vitest';
import { type Role, roles } from '../../src/core/role.ts';
import { Invitations, maxOpenInvitations } from '../../src/features/people/invitation-store.ts';
import { maxPasskeysPerUser, Passkeys } from '../../src/features/people/passkey-store.ts';
import { totpAt, totpStepOf } from '../../src/secrets/totp.ts';
import { TestAuthenticator } from '../support/authenticator.ts';
import { TestOidcProvider } from '../support/oidc-provider.ts';
import { newUser, type SignedInUser, signInAs } from '../support/people.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { expectError, newAccount, newHost, type Row, withStore } from './row.ts';

const password = 'a walrus in a fjord';

/** An address that no other row uses. */
const newEmail = (): string => `ada@${newHost()}`;

async function newMember(service: ServiceClient, accountUuid: string, role: Role): Promise<SignedInUser> {
  return withStore(service, async (store) =>
    signInAs(store, await newUser(store, newEmail(), { [accountUuid]: role })),
  );
}

function as(
  service: ServiceClient,
  browser: SignedInUser,
  path: string,
  method = 'GET',
  json?: unknown,
): Promise<ApiAnswer> {
  const body = json === undefined ? {} : { json };
  return service.api(path, { token: null, method, headers: browser.fields, ...body });
}

function cookieFrom({ headers }: ApiAnswer): string {
  return (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

/** An account whose owner was created with its token, and signs in by password. */
async function withOwner(service: ServiceClient) {
  const account = await newAccount(service);
  const path = `/api/v1/accounts/${account.accountUuid}`;
  const email = newEmail();
  const json = { email, name: 'Ada', password };
  const created = await service.api(`${path}/owner`, { token: account.token, json });
  expect(created.status).toBe(201);
  const signIn = (code?: string) =>
    service.api('/session', {
      token: null,
      json: { email, password, ...(code === undefined ? {} : { code }) },
    });
  const answer = await signIn();
  expect(answer.status).toBe(201);
  const cookie = cookieFrom(answer);
  const fields = { cookie, 'x-csrf-token': String(answer.body.csrf_token) };
  const owner: SignedInUser = {
    user: answer.body.user,
    cookie,
    csrfToken: answer.body.csrf_token,
    fields,
  };
  return { ...account, path, email, json, signIn, owner };
}

export const peopleRows: readonly Row[] = [
  {
    source: 'docs/reference/passkeys.md ("Registering")',
    statement: 'a passkey is registered with the password, and a user has 20 of them at most',
    codes: ['credential_invalid', 'password_refused', 'too_many_passkeys'],
    async check(service) {
      const { owner } = await withOwner(service);
      const path = '/api/v1/me/passkeys';
      const begin = (current_password: string) =>
        as(service, owner, `${path}/options`, 'POST', { current_password });
      expectError(await begin('wrong'), 403, 'password_refused');
      const register = async (credentialOf: (options: { challenge: string }) => string) => {
        const begun = await begin(password);
        const cookie = `${owner.cookie}; ${cookieFrom(begun)}`;
        return service.api(path, {
          token: null,
          headers: { ...owner.fields, cookie },
          json: { name: 'Phone', credential: credentialOf(begun.body.options) },
        });
      };
      expectError(await register(() => '{}'), 400, 'credential_invalid');
      const registerNew = () =>
        register((options) => new TestAuthenticator(service.apiOrigin).register(options));
      expect((await registerNew()).status).toBe(201);
      await withStore(service, async (store) => {
        for (let n = 1; n < maxPasskeysPerUser; n += 1) {
          const credentialId = Buffer.from(`${owner.user.uuid} ${n}`).toString('base64url');
          const passkey = { credentialId, publicKey: '', counter: 0, name: 'x' };
          await new Passkeys(store).add(owner.user.uuid, passkey);
        }
      });
      expectError(await registerNew(), 400, 'too_many_passkeys');
      expect((await as(service, owner, path)).body).toHaveLength(maxPasskeysPerUser);
    },
  },
  {
    source: 'docs/reference/passkeys.md ("Signing in")',
    statement: 'an unknown passkey is refused',
    codes: ['passkey_refused', 'sign_in_expired'],
    async check(service) {
      const begun = await service.api('/session/passkey/options', { token: null, json: {} });
      expect(begun.status).toBe(201);
      const credential = new TestAuthenticator(service.apiOrigin).signIn(begun.body.options);
      const signIn = (headers: Record<string, string>) =>
        service.api('/session/passkey', { token: null, headers, json: { credential } });
      expectError(await signIn({ cookie: cookieFrom(begun) }), 401, 'passkey_refused');
      expectError(await signIn({}), 400, 'sign_in_expired');
    },
  },
  {
    source: 'docs/reference/openid-connect.md ("A sign-in")',
    statement:
      'people sign in with an identity provider by their verified address, and no other way in is left',
    codes: [
      'email_unverified',
      'identity_provider_away',
      'identity_refused',
      'another_identity',
      'query_string_invalid',
      'sign_in_expired',
      'not_a_user',
    ],
    async check(_service, bench) {
      await using provider = await TestOidcProvider.start();
      const service = await bench.newService({
        env: {
          NAMEPLATE_OIDC_ISSUER: provider.issuer,
          NAMEPLATE_OIDC_CLIENT_ID: provider.clientId,
          NAMEPLATE_OIDC_CLIENT_SECRET: provider.clientSecret,
        },
      });
      const ask = (path: string, json: object, headers: Record<string, string> = {}) =>
        service.api(path, { token: null, json, headers });
      const signIn = async () => {
        const begun = await ask('/session/oidc', {});
        expect(begun.status).toBe(201);
        const cookie = cookieFrom(begun);
        const query_string = await provider.signIn(begun.body.authorization_url);
        return ask('/session/oidc/callback', { query_string }, { cookie });
      };
      const path = `/api/v1/accounts/${service.accountUuid}/owner`;
      expectError(await signIn(), 403, 'not_a_user', 'ada@example.com');
      const owner = { email: 'ada@example.com', name: 'Ada', password };
      expect((await service.api(path, { json: owner })).status).toBe(201);
      provider.forged = { email_verified: false };
      expectError(await signIn(), 403, 'email_unverified', 'ada@example.com');
      provider.forged = { aud: 'another' };
      expectError(await signIn(), 401, 'identity_refused', 'aud');
      provider.forged = {};
      expect((await signIn()).body).toMatchObject({
        user: { name: 'Ada' },
        memberships: [{ role: 'owner' }],
      });
      expectError(await ask('/session', { email: owner.email, password }), 401, 'unauthorized');
      provider.person = { ...provider.person, sub: 'ada-2' };
      expectError(await signIn(), 403, 'another_identity', 'ada@example.com');
      expectError(await ask('/session/oidc/callback', {}), 400, 'query_string_invalid');
      expectError(await ask('/session/oidc/callback', { query_string: '' }), 400, 'sign_in_expired');
      provider.isAway = true;
      expectError(await ask('/session/oidc', {}), 503, 'identity_provider_away');
    },
  },
  {
    source: 'docs/reference/people.md ("Signing in")',
    statement: 'the first owner is created with a token and signs in by email address and password',
    postgres: 'the first row of an empty table',
    codes: ['owner_exists', 'email_taken', 'email_invalid', 'password_invalid', 'unauthorized'],
    async check(service) {
      const { path, token, json, email } = await withOwner(service);
      expectError(await service.api(`${path}/owner`, { token, json }), 400, 'owner_exists');
      const other = await newAccount(service);
      const create = (changed: object) =>
        service.api(`/api/v1/accounts/${other.accountUuid}/owner`, {
          token: other.token,
          json: { ...json, ...changed },
        });
      expectError(await create({}), 400, 'email_taken', email);
      expectError(await create({ email: 'ada' }), 400, 'email_invalid', '"ada"');
      expectError(await create({ password: 'password1234' }), 400, 'password_invalid', 'guesser');
      const wrong = { email, password: 'not the password' };
      const answers = [wrong, { ...wrong, email: newEmail() }].map((credentials) =>
        service.api('/session', { token: null, json: credentials }),
      );
      for (const answer of await Promise.all(answers))
        expectError(answer, 401, 'unauthorized', 'the email address or the password is wrong');
    },
  },
  {
    source: 'docs/reference/people.md ("Signing in")',
    statement: 'another password takes the current one',
    codes: ['current_password_invalid', 'password_refused'],
    async check(service) {
      const { owner } = await withOwner(service);
      const change = (json: object) => as(service, owner, '/api/v1/me/password', 'PUT', json);
      const next = 'an otter in a lagoon';
      expectError(await change({ password: next }), 400, 'current_password_invalid');
      expectError(await change({ current_password: 'wrong', password: next }), 403, 'password_refused');
      expect((await change({ current_password: password, password: next })).status).toBe(200);
    },
  },
  {
    source: 'docs/reference/people.md ("A forgotten password")',
    statement: 'only a link’s token sets another password',
    codes: ['token_invalid'],
    async check(service) {
      const reset = (token: unknown) =>
        service.api('/session/password_reset', { method: 'PUT', token: null, json: { token, password } });
      for (const token of [undefined, null, 5, 'nr_', `nr_${'x'.repeat(43)}`])
        expectError(await reset(token), 400, 'token_invalid');
    },
  },
  {
    source: 'docs/reference/people.md ("Roles")',
    statement: 'viewers read, admins write, owners manage people',
    codes: ['forbidden', 'role_invalid'],
    async check(service) {
      const { accountUuid, redirects } = await newAccount(service);
      const invitations = `/api/v1/accounts/${accountUuid}/invitations`;
      for (const role of roles) {
        const member = await newMember(service, accountUuid, role);
        expect((await as(service, member, redirects)).status).toBe(200);
        const json = { source_host: newHost(), destination_url: 'https://dest.example' };
        const written = await as(service, member, redirects, 'POST', json);
        if (role === 'viewer') expectError(written, 403, 'forbidden', 'viewer');
        else expect(written.status).toBe(201);
        const invite = (wanted: string) =>
          as(service, member, invitations, 'POST', { email: newEmail(), role: wanted });
        if (role === 'owner') expectError(await invite('boss'), 400, 'role_invalid', '"boss"');
        else expectError(await invite('viewer'), 403, 'forbidden', 'owner');
      }
    },
  },
  {
    source: 'docs/reference/people.md ("Members")',
    statement: 'the last owner cannot leave, be removed or get another role',
    postgres: 'a row locked while it is checked',
    codes: ['last_owner'],
    async check(service) {
      const { accountUuid } = await newAccount(service);
      const owner = await newMember(service, accountUuid, 'owner');
      const path = `/api/v1/accounts/${accountUuid}/members/${owner.user.uuid}`;
      expectError(await as(service, owner, path, 'DELETE'), 400, 'last_owner');
      expectError(await as(service, owner, path, 'PUT', { role: 'admin' }), 400, 'last_owner');
      await newMember(service, accountUuid, 'owner');
      expect((await as(service, owner, path, 'DELETE')).status).toBe(200);
      expect((await as(service, owner, '/api/v1/accounts')).body).toEqual([]);
    },
  },
  {
    source: 'docs/reference/people.md ("Invitations")',
    statement: 'a link works once, for its email address only, and until it is revoked',
    postgres: 'a row that is used up once',
    codes: ['invitation_ended', 'invitation_for_another', 'invitation_invalid', 'member_exists'],
    async check(service) {
      const { accountUuid } = await newAccount(service);
      const owner = await newMember(service, accountUuid, 'owner');
      const path = `/api/v1/accounts/${accountUuid}/invitations`;
      const email = newEmail();
      const invite = () => as(service, owner, path, 'POST', { email, role: 'viewer' });
      const [{ body: first }, { body: second }] = [await invite(), await invite()];
      const accept = (invitation: string) =>
        service.api('/session/invitation/acceptance', {
          token: null,
          json: { invitation, name: 'Bob', password },
        });
      const join = { invitation: first.secret };
      expectError(
        await as(service, owner, '/api/v1/me/memberships', 'POST', join),
        403,
        'invitation_for_another',
        email,
      );
      expect((await accept(first.secret)).body).toMatchObject({ memberships: [{ role: 'viewer' }] });
      expectError(await accept(first.secret), 410, 'invitation_ended', 'was used');
      expect((await as(service, owner, `${path}/${second.uuid}`, 'DELETE')).status).toBe(200);
      expectError(await accept(second.secret), 410, 'invitation_ended', 'was revoked');
      expectError(await accept('ni_x'), 400, 'invitation_invalid');
      expectError(await invite(), 400, 'member_exists', email);
    },
  },
  {
    source: 'docs/reference/people.md ("Invitations")',
    statement: `an account has ${maxOpenInvitations} open invitations at most`,
    postgres: 'a limit that is counted under a lock',
    codes: ['too_many_invitations'],
    async check(service) {
      const { accountUuid } = await newAccount(service);
      const owner = await newMember(service, accountUuid, 'owner');
      await withStore(service, async (store) => {
        for (let n = 0; n < maxOpenInvitations; n += 1)
          await new Invitations(store).create(accountUuid, `${n}@example.com`, 'viewer');
      });
      const path = `/api/v1/accounts/${accountUuid}/invitations`;
      const json = { email: newEmail(), role: 'viewer' };
      expectError(await as(service, owner, path, 'POST', json), 400, 'too_many_invitations');
    },
  },
  {
    source: 'docs/reference/people.md ("Second factor")',
    statement: 'signing in takes a code once there is a second factor, and takes each code once',
    postgres: 'an update under a condition',
    codes: ['second_factor_exists', 'second_factor_required', 'second_factor_refused', 'code_invalid'],
    async check(service) {
      const { owner, signIn } = await withOwner(service);
      const path = '/api/v1/me/second_factor';
      const begin = () => as(service, owner, path, 'POST', { current_password: password });
      const { secret } = (await begin()).body;
      expectError(await as(service, owner, path, 'PUT', { code: 'x' }), 400, 'code_invalid');
      const code = totpAt(secret, totpStepOf(Date.now()));
      expect((await as(service, owner, path, 'PUT', { code })).body.recovery_codes).toHaveLength(10);
      expectError(await begin(), 400, 'second_factor_exists');
      expectError(await signIn(), 401, 'second_factor_required');
      expectError(await signIn(code), 401, 'second_factor_refused');
      const next = totpAt(secret, totpStepOf(Date.now()) + 1);
      expect((await signIn(next)).status).toBe(201);
    },
  },
  {
    source: 'docs/reference/people.md ("Second factor")',
    statement: 'recovery codes can be replaced, and those before stop working',
    codes: ['second_factor_missing'],
    async check(service) {
      const { owner, signIn } = await withOwner(service);
      const path = '/api/v1/me/second_factor';
      const renew = (current: string) =>
        as(service, owner, `${path}/recovery_codes`, 'POST', { current_password: current });
      expectError(await renew(password), 400, 'second_factor_missing');
      const { secret } = (await as(service, owner, path, 'POST', { current_password: password })).body;
      expectError(await renew(password), 400, 'second_factor_missing');
      const code = totpAt(secret, totpStepOf(Date.now()));
      const { recovery_codes: old } = (await as(service, owner, path, 'PUT', { code })).body;
      expectError(await renew('wrong'), 403, 'password_refused');
      const { status, body } = await renew(password);
      expect(status).toBe(201);
      expect(body.recovery_codes).toHaveLength(10);
      expectError(await signIn(old[0]), 401, 'second_factor_refused');
      expect((await signIn(body.recovery_codes[0])).status).toBe(201);
    },
  },
];
