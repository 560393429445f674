/** What every control store must do, whatever keeps it. */

import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase, type ControlTransaction } from '../../src/control/database.ts';
import { migrate, SchemaTooNewError, schemaVersion } from '../../src/control/migrate.ts';
import { answeredAtEnd } from '../../src/control/pipelining.ts';
import { ControlStore } from '../../src/control/store.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { newUuid } from '../../src/core/ids.ts';
import type { StorePosition } from '../../src/core/route.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import type { RedirectAttributes } from '../../src/resources/redirect.ts';
import { hashToken } from '../../src/secrets/access-token-secret.ts';
import { bootstrap } from '../../src/service/first-token.ts';
import { onEachControlStore } from '../support/control-stores.ts';
import { positionAt, redirectOf, storesAt, TestClock } from './control-store/stores.ts';

onEachControlStore('control store', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  test('migrates once when several processes open an empty store together', async () => {
    const location = await newLocation();
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(location)));
    for (const store of stores) expect(await store.routing.currentRevision()).toBe(0);
  });

  test('finds nothing to migrate the second time', async () => {
    const location = await newLocation();
    await openStore(location);
    const database = await ControlDatabase.open(location);
    onTestFinished(() => database[Symbol.asyncDispose]());
    expect(await migrate(database)).toBe(0);
  });

  test('refuses a store that a newer program wrote and leaves it alone', async () => {
    const location = await newLocation();
    await openStore(location);
    const database = await ControlDatabase.open(location);
    onTestFinished(() => database[Symbol.asyncDispose]());
    const { sql } = await import('kysely');
    await sql`insert into schema_version (version) values (${schemaVersion + 1})`.execute(database.queries);
    await expect(ControlStore.open(location, new TestClock())).rejects.toThrow(SchemaTooNewError);
    await expect(ControlStore.open(location, new TestClock())).rejects.toThrow(
      new RegExp(`version ${schemaVersion + 1}.*knows ${schemaVersion}`),
    );
  });

  test('uses a store that a newer program migrated in a way that this one can live beside', async () => {
    const location = await newLocation();
    await openStore(location);
    const database = await ControlDatabase.open(location);
    onTestFinished(() => database[Symbol.asyncDispose]());
    const { sql } = await import('kysely');
    const record = sql`insert into schema_version (version, usable_from) values (${schemaVersion + 2}, ${schemaVersion})`;
    await record.execute(database.queries);
    const store = await openStore(location);
    expect(await new Accounts(store).list()).toEqual([]);
    expect(await migrate(database)).toBe(0);
    await sql`update schema_version set usable_from = ${schemaVersion + 1} where version = ${schemaVersion + 2}`.execute(
      database.queries,
    );
    await expect(ControlStore.open(location, new TestClock())).rejects.toThrow(SchemaTooNewError);
  });

  test('creates the first account once when several processes start together', async () => {
    const location = await newLocation();
    const stores = await Promise.all([openStore(location), openStore(location), openStore(location)]);
    const results = await Promise.all(stores.map((store) => bootstrap(store)));
    expect(results.filter((result) => result !== undefined)).toHaveLength(1);
    expect(await new Accounts(stores[0]).list()).toHaveLength(1);
    expect(await new AccessTokens(stores[1]).list()).toHaveLength(1);
  });

  test('a statement that is answered at the end of its transaction fails it, for its own reason', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { database } = store;
    const insert = (trx: ControlTransaction) =>
      trx
        .insertInto('account_limits')
        .values({ account_uuid: accountUuid, name: 'hosts', allowed: 1 })
        .execute();
    const twice = async (trx: ControlTransaction) => {
      answeredAtEnd(trx, insert(trx));
      answeredAtEnd(trx, insert(trx));
    };
    const works = [
      twice,
      async (trx: ControlTransaction) => {
        await twice(trx);
        throw new Error('something else');
      },
      async (trx: ControlTransaction) => {
        await twice(trx);
        await trx.selectFrom('account_limits').selectAll().execute();
      },
    ];
    for (const work of works)
      for (const run of [() => database.transaction(work), () => database.rehearse(work)])
        await expect(run()).rejects.toMatchObject({ code: expect.stringMatching(/^23505$|PRIMARYKEY$/) });
    expect(await database.queries.selectFrom('account_limits').selectAll().execute()).toEqual([]);
  });

  test('uses the bootstrap token it is given', async () => {
    const store = await openStore(await newLocation());
    const secret = `np_${'x'.repeat(43)}`;
    expect(await bootstrap(store, secret)).toMatchObject({ secret });
    expect(await new AccessTokens(store).findByHash(hashToken(secret))).toMatchObject({
      scope: 'write',
      expiresAt: null,
    });
  });

  test('keeps tokens by hash only and forgets revoked ones', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { token, secret } = await new AccessTokens(store).create({
      accountUuid,
      name: 'ci',
      scope: 'read',
      expiresAt: 5,
    });
    expect(secret).toMatch(/^np_[A-Za-z0-9_-]{43}$/);
    expect(await new AccessTokens(store).findByHash(hashToken(secret))).toEqual(token);
    expect(JSON.stringify(await new AccessTokens(store).list())).not.toContain(secret.slice(3));

    const before = await store.routing.currentRevision();
    expect(await new AccessTokens(store).revoke(token.uuid)).toEqual(token);
    expect(await new AccessTokens(store).revoke(token.uuid)).toBeUndefined();
    expect(await new AccessTokens(store).findByHash(hashToken(secret))).toBeUndefined();
    expect(await store.routing.currentRevision()).toBe(before + 1);
  });

  test('moves the time of last use forwards only', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { token } = await new AccessTokens(store).create({
      accountUuid,
      name: 'ci',
      scope: 'read',
      expiresAt: null,
    });
    await new AccessTokens(store).touch(new Map([[token.uuid, 2_000]]));
    await new AccessTokens(store).touch(new Map([[token.uuid, 1_000]]));
    expect(await new AccessTokens(store).list(accountUuid)).toMatchObject([{ lastUsedAt: 2_000 }]);
  });

  test('stores a redirect as it was given', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const attributes = redirectOf('go.example.com', {
      matchPath: 'docs*',
      destinationUrl: 'https://münchen.example/ä?q=1#f',
      redirectType: 'found',
      preservePath: false,
      preserveQueryString: false,
      active: false,
    });
    const created = await new Redirects(store).create(accountUuid, attributes);
    expect(created).toMatchObject({
      ...attributes,
      accountUuid,
      createdAt: clock.time,
      updatedAt: clock.time,
    });
    expect(await new Redirects(store).find(accountUuid, created.uuid)).toEqual(created);
    expect(await new Redirects(store).find(newUuid(), created.uuid)).toBeUndefined();
  });

  test('lets one of racing creates for a host win and tells the others it is taken', async () => {
    const { location, accountUuid, store } = await openWithAccount();
    const other = await openStore(location);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        new Redirects(index % 2 === 0 ? store : other).create(accountUuid, redirectOf('race.example.com')),
      ),
    );
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toHaveLength(7);
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(ServiceError);
      expect(failure).toMatchObject({
        code: 'source_host_taken',
        message: expect.stringContaining('race.example.com'),
      });
    }
    expect((await new Redirects(store).list(listOf(accountUuid))).count).toBe(1);
  });

  test('refuses to move a redirect to a host taken meanwhile', async () => {
    const { store, accountUuid } = await openWithAccount();
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    const second = await new Redirects(store).create(accountUuid, redirectOf('b.example.com'));
    const moving = new Redirects(store).update(accountUuid, second.uuid, (current) => ({
      ...current,
      sourceHost: 'a.example.com',
    }));
    await expect(moving).rejects.toMatchObject({ code: 'source_host_taken' });
    expect(await new Redirects(store).find(accountUuid, second.uuid)).toEqual(second);
  });

  test('creates many or none', async () => {
    const { store, accountUuid } = await openWithAccount();
    await new Redirects(store).create(accountUuid, redirectOf('h700.example.com'));
    const list = Array.from({ length: 1_200 }, (_, index) => redirectOf(`h${index}.example.com`));
    await expect(new Redirects(store).createMany(accountUuid, list)).rejects.toMatchObject({
      code: 'source_host_taken',
      message: expect.stringContaining('h700.example.com'),
    });
    expect((await new Redirects(store).list(listOf(accountUuid))).count).toBe(1);
    await new Redirects(store).createMany(
      accountUuid,
      list.filter((one) => one.sourceHost !== 'h700.example.com'),
    );
    expect((await new Redirects(store).list(listOf(accountUuid))).count).toBe(1_200);
    expect(await store.routing.currentRevision()).toBe(1_200);
  });

  test('lets updated_at grow whatever the clock does', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const created = await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    clock.time -= 3_600_000;
    const first = await new Redirects(store).update(accountUuid, created.uuid, (current) => current);
    const second = await new Redirects(store).update(accountUuid, created.uuid, (current) => current);
    expect(first?.updatedAt).toBe(created.updatedAt + 1);
    expect(second?.updatedAt).toBe(created.updatedAt + 2);
    expect(second?.createdAt).toBe(created.createdAt);
  });

  test('loses no update of concurrent writers to one redirect', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { uuid } = await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        new Redirects(store).update(accountUuid, uuid, (current) => ({
          ...current,
          destinationUrl: `${current.destinationUrl}/${index}`,
        })),
      ),
    );
    const stored = await new Redirects(store).find(accountUuid, uuid);
    const applied = stored?.destinationUrl
      .split('/')
      .slice(3)
      .map(Number)
      .toSorted((a, b) => a - b);
    expect(applied).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('changes nothing when an update throws', async () => {
    const { store, accountUuid } = await openWithAccount();
    const created = await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    const failing = new Redirects(store).update(accountUuid, created.uuid, () => {
      throw new ServiceError({ attribute: 'active' }, 'no');
    });
    await expect(failing).rejects.toMatchObject({ code: 'active_invalid' });
    expect(await new Redirects(store).find(accountUuid, created.uuid)).toEqual(created);
  });

  test('changes many in one transaction, leaving out what is gone or told to stay', async () => {
    const { store, accountUuid } = await openWithAccount();
    const [a, b, c] = await new Redirects(store).createMany(accountUuid, [
      redirectOf('a.example.com'),
      redirectOf('b.example.com'),
      redirectOf('c.example.com'),
    ]);
    const pause = (current: RedirectAttributes) => ({ ...current, active: false });
    const results = await new Redirects(store).updateMany(accountUuid, [
      { uuid: a?.uuid ?? '', change: pause },
      { uuid: newUuid(), change: pause },
      { uuid: b?.uuid ?? '', change: () => undefined },
      { uuid: c?.uuid ?? '', change: pause },
    ]);
    expect(results.map((result) => result?.sourceHost)).toEqual([
      'a.example.com',
      undefined,
      undefined,
      'c.example.com',
    ]);
    expect(await new Redirects(store).find(accountUuid, b?.uuid ?? '')).toEqual(b);
    expect(await store.routing.currentRevision()).toBe(5);
    const taking = new Redirects(store).updateMany(accountUuid, [
      { uuid: b?.uuid ?? '', change: pause },
      { uuid: c?.uuid ?? '', change: (current) => ({ ...current, sourceHost: 'a.example.com' }) },
    ]);
    await expect(taking).rejects.toMatchObject({ code: 'source_host_taken' });
    expect(await new Redirects(store).find(accountUuid, b?.uuid ?? '')).toEqual(b);
  });

  test('answers undefined for updates and deletes of what is not there or not theirs', async () => {
    const { store, accountUuid } = await openWithAccount();
    const other = await new Accounts(store).create('Other');
    const { uuid } = await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    expect(await new Redirects(store).update(other.uuid, uuid, (current) => current)).toBeUndefined();
    expect(await new Redirects(store).delete(other.uuid, uuid)).toBeUndefined();
    expect(await new Redirects(store).delete(accountUuid, uuid)).toMatchObject({
      sourceHost: 'a.example.com',
    });
    expect(await new Redirects(store).delete(accountUuid, uuid)).toBeUndefined();
  });

  test('sorts by each field both ways, byte by byte, ties in the same direction', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const hosts = [
      'b-1.example.com',
      'b.example.com',
      'a.example.com',
      'b1.example.com',
      'xn--a.example.com',
    ];
    for (const [index, host] of hosts.entries()) {
      // Two redirects share each millisecond.
      clock.time = 1_000_000 + Math.floor(index / 2);
      await new Redirects(store).create(accountUuid, redirectOf(host));
    }
    const hostsBy = async (field: 'created_at' | 'updated_at' | 'source_host', direction: 'asc' | 'desc') => {
      const page = await new Redirects(store).list({ ...listOf(accountUuid), sort: { field, direction } });
      return page.redirects.map((redirect) => redirect.sourceHost);
    };
    expect(await hostsBy('created_at', 'asc')).toEqual(hosts);
    expect(await hostsBy('created_at', 'desc')).toEqual(hosts.toReversed());
    const sorted = [
      'a.example.com',
      'b-1.example.com',
      'b.example.com',
      'b1.example.com',
      'xn--a.example.com',
    ];
    expect(await hostsBy('source_host', 'asc')).toEqual(sorted);
    expect(await hostsBy('source_host', 'desc')).toEqual(sorted.toReversed());
    const { redirects } = await new Redirects(store).list({
      ...listOf(accountUuid),
      sourceHost: 'a.example.com',
    });
    clock.time += 5;
    await new Redirects(store).update(accountUuid, redirects[0]?.uuid ?? '', (current) => current);
    expect((await hostsBy('updated_at', 'desc'))[0]).toBe('a.example.com');
  });

  test('answers the count of all that match on every page, also past the end', async () => {
    const { store, accountUuid } = await openWithAccount();
    const hosts = Array.from({ length: 7 }, (_, index) => redirectOf(`h${index}.example.com`));
    await new Redirects(store).createMany(accountUuid, hosts);
    const page = (offset: number) => new Redirects(store).list({ ...listOf(accountUuid), limit: 3, offset });
    expect(await page(6)).toMatchObject({ count: 7, redirects: [{ sourceHost: 'h0.example.com' }] });
    expect(await page(9)).toEqual({ count: 7, redirects: [] });
    expect(await page(Number.MAX_SAFE_INTEGER)).toEqual({ count: 7, redirects: [] });
    expect(
      await new Redirects(store).list({ ...listOf(accountUuid), sourceHost: 'none.example.com' }),
    ).toEqual({
      count: 0,
      redirects: [],
    });
  });

  test('tells which hosts changed since a revision and how they are served now', async () => {
    const { store, accountUuid } = await openWithAccount();
    expect(await store.routing.changesAfter(await positionAt(store, 0), 10)).toEqual({
      fromRevision: 0,
      toRevision: 0,
      mark: '',
      hosts: [],
    });
    const a = await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    const b = await new Redirects(store).create(accountUuid, redirectOf('b.example.com'));
    await new Redirects(store).update(accountUuid, a.uuid, (current) => ({
      ...current,
      sourceHost: 'c.example.com',
    }));
    await new Redirects(store).update(accountUuid, b.uuid, (current) => ({ ...current, active: false }));
    const rule = {
      uuid: a.uuid,
      matchPath: '*',
      destinationUrl: 'https://www.example.com',
      redirectType: 'permanent',
      preservePath: true,
      preserveQueryString: true,
    };
    expect(await store.routing.changesAfter(await positionAt(store, 0), 100)).toEqual({
      fromRevision: 0,
      toRevision: 5,
      mark: expect.any(String),
      hosts: [
        { host: 'a.example.com', redirect: null, domain: null },
        { host: 'b.example.com', redirect: null, domain: null },
        { host: 'c.example.com', redirect: rule, domain: null },
      ],
    });
    expect(await store.routing.changesAfter(await positionAt(store, 3), 1)).toMatchObject({
      fromRevision: 3,
      toRevision: 4,
    });
    expect(await store.routing.routesAfter('', 10)).toEqual([
      { host: 'c.example.com', redirect: rule, domain: null },
    ]);
    expect(await store.routing.routesAfter('c.example.com', 10)).toEqual([]);
  });

  test('says when the log no longer reaches back, or the store is older than the reader', async () => {
    const { store, accountUuid } = await openWithAccount();
    await new Redirects(store).createMany(
      accountUuid,
      Array.from({ length: 10 }, (_, index) => redirectOf(`h${index}.example.com`)),
    );
    expect(await store.routing.trim(4)).toBe(6);
    expect(await store.routing.changesAfter(await positionAt(store, 5), 10)).toBe('gone');
    expect(await store.routing.changesAfter(await positionAt(store, 6), 10)).toMatchObject({
      toRevision: 10,
    });
    expect(await store.routing.trim(0)).toBe(4);
    expect(await store.routing.changesAfter(await positionAt(store, 10), 10)).toMatchObject({
      toRevision: 10,
      hosts: [],
    });
    expect(await store.routing.changesAfter(await positionAt(store, 9), 10)).toBe('gone');
    expect(await store.routing.changesAfter(await positionAt(store, 11), 10)).toBe('gone');
  });

  test('shows revisions in the order of commits to a reader that follows concurrent writers', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const writers = [store, await openStore(location), await openStore(location)];
    const reader = await openStore(location);
    let writing = true;
    const work = Promise.all(
      writers.map(async (writer, index) => {
        for (let n = 0; n < 30; n++)
          await new Redirects(writer).create(accountUuid, redirectOf(`w${index}-${n}.example.com`));
      }),
    ).finally(() => {
      writing = false;
    });
    const seen = new Set<string>();
    let position: StorePosition = { revision: 0, mark: '' };
    for (let last = false; !last; ) {
      last = !writing;
      const changes = await reader.routing.changesAfter(position, 7);
      if (changes === 'gone') throw new Error('a gap in the log');
      for (const { host } of changes.hosts) seen.add(host);
      position = { revision: changes.toRevision, mark: changes.mark };
      if (changes.hosts.length > 0) last = false;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await work;
    expect(position.revision).toBe(90);
    expect(seen.size).toBe(90);
  });

  test('tells listeners of commits elsewhere where the engine can', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    if (location.kind !== 'postgres') return;
    const other = await openStore(location);
    let heard = 0;
    await using _listener = await other.routing.onRevision(() => {
      heard += 1;
    });
    const before = heard;
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    await expect.poll(() => heard).toBeGreaterThan(before);
  });

  test('keeps what was committed when it is opened again', async () => {
    const location = await newLocation();
    const first = await ControlStore.open(location, new TestClock());
    const account = await new Accounts(first).create('Acme');
    const redirect = await new Redirects(first).create(account.uuid, redirectOf('a.example.com'));
    await first[Symbol.asyncDispose]();
    const second = await openStore(location);
    expect(await new Redirects(second).find(account.uuid, redirect.uuid)).toEqual(redirect);
  });
});

function listOf(accountUuid: string) {
  return { accountUuid, sort: { field: 'created_at', direction: 'desc' }, limit: 20, offset: 0 } as const;
}
