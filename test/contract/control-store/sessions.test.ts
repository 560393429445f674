/** Sessions and access tokens, whatever keeps them. */

import { expect, test } from 'vitest';
import { AccessTokens } from '../../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import {
  maxSessionsPerToken,
  Sessions,
  sessionLifetimeMs,
} from '../../../src/features/sessions/session-store.ts';
import { hashToken } from '../../../src/secrets/access-token-secret.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { storesAt } from './stores.ts';

onEachControlStore('sessions', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  async function setUp() {
    const opened = await openWithAccount();
    const { store, accountUuid } = opened;
    const newToken = async (expiresAt: number | null = null) => {
      const wanted = { accountUuid, name: 'browser', scope: 'write', expiresAt } as const;
      return (await new AccessTokens(store).create(wanted)).token;
    };
    const signIn = async (token: Awaited<ReturnType<typeof newToken>>, replaced?: string) => {
      const created = await new Sessions(store).create(token, replaced);
      if (!created) throw new Error('the token is gone');
      return created;
    };
    return { ...opened, newToken, signIn };
  }

  test('keeps sessions by hash only, with their token', async () => {
    const { store, clock, newToken, signIn } = await setUp();
    const token = await newToken();
    const { session, secret } = await signIn(token);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(session).toEqual({
      secretSha256: hashToken(secret),
      token,
      expiresAt: clock.time + sessionLifetimeMs,
      createdAt: clock.time,
    });
    expect(await new Sessions(store).findByHash(hashToken(secret))).toEqual(session);
    expect(await new Sessions(store).findByHash(secret)).toBeUndefined();
    // Beginning one revokes nothing, so nobody has to look again.
    expect(await store.routing.currentRevision()).toBe(0);
  });

  test('lets no session outlive its token', async () => {
    const { clock, newToken, signIn } = await setUp();
    const { session } = await signIn(await newToken(clock.time + 5));
    expect(session.expiresAt).toBe(clock.time + 5);
  });

  test('ends sessions with their token, and begins none for one that was revoked', async () => {
    const { store, newToken, signIn } = await setUp();
    const token = await newToken();
    const { session } = await signIn(token);
    const other = await signIn(await newToken());
    await new AccessTokens(store).revoke(token.uuid);
    expect(await new Sessions(store).findByHash(session.secretSha256)).toBeUndefined();
    expect(await new Sessions(store).create(token)).toBeUndefined();
    expect(await new Sessions(store).findByHash(other.session.secretSha256)).toEqual(other.session);
  });

  test('ends one session, once, and takes a revision for it', async () => {
    const { store, newToken, signIn } = await setUp();
    const token = await newToken();
    const [first, second] = [await signIn(token), await signIn(token)];
    expect(await new Sessions(store).end(first.session.secretSha256)).toBe(true);
    expect(await new Sessions(store).end(first.session.secretSha256)).toBe(false);
    expect(await store.routing.currentRevision()).toBe(1);
    expect(await new Sessions(store).findByHash(first.session.secretSha256)).toBeUndefined();
    expect(await new Sessions(store).findByHash(second.session.secretSha256)).toEqual(second.session);
  });

  test('ends the session that another takes the place of, also that of another token', async () => {
    const { store, newToken, signIn } = await setUp();
    const first = await signIn(await newToken());
    const second = await signIn(await newToken(), first.session.secretSha256);
    expect(await new Sessions(store).findByHash(first.session.secretSha256)).toBeUndefined();
    expect(await new Sessions(store).findByHash(second.session.secretSha256)).toEqual(second.session);
    expect(await store.routing.currentRevision()).toBe(1);
  });

  test('keeps the newest sessions of a token, also of sign-ins at the same time', async () => {
    const { location, store, clock, newToken, signIn } = await setUp();
    const token = await newToken();
    const bystander = await signIn(await newToken());
    const oldest = await signIn(token);
    clock.time += 1;
    const writers = [store, await openStore(location, clock), await openStore(location, clock)];
    const made = await Promise.all(
      Array.from({ length: maxSessionsPerToken }, async (_, n) =>
        new Sessions(writers[n % 3] ?? store).create(token),
      ),
    );
    const found = await Promise.all(
      made.map(async (created) => new Sessions(store).findByHash(created?.session.secretSha256 ?? '')),
    );
    expect(found.filter((session) => session !== undefined)).toHaveLength(maxSessionsPerToken);
    expect(await new Sessions(store).findByHash(oldest.session.secretSha256)).toBeUndefined();
    expect(await new Sessions(store).findByHash(bystander.session.secretSha256)).toBeDefined();
    expect(await store.routing.currentRevision()).toBe(1);
  });

  test('deletes what has expired, and nothing else', async () => {
    const { store, clock, newToken, signIn } = await setUp();
    const short = await signIn(await newToken(clock.time + 10));
    const long = await signIn(await newToken());
    clock.time += 9;
    expect(await new Sessions(store).deleteExpired()).toBe(0);
    clock.time += 1;
    expect(await new Sessions(store).findByHash(short.session.secretSha256)).toBeDefined();
    expect(await new Sessions(store).deleteExpired()).toBe(1);
    expect(await new Sessions(store).findByHash(short.session.secretSha256)).toBeUndefined();
    expect(await new Sessions(store).findByHash(long.session.secretSha256)).toBeDefined();
  });

  test('finds, pages and revokes tokens within their account', async () => {
    const { store, accountUuid, clock } = await setUp();
    const other = await new Accounts(store).create('Other');
    const create = (owner: string, name: string) => {
      clock.time += 1;
      return new AccessTokens(store).create({ accountUuid: owner, name, scope: 'read', expiresAt: null });
    };
    const [b, a, foreign] = [
      (await create(accountUuid, 'b')).token,
      (await create(accountUuid, 'a')).token,
      (await create(other.uuid, 'c')).token,
    ];
    const page = (field: 'created_at' | 'name', direction: 'asc' | 'desc', offset = 0) =>
      new AccessTokens(store).page(accountUuid, { sort: { field, direction }, limit: 1, offset });
    expect(await page('created_at', 'desc')).toEqual({ entities: [a], count: 2 });
    expect(await page('created_at', 'desc', 1)).toEqual({ entities: [b], count: 2 });
    expect(await page('name', 'desc')).toEqual({ entities: [b], count: 2 });
    expect(await page('name', 'asc', 2)).toEqual({ entities: [], count: 2 });
    expect(await new AccessTokens(store).find(accountUuid, a.uuid)).toEqual(a);
    expect(await new AccessTokens(store).find(accountUuid, foreign.uuid)).toBeUndefined();
    expect(await new AccessTokens(store).revoke(foreign.uuid, accountUuid)).toBeUndefined();
    expect(await store.routing.currentRevision()).toBe(0);
    expect(await new AccessTokens(store).revoke(a.uuid, accountUuid)).toEqual(a);
    expect(await page('name', 'asc')).toEqual({ entities: [b], count: 1 });
  });
});
