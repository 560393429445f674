/** How every control store keeps the tokens of upstreams. Source: docs/reference/domains.md. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import { migrateStore } from '../../../src/control/migrate.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { KeyRotation } from '../../../src/features/secret-key/key-rotation.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { SecretKeyError } from '../../../src/secrets/secret-key-error.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { makeOlder } from '../../support/older-store.ts';
import { changedSince, domainOf, storesAt, TestClock, upstreamOf } from './stores.ts';

const token = 'a-token-that-nobody-else-may-read';

/** Everything that the store keeps of its upstreams: the rows, and on SQLite all bytes of its files. */
async function keptBytes(location: ControlLocation): Promise<string> {
  await using database = await ControlDatabase.open(location);
  const { rows } = await sql`select * from upstreams`.execute(database.queries);
  const files =
    location.kind === 'sqlite' ? [location.path, `${location.path}-wal`, `${location.path}-shm`] : [];
  const contents = await Promise.all(files.filter(existsSync).map((file) => readFile(file, 'latin1')));
  return [JSON.stringify(rows), ...contents].join('\n');
}

onEachControlStore('tokens of upstreams', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  async function openWith(location: ControlLocation, keys: string): Promise<ControlStore> {
    const store = await ControlStore.open(location, new TestClock(), { kind: 'given', keys });
    onTestFinished(() => store[Symbol.asyncDispose]());
    return store;
  }

  test('are encrypted, and neither a new one nor one that it replaces is kept in clear', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const given = upstreamOf('a.example.net', { authToken: token });
    const created = await new Upstreams(store).create(accountUuid, given);
    const { uuid } = created;
    const changed = { ...created, authToken: `${token}-2` };
    expect((await new Upstreams(store).update(accountUuid, uuid, () => changed))?.authToken).toBe(
      `${token}-2`,
    );
    expect((await new Upstreams(store).find(accountUuid, uuid))?.authToken).toBe(`${token}-2`);
    expect(await keptBytes(location)).not.toContain(token);
  });

  test('that an older version stored in clear are encrypted at the next start, and cleared away', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const { uuid } = await new Upstreams(store).create(
      accountUuid,
      upstreamOf('a.example.net', { authToken: token }),
    );
    await new CustomDomains(store).create(accountUuid, uuid, domainOf('a.example.com'));
    await toVersionWithPlainTokens(location, uuid);
    expect(await keptBytes(location)).toContain(token);

    await migrateStore(location);
    const keys = newSecretKey();
    const upgraded = await openWith(location, keys);
    // A command may come between the migration and the first start.
    expect((await new Upstreams(upgraded).find(accountUuid, uuid))?.authToken).toBe(token);
    await upgraded.secretKeys.prepare();
    expect(await keptBytes(location)).not.toContain(token);
    expect((await new Upstreams(upgraded).find(accountUuid, uuid))?.authToken).toBe(token);
    expect(await upgraded.routing.routesAfter('', 10)).toMatchObject([
      { domain: { upstream: { authToken: token } } },
    ]);
    await upgraded.secretKeys.prepare();
    expect((await new Upstreams(upgraded).find(accountUuid, uuid))?.authToken).toBe(token);
  });

  test('do not open in another row, or under another key', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const one = await new Upstreams(store).create(
      accountUuid,
      upstreamOf('a.example.net', { authToken: token }),
    );
    const two = await new Upstreams(store).create(accountUuid, upstreamOf('b.example.net'));
    await new CustomDomains(store).create(accountUuid, one.uuid, domainOf('a.example.com'));
    await new CustomDomains(store).create(accountUuid, two.uuid, domainOf('b.example.com'));
    await using database = await ControlDatabase.open(location);
    await sql`update upstreams set sealed_auth_token =
      (select sealed_auth_token from upstreams where uuid = ${one.uuid}) where uuid = ${two.uuid}`.execute(
      database.queries,
    );
    await expect(new Upstreams(store).find(accountUuid, two.uuid)).rejects.toThrow(SecretKeyError);
    // The routes of others are served.
    const routes = await store.routing.routesAfter('', 10);
    expect(routes.map(({ domain }) => domain?.upstream.authToken)).toEqual([token, null]);

    const stranger = await openWith(location, newSecretKey());
    await expect(stranger.secretKeys.prepare()).rejects.toThrow(
      /the tokens of 2 upstreams are encrypted with .*NAMEPLATE_SECRET_KEY has only .*nameplate key reset/,
    );
  });

  test('are rotated with the secret key, and new ones are given when it is lost', async () => {
    const [first, second, third] = [newSecretKey(), newSecretKey(), newSecretKey()];
    const location = await newLocation('tables');
    const store = await openWith(location, first);
    await store.secretKeys.prepare();
    const { uuid: accountUuid } = await new Accounts(store).create('Acme');
    const { uuid } = await new Upstreams(store).create(
      accountUuid,
      upstreamOf('a.example.net', { authToken: token }),
    );
    await new CustomDomains(store).create(accountUuid, uuid, domainOf('a.example.com'));

    const rotating = await openWith(location, `${second},${first}`);
    expect((await new KeyRotation(rotating).run()).rotated).toBe(1);
    const rotated = await openWith(location, second);
    expect(await rotated.secretKeys.prepare()).toEqual([]);
    expect((await new Upstreams(rotated).find(accountUuid, uuid))?.authToken).toBe(token);

    const lost = await openWith(location, third);
    const before = await lost.routing.currentRevision();
    expect(await new KeyRotation(lost).discardLost()).toEqual({ certificates: 0, tokens: 1 });
    await lost.secretKeys.prepare();
    const fresh = (await new Upstreams(lost).find(accountUuid, uuid))?.authToken ?? '';
    expect(fresh).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await keptBytes(location)).not.toContain(fresh);
    expect(await changedSince(lost, before)).toMatchObject([
      { host: 'a.example.com', domain: { upstream: { authToken: fresh } } },
    ]);
  });
});

/** Takes the store back to the version before tokens were sealed. */
async function toVersionWithPlainTokens(location: ControlLocation, uuid: string): Promise<void> {
  await makeOlder(location);
  await using database = await ControlDatabase.open(location);
  const { queries } = database;
  await queries.schema.dropIndex('upstreams_key_id').execute();
  await queries.schema.alterTable('upstreams').dropColumn('key_id').execute();
  await queries.schema.alterTable('upstreams').renameColumn('sealed_auth_token', 'auth_token').execute();
  await sql`update upstreams set auth_token = ${token} where uuid = ${uuid}`.execute(queries);
  await sql`delete from secret_keys`.execute(queries);
  await queries.schema.dropTable('analytics_lease').execute();
  await sql`delete from schema_version where version >= 8`.execute(queries);
}
