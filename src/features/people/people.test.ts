/** Users, members and invitations over HTTP. Source: docs/reference/people.md. */

import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { newUser, type SignedInUser, signInAs } from '../../../test/support/people.ts';
import { cookieOf } from '../../../test/support/signed-in.ts';
import type { Role } from '../../core/role.ts';
import { totpAt, totpStepOf } from '../../secrets/totp.ts';
import { Accounts } from '../accounts/account-store.ts';
import { Invitations } from './invitation-store.ts';
import { Users } from './user-store.ts';

const password = 'a walrus in a fjord';

async function setUp() {
  const api = await startApi({ trustedProxies: ['127.0.0.1'] });
  const account = `/api/v1/accounts/${api.accountUuid}`;
  const as = (browser: SignedInUser, path: string, method = 'GET', json?: unknown) =>
    api.ask(path, {
      method,
      headers: method === 'GET' ? { cookie: browser.cookie } : browser.fields,
      ...(json === undefined ? {} : { json }),
    });
  const newMember = async (email: string, role: Role) =>
    signInAs(api.store, await newUser(api.store, email, { [api.accountUuid]: role }));
  const createOwner = (json: Record<string, unknown> = {}) =>
    api.ask(`${account}/owner`, {
      headers: { authorization: `Bearer ${api.token}` },
      json: { email: 'Ada@Example.com', name: 'Ada', password, ...json },
    });
  const signIn = (json: Record<string, unknown>, headers = {}) => api.ask('/session', { json, headers });
  return { api, account, as, newMember, createOwner, signIn };
}

test('the first owner is created with an access token, once, and signs in by password', async () => {
  const { api, account, createOwner, signIn } = await setUp();
  const reader = await api.newToken('read');
  const json = { email: 'a@b.c', name: 'A', password };
  expect(
    await api.ask(`${account}/owner`, { headers: { authorization: `Bearer ${reader.secret}` }, json }),
  ).toMatchObject({ status: 403 });
  expect(await api.ask(`${account}/owner`, { json })).toMatchObject({ status: 401 });
  const created = await createOwner();
  expect(created).toMatchObject({ status: 201, body: { email: 'ada@example.com', role: 'owner' } });
  expect(await createOwner({ email: 'eve@example.com' })).toMatchObject({
    status: 400,
    body: { error_code: 'owner_exists' },
  });

  const answer = await signIn({ email: ' ADA@example.com', password });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      user: { email: 'ada@example.com', name: 'Ada', has_second_factor: false },
      memberships: [{ role: 'owner', account: { uuid: api.accountUuid } }],
    },
  });
  expect(Object.keys(answer.body)).toEqual(['csrf_token', 'expires_at', 'user', 'memberships']);
  const cookie = cookieOf(answer);
  expect(await api.ask('/session', { headers: { cookie } })).toMatchObject({
    body: { session: { user: { name: 'Ada' } } },
  });
  expect(await api.ask('/api/v1/me', { headers: { cookie } })).toMatchObject({
    body: { user: { name: 'Ada' }, role: 'owner', account: { uuid: api.accountUuid } },
  });
  for (const text of [created.text, answer.text, ...api.log]) {
    expect(text).not.toContain(password);
    expect(text).not.toContain('scrypt');
  }
});

test.each([
  [{ email: 'x' }, 'email_invalid'],
  [{ email: 'a@b\nc' }, 'email_invalid'],
  [{ email: `${'a'.repeat(251)}@b.c` }, 'email_invalid'],
  [{ name: '' }, 'name_invalid'],
  [{ password: 'short' }, 'password_invalid'],
  [{ password: 'password1234' }, 'password_invalid'],
  [{ password: ['the-secret-of-ada'] }, 'password_invalid'],
  [{ role: 'admin' }, 'parameter_unknown'],
])('refuses an owner with %j: %s, and repeats no password', async (json, code) => {
  const { api, createOwner } = await setUp();
  const answer = await createOwner(json);
  expect(answer).toMatchObject({ status: 400, body: { error_code: code } });
  if (code === 'password_invalid')
    for (const text of [answer.text, ...api.log])
      expect(text).not.toMatch(/short|password1234|secret-of-ada/);
  expect(await new Users(api.store).list()).toEqual([]);
});

test('refuses a wrong password and an unknown user alike, and slows both down', async () => {
  const { api, createOwner, signIn } = await setUp();
  await createOwner();
  const answers = [];
  for (const email of ['ada@example.com', 'nobody@example.com']) {
    for (let n = 0; n < 5; n += 1) answers.push(await signIn({ email, password: `guess ${n}` }));
    const slowed = await signIn({ email, password });
    expect(slowed).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(slowed.headers['set-cookie']).toBeUndefined();
  }
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 401, body: { error_code: 'unauthorized' } });
  api.clock.time += 1000;
  expect(await signIn({ email: 'ada@example.com', password })).toMatchObject({ status: 201 });
  for (const line of api.log) expect(line).not.toContain('guess');
});

test('roles allow what scopes do, and owners manage people', async () => {
  const { api, account, as, newMember } = await setUp();
  const [owner, admin, viewer] = [
    await newMember('o@x.y', 'owner'),
    await newMember('a@x.y', 'admin'),
    await newMember('v@x.y', 'viewer'),
  ];
  const redirect = (host: string) => ({ source_host: host, destination_url: 'https://b.example' });
  const invite = { email: 'new@x.y', role: 'viewer' };
  for (const [browser, mayWrite, mayInvite] of [
    [owner, 201, 201],
    [admin, 201, 403],
    [viewer, 403, 403],
  ] as const) {
    const { email } = browser.user;
    expect((await as(browser, `${account}/redirects`)).status).toBe(200);
    expect(
      (await as(browser, `${account}/redirects`, 'POST', redirect(`${email[0]}.example.com`))).status,
    ).toBe(mayWrite);
    expect((await as(browser, `${account}/invitations`, 'POST', invite)).status).toBe(mayInvite);
    expect((await as(browser, `${account}/invitations`)).status).toBe(mayInvite === 201 ? 200 : 403);
    expect(
      (await as(browser, `${account}/members/${viewer.user.uuid}`, 'PUT', { role: 'viewer' })).status,
    ).toBe(mayInvite === 201 ? 200 : 403);
    expect((await as(browser, `${account}/owner`, 'POST', {})).status).toBe(403);
  }
  const token = { authorization: `Bearer ${api.token}` };
  expect((await api.ask(`${account}/invitations`, { headers: token, json: invite })).status).toBe(403);
  expect((await api.ask('/api/v1/me/sessions', { headers: token })).status).toBe(403);
  const post = { method: 'POST', headers: { cookie: owner.cookie }, json: invite };
  expect(await api.ask(`${account}/invitations`, post)).toMatchObject({
    status: 403,
    body: { error_code: 'csrf_token_refused' },
  });
});

test('a session works on every account of its user, and on no other', async () => {
  const { api, as } = await setUp();
  const [second, foreign] = [
    await new Accounts(api.store).create('Second'),
    await new Accounts(api.store).create('Foreign'),
  ];
  const user = await newUser(api.store, 'u@x.y', { [api.accountUuid]: 'viewer', [second.uuid]: 'admin' });
  const browser = await signInAs(api.store, user);
  expect((await as(browser, '/api/v1/accounts')).body.map(({ uuid }: { uuid: string }) => uuid)).toEqual([
    api.accountUuid,
    second.uuid,
  ]);
  const create = (uuid: string) =>
    as(browser, `/api/v1/accounts/${uuid}/access_tokens`, 'POST', { name: 'x' });
  expect((await create(second.uuid)).status).toBe(201);
  expect((await create(api.accountUuid)).status).toBe(403);
  expect((await create(foreign.uuid)).status).toBe(404);
  const me = (named?: string) =>
    api.ask('/api/v1/me', {
      headers: { cookie: browser.cookie, ...(named === undefined ? {} : { 'x-account': named }) },
    });
  expect((await me()).body).toMatchObject({ role: 'viewer', account: { uuid: api.accountUuid } });
  expect((await me(second.uuid)).body).toMatchObject({ role: 'admin', account: { uuid: second.uuid } });
  for (const named of [foreign.uuid, 'x', '']) expect(await me(named)).toMatchObject({ status: 404 });

  const lonely = await signInAs(api.store, await newUser(api.store, 'lonely@x.y'));
  expect((await as(lonely, '/api/v1/me')).body).toMatchObject({ role: null, account: null });
  expect((await as(lonely, '/api/v1/accounts')).body).toEqual([]);
  expect((await as(lonely, '/api/v1/analytics/segments')).status).toBe(403);
  expect((await as(lonely, `/api/v1/accounts/${api.accountUuid}/redirects`)).status).toBe(404);
});

test('another role counts from the next request on, and so does no role', async () => {
  const { account, as, newMember } = await setUp();
  const owner = await newMember('o@x.y', 'owner');
  const member = await newMember('m@x.y', 'admin');
  const path = `${account}/members/${member.user.uuid}`;
  const write = async () => (await as(member, `${account}/access_tokens`, 'POST', { name: 'x' })).status;
  expect(await write()).toBe(201);
  expect((await as(owner, path, 'PUT', { role: 'viewer' })).body).toMatchObject({ role: 'viewer' });
  expect(await write()).toBe(403);
  expect((await as(owner, path, 'DELETE')).status).toBe(200);
  expect(await write()).toBe(404);
  expect((await as(owner, path, 'DELETE')).status).toBe(404);
});

test('the last owner stays; other members may leave', async () => {
  const { account, as, newMember } = await setUp();
  const owner = await newMember('o@x.y', 'owner');
  const viewer = await newMember('v@x.y', 'viewer');
  const path = (browser: SignedInUser) => `${account}/members/${browser.user.uuid}`;
  for (const answer of [
    await as(owner, path(owner), 'DELETE'),
    await as(owner, path(owner), 'PUT', { role: 'admin' }),
  ])
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'last_owner' } });
  expect((await as(viewer, path(owner), 'DELETE')).status).toBe(403);
  expect((await as(viewer, path(viewer), 'DELETE')).status).toBe(200);
  const second = await newMember('s@x.y', 'owner');
  expect((await as(owner, path(owner), 'PUT', { role: 'admin' })).status).toBe(200);
  expect((await as(second, path(second), 'DELETE')).status).toBe(400);
});

test('an invitation makes a user and a membership, once', async () => {
  const { api, account, as, newMember } = await setUp();
  const owner = await newMember('o@x.y', 'owner');
  const invite = (email: string) => as(owner, `${account}/invitations`, 'POST', { email, role: 'admin' });
  const created = await invite('New@x.y');
  expect(created).toMatchObject({
    status: 201,
    body: { email: 'new@x.y', role: 'admin', secret: expect.stringMatching(/^ni_[\w-]{43}$/) },
    headers: { 'cache-control': 'no-store' },
  });
  const { secret: invitation } = created.body;
  const accept = (secret: string, path = '/acceptance') =>
    api.ask(`/session/invitation${path}`, {
      json: { invitation: secret, ...(path === '' ? {} : { name: 'New', password }) },
    });
  expect(await accept(invitation, '')).toMatchObject({
    status: 200,
    body: { account_name: 'Acme', email: 'new@x.y', role: 'admin' },
  });
  const accepted = await accept(invitation);
  expect(accepted).toMatchObject({
    status: 201,
    body: { user: { email: 'new@x.y' }, memberships: [{ role: 'admin' }] },
  });
  expect(accepted.headers['set-cookie']).toHaveLength(1);
  expect(await accept(invitation)).toMatchObject({ status: 410, body: { error_code: 'invitation_ended' } });
  expect((await accept(invitation, '')).body.error).toContain('was used');
  expect(await invite('new@x.y')).toMatchObject({ status: 400, body: { error_code: 'member_exists' } });

  const revoked = (await invite('r@x.y')).body;
  expect((await as(owner, `${account}/invitations/${revoked.uuid}`, 'DELETE')).status).toBe(200);
  expect((await as(owner, `${account}/invitations/${revoked.uuid}`, 'DELETE')).status).toBe(404);
  expect((await accept(revoked.secret)).body.error).toContain('was revoked');

  const late = (await invite('l@x.y')).body;
  expect((await as(owner, `${account}/invitations`)).body).toHaveLength(1);
  api.clock.time += 7 * 86_400_000;
  expect((await accept(late.secret)).body.error).toContain('expired');
  expect((await as(owner, `${account}/invitations`)).body).toEqual([]);
  expect(await accept(`ni_${'x'.repeat(43)}`)).toMatchObject({ status: 404 });
  expect(await accept('ni_x')).toMatchObject({ status: 400, body: { error_code: 'invitation_invalid' } });
  for (const line of api.log) expect(line).not.toMatch(/ni_/);
});

test('a signed-in user accepts an invitation for the own address only', async () => {
  const { api, account, as, newMember } = await setUp();
  const owner = await newMember('o@x.y', 'owner');
  const guest = await signInAs(api.store, await newUser(api.store, 'g@x.y'));
  const join = (browser: SignedInUser, invitation: string) =>
    as(browser, '/api/v1/me/memberships', 'POST', { invitation });
  const { secret } = (await as(owner, `${account}/invitations`, 'POST', { email: 'g@x.y', role: 'viewer' }))
    .body;
  expect(await join(owner, secret)).toMatchObject({
    status: 403,
    body: { error_code: 'invitation_for_another' },
  });
  expect(await join(guest, secret)).toMatchObject({
    status: 201,
    body: { role: 'viewer', account: { name: 'Acme' } },
  });
  expect(await join(guest, secret)).toMatchObject({ status: 410 });
  expect((await as(guest, `${account}/redirects`)).status).toBe(200);
});

test('an address that a stranger took keeps nobody from a user, and tells nobody that there is one', async () => {
  const { api, createOwner, signIn } = await setUp();
  const invite = async (name: string) => {
    const { uuid } = await new Accounts(api.store).create(name);
    return (await new Invitations(api.store).create(uuid, 'ada@example.com', 'viewer')).secret;
  };
  const accept = (invitation: string, chosen: string) =>
    api.ask('/session/invitation/acceptance', { json: { invitation, name: 'Ada', password: chosen } });
  const strangers = 'a badger in a bog';
  const taken = await accept(await invite('Stranger'), strangers);
  expect(taken).toMatchObject({ status: 201, body: { memberships: [{ account: { name: 'Stranger' } }] } });

  expect((await createOwner()).status).toBe(201);
  const signedIn = await signIn({ email: 'ada@example.com', password });
  expect(signedIn).toMatchObject({ status: 201, body: { memberships: [{ account: { name: 'Acme' } }] } });
  expect(await signIn({ email: 'ada@example.com', password: strangers })).toMatchObject({
    status: 201,
    body: { memberships: [{ account: { name: 'Stranger' } }] },
  });
  expect((await signIn({ email: 'ada@example.com', password: 'neither of the two' })).status).toBe(401);

  // Another account gets the same answer, whether or not there is such a user.
  const third = await accept(await invite('Stranger'), 'a lynx in a larch');
  expect(third).toMatchObject({ status: 201, body: { user: { email: 'ada@example.com' } } });
  expect((await new Users(api.store).list()).map(({ email }) => email)).toEqual(
    Array.from({ length: 3 }, () => 'ada@example.com'),
  );
  // The password is a user's: who knows it is told to sign in, which nobody finds out by trying.
  const invitation = await invite('Other');
  expect(await accept(invitation, strangers)).toMatchObject({
    status: 400,
    body: { error_code: 'email_taken', error: expect.stringContaining('sign in as that one') },
  });
  for (let n = 0; n < 3; n += 1) await accept(await invite('Stranger'), `a guess of ${n} at it`);
  expect((await accept(invitation, password)).status).toBe(429);
});

test('an owner signs in at once while somebody else guesses the password', async () => {
  const { api, createOwner, signIn } = await setUp();
  await createOwner();
  const email = 'ada@example.com';
  for (let n = 0; n < 7; n += 1) await signIn({ email, password: `guess ${n}` });
  expect((await signIn({ email, password })).status).toBe(429);
  const fields = { 'x-forwarded-for': '198.51.100.7' };
  expect((await signIn({ email, password }, fields)).status).toBe(201);
  expect(api.log.join('')).not.toContain('guess');
});

test('sessions are listed and ended, one or all others', async () => {
  const { api, as, createOwner, signIn } = await setUp();
  await createOwner();
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
  const answer = await signIn({ email: 'ada@example.com', password }, { 'user-agent': agent });
  const cookie = cookieOf(answer);
  const { csrf_token: csrfToken } = answer.body;
  const user = (await new Users(api.store).findByEmail('ada@example.com'))?.user;
  if (!user) throw new Error('no user');
  const here = { user, cookie, csrfToken, fields: { cookie, 'x-csrf-token': csrfToken } };
  const others = [await signInAs(api.store, user), await signInAs(api.store, user)] as const;
  const list = async () => (await as(here, '/api/v1/me/sessions')).body;
  const listed: { uuid: string; current: boolean }[] = await list();
  expect(listed).toHaveLength(3);
  expect(listed.find(({ current }) => current)).toMatchObject({
    browser: 'Firefox',
    network: '127.0.0.0',
    operating_system: expect.stringContaining('Linux'),
  });
  const stranger = await signInAs(api.store, await newUser(api.store, 's@x.y'));
  const first = listed.find(({ current }) => !current);
  expect((await as(stranger, `/api/v1/me/sessions/${first?.uuid}`, 'DELETE')).status).toBe(404);
  expect((await as(here, `/api/v1/me/sessions/${first?.uuid}`, 'DELETE')).status).toBe(200);
  expect(await list()).toHaveLength(2);
  expect((await as(here, '/api/v1/me/sessions', 'DELETE')).body.message).toContain('1 other session has');
  expect(await list()).toHaveLength(1);
  for (const other of others) expect((await as(other, '/api/v1/me')).status).toBe(401);

  // Another password ends the others, too, and takes the old one.
  const other = await signInAs(api.store, user);
  const change = (current: string, next: string) =>
    as(here, '/api/v1/me/password', 'PUT', { current_password: current, password: next });
  expect(await change('wrong', 'another long password')).toMatchObject({
    status: 403,
    body: { error_code: 'password_refused' },
  });
  expect(await change(password, 'ada@example.com')).toMatchObject({ status: 400 });
  expect((await change(password, 'an otter in a lagoon')).status).toBe(200);
  expect((await as(other, '/api/v1/me')).status).toBe(401);
  expect((await as(here, '/api/v1/me')).status).toBe(200);
  expect((await signIn({ email: user.email, password })).status).toBe(401);
  expect((await signIn({ email: user.email, password: 'an otter in a lagoon' })).status).toBe(201);
});

test('a second factor is asked for, each code once', async () => {
  const { api, as, createOwner, signIn } = await setUp();
  await createOwner();
  const user = (await new Users(api.store).findByEmail('ada@example.com'))?.user;
  if (!user) throw new Error('no user');
  const here = await signInAs(api.store, user);
  const path = '/api/v1/me/second_factor';
  expect((await as(here, path, 'POST', { current_password: 'x' })).status).toBe(403);
  const begun = await as(here, path, 'POST', { current_password: password });
  expect(begun).toMatchObject({ status: 201, body: { uri: expect.stringContaining('otpauth://totp/') } });
  const { secret } = begun.body;
  const codeAt = (offset: number) => totpAt(secret, totpStepOf(api.clock.time) + offset);
  // It does not count before its first code.
  expect((await signIn({ email: user.email, password })).status).toBe(201);
  expect(await as(here, path, 'PUT', { code: '000000' })).toMatchObject({
    status: 400,
    body: { error_code: 'code_invalid' },
  });
  const { recovery_codes: codes } = (await as(here, path, 'PUT', { code: codeAt(0) })).body;
  expect(codes).toHaveLength(10);
  expect(await as(here, path, 'POST', { current_password: password })).toMatchObject({
    body: { error_code: 'second_factor_exists' },
  });

  const credentials = { email: user.email, password };
  expect(await signIn(credentials)).toMatchObject({
    status: 401,
    body: { error_code: 'second_factor_required' },
  });
  const refused = { status: 401, body: { error_code: 'second_factor_refused' } };
  expect(await signIn({ ...credentials, code: codeAt(0) })).toMatchObject(refused);
  expect(await signIn({ ...credentials, code: codeAt(1) })).toMatchObject({
    status: 201,
    body: { user: { has_second_factor: true } },
  });
  expect(await signIn({ ...credentials, code: codeAt(1) })).toMatchObject(refused);
  expect((await signIn({ ...credentials, code: codes[0].toUpperCase() })).status).toBe(201);
  expect(await signIn({ ...credentials, code: codes[0] })).toMatchObject(refused);
  for (const line of api.log) expect(line).not.toContain(secret);

  // A wrong code counts as a wrong password does.
  for (let n = 0; n < 4; n += 1) await signIn({ ...credentials, code: `99999${n}` });
  expect((await signIn({ ...credentials, code: codes[1] })).status).toBe(429);

  api.clock.time += 600_000;
  expect((await as(here, path, 'DELETE', { current_password: password })).status).toBe(200);
  expect((await signIn(credentials)).status).toBe(201);
});
