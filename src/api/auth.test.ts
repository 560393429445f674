import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ControlStore } from '../control/store.ts';
import { AccessTokens } from '../features/access-tokens/access-token-store.ts';
import { Accounts } from '../features/accounts/account-store.ts';
import { Authenticator } from './auth.ts';

async function setUp() {
  const clock = { time: 1_000_000, now: () => clock.time };
  const store = await ControlStore.open({ kind: 'sqlite', path: ':memory:' }, clock);
  onTestFinished(() => store[Symbol.asyncDispose]());
  const account = await new Accounts(store).create('Acme');
  const create = (expiresAt: number | null = null) =>
    new AccessTokens(store).create({ accountUuid: account.uuid, name: 'ci', scope: 'write', expiresAt });
  const authenticator = new Authenticator(store, store.routing, clock, pino({ level: 'silent' }));
  return { clock, store, create, authenticator };
}

const refused = (problem: RegExp) =>
  expect.objectContaining({
    code: 'unauthorized',
    message: expect.stringMatching(problem),
    fields: { 'www-authenticate': 'Bearer' },
  });

test('lets a known token in, whatever the case of the scheme', async () => {
  const { create, authenticator } = await setUp();
  const { token, secret } = await create();
  expect(await authenticator.authenticate(`Bearer ${secret}`)).toEqual(token);
  expect(await authenticator.authenticate(`bearer  ${secret} `)).toEqual(token);
});

test.each([
  [undefined, /missing/],
  ['', /not "Bearer/],
  ['Basic YTpi', /not "Bearer/],
  ['Bearer', /not "Bearer/],
  ['Bearer a b', /not "Bearer/],
  ['Bearer abc', /43 base64url/],
  [`Bearer np_${'é'.repeat(43)}`, /43 base64url/],
  [`Bearer np_${'a'.repeat(43)}`, /unknown/],
])('refuses %s', async (authorization, problem) => {
  const { authenticator } = await setUp();
  await expect(authenticator.authenticate(authorization)).rejects.toEqual(refused(problem));
});

test('never repeats a secret in its errors', async () => {
  const { authenticator } = await setUp();
  const secret = `np_${'s'.repeat(43)}`;
  await expect(authenticator.authenticate(`Bearer ${secret}`)).rejects.not.toThrow(/ssss/);
  await expect(authenticator.authenticate(`Token ${secret}`)).rejects.not.toThrow(/ssss/);
});

test('refuses a token from the moment it expires, also one that is cached', async () => {
  const { clock, create, authenticator } = await setUp();
  const { secret } = await create(clock.time + 1_000);
  clock.time += 999;
  await authenticator.authenticate(`Bearer ${secret}`);
  clock.time += 1;
  await expect(authenticator.authenticate(`Bearer ${secret}`)).rejects.toEqual(refused(/expired/));
});

test('forgets a revoked token as soon as the newer revision is seen', async () => {
  const { store, create, authenticator } = await setUp();
  const { token, secret } = await create();
  await store.routing.currentRevision();
  await authenticator.authenticate(`Bearer ${secret}`);
  await new AccessTokens(store).revoke(token.uuid);
  await store.routing.currentRevision();
  await expect(authenticator.authenticate(`Bearer ${secret}`)).rejects.toEqual(refused(/revoked/));
});

test('stores when a token was used, keeping what could not be stored for the next time', async () => {
  const { clock, store, create, authenticator } = await setUp();
  const { token, secret } = await create();
  const used = await authenticator.authenticate(`Bearer ${secret}`);
  expect(authenticator.lastUsedAt(used)).toBe(clock.time);

  vi.spyOn(AccessTokens.prototype, 'touch').mockImplementationOnce(async () => {
    // Used again meanwhile: that is the time to keep.
    clock.time += 1_000;
    await authenticator.authenticate(`Bearer ${secret}`);
    throw new Error('away');
  });
  await authenticator.storeLastUsed();
  expect(await new AccessTokens(store).list()).toMatchObject([{ uuid: token.uuid, lastUsedAt: null }]);
  await authenticator.storeLastUsed();
  expect(await new AccessTokens(store).list()).toMatchObject([{ uuid: token.uuid, lastUsedAt: clock.time }]);
  expect((await authenticator.authenticate(`Bearer ${secret}`)).lastUsedAt).toBe(clock.time);
});
