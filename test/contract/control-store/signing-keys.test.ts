/** What every control store must do with signing keys, sets of domains and allowed origins. Source: docs/reference/signed-tokens.md. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { migrate } from '../../../src/control/migrate.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { AccessTokens } from '../../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { KeyRotation } from '../../../src/features/secret-key/key-rotation.ts';
import { AccountSettings } from '../../../src/features/settings/settings-store.ts';
import { SigningKeys } from '../../../src/features/signing-keys/signing-key-store.ts';
import { SigningSecrets } from '../../../src/features/signing-keys/signing-secrets.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { UsageLists } from '../../../src/features/usage/usage-lists.ts';
import { hashToken } from '../../../src/secrets/access-token-secret.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { domainOf, storesAt, TestClock, upstreamOf } from './stores.ts';

onEachControlStore('signing keys', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  test('a key is opened by its uuid, and deleted through its own account only', async () => {
    const { store, accountUuid } = await openWithAccount();
    const keys = new SigningKeys(store);
    const secrets = new SigningSecrets(store);
    const { uuid: stranger } = await new Accounts(store).create('Other');
    const { key, secret } = await keys.createWithSecret(accountUuid, 'portal');
    expect(await secrets.open(key.uuid)).toEqual({ uuid: key.uuid, accountUuid, secret });
    expect(await keys.delete(stranger, key.uuid)).toBeUndefined();
    const revision = await store.routing.currentRevision();
    expect(await keys.delete(accountUuid, key.uuid)).toEqual(key);
    expect(await store.routing.currentRevision()).not.toEqual(revision);
    expect(await secrets.open(key.uuid)).toBeUndefined();
  });

  test('two nodes don’t pass the limit together', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const keys = new SigningKeys(store);
    for (let made = 0; made < 19; made++) await keys.createWithSecret(accountUuid, 'x');
    const elsewhere = new SigningKeys(await openStore(location));
    const outcomes = await Promise.allSettled([
      keys.createWithSecret(accountUuid, 'x'),
      elsewhere.createWithSecret(accountUuid, 'x'),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('secrets outlive a rotation of the secret key; lost ones are deleted', async () => {
    const location = await newLocation('tables');
    const path = join(await tempDir(), 'secret.key');
    const open = async () => {
      const store = await ControlStore.open(location, new TestClock(), { kind: 'file', path });
      onTestFinished(() => store[Symbol.asyncDispose]());
      return store;
    };
    const store = await open();
    await store.secretKeys.prepare();
    const { uuid: accountUuid } = await new Accounts(store).create('Acme');
    const { key, secret } = await new SigningKeys(store).createWithSecret(accountUuid, 'portal');
    expect((await new KeyRotation(store).run()).rotated).toBe(1);
    expect((await new SigningSecrets(await open()).open(key.uuid))?.secret).toBe(secret);
    await writeFile(path, `${newSecretKey()}\n`);
    const again = await open();
    await expect(again.secretKeys.prepare()).rejects.toThrow('the secrets of 1 signing keys');
    await new KeyRotation(again).discardLost();
    expect(await new SigningSecrets(again).open(key.uuid)).toBeUndefined();
  });

  test('tokens keep their scope through the migration, and their set', async () => {
    const location = await newLocation();
    const database = await ControlDatabase.open(location);
    await migrate(database, 70);
    await sql`insert into accounts (uuid, name, created_at, updated_at) values ('a', 'Acme', 1, 1)`.execute(
      database.queries,
    );
    for (const scope of ['read', 'write'])
      await sql`insert into access_tokens (uuid, account_uuid, name, token_sha256, scope, created_at)
        values (${scope}, 'a', ${scope}, ${hashToken(scope)}, ${scope}, 1)`.execute(database.queries);
    await migrate(database);
    await database[Symbol.asyncDispose]();
    const store = await openStore(location);
    const tokens = new AccessTokens(store);
    for (const scope of ['read', 'write'] as const)
      expect(await tokens.findByHash(hashToken(scope))).toMatchObject({
        scope,
        customDomainUuids: null,
        externalIds: null,
        mayApply: false,
      });
    const set = { customDomainUuids: [], externalIds: ['ä', "'"] };
    const made = await tokens.create({
      accountUuid: 'a',
      name: 'x',
      scope: 'analytics',
      expiresAt: null,
      ...set,
    });
    expect(await tokens.findByHash(hashToken(made.secret))).toEqual({ ...made.token, ...set });
    await expect(
      sql`update access_tokens set scope = 'admin'`.execute(store.database.queries),
    ).rejects.toThrow();
  });

  test('a set names the domains that it has now, of its own account', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { uuid: stranger } = await new Accounts(store).create('Other');
    const domains = new CustomDomains(store);
    const create = async (account: string, host: string, externalId: string) => {
      const upstream = await new Upstreams(store).create(account, upstreamOf(`up.${host}`));
      const made = await domains.create(account, upstream.uuid, { ...domainOf(host), externalId });
      return made?.uuid ?? '';
    };
    const a = await create(accountUuid, 'a.example.com', 'one');
    const b = await create(accountUuid, 'b.example.com', 'two');
    const other = await create(stranger, 'c.example.com', 'one');
    const namesOf = async (customDomainUuids: string[] | null, externalIds: string[] | null) => {
      const set = { customDomainUuids, externalIds };
      const named = (await domains.listNamed(accountUuid, set)).map(({ host }) => host[0]).join('');
      const filters = { accountUuid, month: '2026-05', within: set };
      const used = (await new UsageLists(store).all(filters)).map(({ host }) => host[0]).join('');
      expect(used).toBe(named);
      return named;
    };
    expect(await namesOf(null, null)).toBe('ab');
    expect(await namesOf([b], null)).toBe('b');
    expect(await namesOf([b, other], ['one'])).toBe('ab');
    expect(await namesOf(null, ['one', 'One', ''])).toBe('a');
    expect(await namesOf([], [])).toBe('');
    expect(
      await namesOf(
        [a, ...Array.from({ length: 999 }, (_, n) => `x${n}`)],
        Array.from({ length: 1_000 }, (_, n) => `y${n}`),
      ),
    ).toBe('a');
  });

  test('origins are an account’s own, in their order, and looked up over all accounts', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { uuid: stranger } = await new Accounts(store).create('Other');
    const settings = new AccountSettings(store);
    const [one, two] = ['https://one.example', 'https://two.example'];
    await settings.update(accountUuid, { allowedOrigins: [two, one] });
    await settings.update(stranger, { allowedOrigins: [one] });
    expect(await settings.find(accountUuid)).toEqual({ allowedOrigins: [two, one] });
    expect((await settings.accountsAllowing(one)).toSorted()).toEqual([accountUuid, stranger].toSorted());
    expect(await settings.accountsAllowing(two)).toEqual([accountUuid]);
    expect(await settings.update(accountUuid, { allowedOrigins: [] })).toEqual({ allowedOrigins: [] });
    expect(await settings.accountsAllowing(two)).toEqual([]);
  });
});
