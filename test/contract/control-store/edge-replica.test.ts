/** The copy of a control store that edge workers read. Source: docs/reference/edge.md ("What workers read"). */

import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DefaultQueryExecutor, sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { EdgeStore } from '../../../src/control/edge-store.ts';
import { ControlStore } from '../../../src/control/store.ts';
import type { RoutingSource } from '../../../src/core/route.ts';
import { ReplicaKeeper } from '../../../src/edge/replica-keeper.ts';
import { sumsOf } from '../../../src/edge/route-sums.ts';
import { RoutingAudit } from '../../../src/edge/routing-audit.ts';
import { RoutingPublisher } from '../../../src/edge/routing-publisher.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { CustomCertificates } from '../../../src/features/custom-certificates/custom-certificate-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { KeyRotation } from '../../../src/features/secret-key/key-rotation.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openCertificates } from './automatic-certificate-store.ts';
import { redirectOf, upstreamOf } from './stores.ts';

const dayMs = 86_400_000;
const hosts = [
  'a.example.com',
  'www.a.example.com',
  'b.example.com',
  'x.wild.example.com',
  'edge.example.net',
];

onEachControlStore('the edge replica', (newLocation) => {
  async function open() {
    const fixture = await openCertificates(newLocation);
    const { store, clock, keys } = fixture;
    const path = join(await tempDir(), 'edge.db');
    const newReplica = () => {
      const replica = store.replicaAt(path);
      onTestFinished(() => replica[Symbol.asyncDispose]());
      return replica;
    };
    const secretKeys = { kind: 'given', keys } as const;
    const newWorker = () => {
      const made = new EdgeStore({ path, secretKeys, clock, ownHost: 'edge.example.net' });
      onTestFinished(() => made[Symbol.asyncDispose]());
      return made;
    };
    const worker = newWorker();
    const replica = newReplica();
    const follow = async (other = replica) => other.bringTo(await store.routing.position());
    const sums = async (reader = worker) => {
      let found: readonly number[] = [];
      await reader.readRoutes(async (source: RoutingSource) => {
        found = await sumsOf(source);
      });
      return found;
    };
    /** What workers read is what the store has. */
    const expectSame = async () => {
      expect(await sums()).toEqual(await sumsOf(store.routing));
      await worker.readRoutes(async (source) =>
        expect(await source.position()).toEqual(await store.routing.position()),
      );
      for (const host of hosts)
        expect(await worker.findForHost(host)).toEqual(await store.certificates.findForHost(host));
    };
    const upload = (...sans: string[]) =>
      new CustomCertificates(store).create(fixture.accountUuid, {
        ...fixture.certificateFor(sans[0] ?? ''),
        sans,
        names: sans,
      });
    return { ...fixture, path, replica, newReplica, worker, newWorker, follow, sums, expectSame, upload };
  }

  test('has everything, in a file that only its owner can read', async () => {
    const { store, accountUuid, addDomain, clock, path, follow, expectSame, upload, worker, replica } =
      await open();
    await addDomain('a.example.com', true);
    await addDomain('x.wild.example.com');
    await new Redirects(store).create(
      accountUuid,
      redirectOf('b.example.com', { destinationUrl: 'https://é.example/"' }),
    );
    await new Redirects(store).create(accountUuid, redirectOf('paused.example.com', { active: false }));
    await upload('*.wild.example.com');
    const salts = await store.visitorSalts.current(clock.time, 'day');
    await follow();
    await expectSame();
    expect(await worker.findForHost('x.wild.example.com')).toHaveLength(1);
    expect(await worker.visitorSalts()).toEqual(salts);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await replica.isUsable()).toBe(true);
  });

  test.each([50, 101])('has %i rows, of which an insert takes fifty', async (count) => {
    const { store, accountUuid, follow, expectSame } = await open();
    for (let index = 0; index < count; index++)
      await new Redirects(store).create(
        accountUuid,
        redirectOf(`${index}.example.org`, { destinationUrl: `https://dest.example/"'${index}?{}\u{1F60A}` }),
      );
    await follow();
    await expectSame();
  });

  test('follows every change', async () => {
    const { store, accountUuid, addDomain, verify, take, certificateFor, follow, expectSame, upload, clock } =
      await open();
    await follow();
    const steps: (() => Promise<unknown>)[] = [];
    const domain = await addDomain('a.example.com', true);
    await follow();
    await expectSame();
    const redirect = await new Redirects(store).create(accountUuid, redirectOf('b.example.com'));
    const certificate = await upload('a.example.com', 'www.a.example.com', 'b.example.com');
    steps.push(
      () => verify(domain),
      async () => {
        clock.time += 1_000;
        for (const taken of await take())
          await new AutomaticCertificates(store).complete(
            taken,
            certificateFor(taken.host),
            clock.time + dayMs,
          );
      },
      () =>
        new Redirects(store).update(accountUuid, redirect.uuid, (current) => ({
          ...current,
          matchPath: '/x',
        })),
      () =>
        new Upstreams(store).update(accountUuid, domain.upstreamUuid, (current) => ({
          ...current,
          port: 8443,
          authToken: 'another',
        })),
      () =>
        new CustomDomains(store).update(accountUuid, domain.upstreamUuid, domain.uuid, (current) => ({
          ...current,
          redirectToWww: false,
        })),
      () =>
        new Redirects(store).update(accountUuid, redirect.uuid, (current) => ({
          ...current,
          sourceHost: 'www.a.example.com',
        })),
      () => new Redirects(store).create(accountUuid, redirectOf('b.example.com')),
      () => new CustomCertificates(store).delete(accountUuid, certificate.uuid),
      () => new Upstreams(store).delete(accountUuid, domain.upstreamUuid),
      () => new Redirects(store).delete(accountUuid, redirect.uuid),
    );
    for (const step of steps) {
      await step();
      await follow();
      await expectSame();
    }
  });

  test('follows what the log does not have: salts, and secrets encrypted with another key', async () => {
    const { location, store, clock, keys, path, replica, worker, follow, upload, addDomain } = await open();
    await addDomain('a.example.com');
    await upload('a.example.com');
    await store.visitorSalts.current(clock.time, 'day');
    await follow();
    const salts = await worker.visitorSalts();
    clock.time += dayMs + 3_600_000;
    const later = await store.visitorSalts.current(clock.time, 'day');
    await store.visitorSalts.destroyOld(clock.time);
    await replica.copyUnlogged();
    expect(await worker.visitorSalts()).toEqual(later);
    for (const suffix of ['', '-wal'])
      expect(readFileSync(path + suffix).includes(salts[0]?.key ?? '-')).toBe(false);

    const next = Buffer.alloc(32, 9).toString('base64');
    const rotating = await ControlStore.open(location, clock, { kind: 'given', keys: `${next},${keys}` });
    onTestFinished(() => rotating[Symbol.asyncDispose]());
    await new KeyRotation(rotating).run();
    await replica.copyUnlogged();
    const secretKeys = { kind: 'given', keys: next } as const;
    const rotated = new EdgeStore({ path, secretKeys, clock, ownHost: '' });
    onTestFinished(() => rotated[Symbol.asyncDispose]());
    expect(await rotated.findForHost('a.example.com')).toHaveLength(1);
    await rotated.readRoutes(async (source) => {
      const [routes] = await source.routesAfter('', 1);
      expect(routes?.domain?.upstream.authToken).not.toBeNull();
    });
  });

  test('looks for rows of another secret key in an index', async () => {
    const { path, newReplica, follow, upload, addDomain } = await open();
    await addDomain('a.example.com');
    await upload('a.example.com');
    await follow();
    const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
    await newReplica().copyUnlogged();
    const statements = executed.mock.calls.map(([query]) => query);
    executed.mockRestore();
    const file = new Database(path, { readonly: true });
    onTestFinished(() => void file.close());
    const reads = statements.filter(({ sql: text }) => / where .*key_id/s.test(text));
    expect(reads).not.toEqual([]);
    const plans = reads.flatMap(({ sql: text, parameters }) =>
      file.prepare<unknown[], { detail: string }>(`explain query plan ${text}`).all(...parameters),
    );
    const tables = plans
      .map(({ detail }) => detail)
      .filter((detail) => /^(SEARCH|SCAN) (?!CONSTANT)/.test(detail));
    // Where `key_id` can't be null, SQLite names a scan of the index that it doesn't begin.
    expect(tables.filter((detail) => !/ USING COVERING INDEX \w+_key_id\b/.test(detail))).toEqual([]);
  });

  test('is copied anew when the log does not reach back, or the store is older', async () => {
    const { store, accountUuid, follow, expectSame, path } = await open();
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    await follow();
    for (const host of ['b.example.com', 'c.example.com', 'd.example.com'])
      await new Redirects(store).create(accountUuid, redirectOf(host));
    await store.routing.trim(1);
    await follow();
    await expectSame();
    const { revision } = await store.routing.position();
    const file = new Database(path);
    onTestFinished(() => void file.close());
    file.exec(`update revision_clock set value = ${revision + 7}; delete from revision_log`);
    file.exec("update redirects set destination_url = 'https://altered.example'");
    await follow();
    await expectSame();
  });

  test('copies only what changed since two histories parted', async () => {
    const { store, accountUuid, follow, expectSame, path, worker, replica } = await open();
    const { queries } = store.database;
    for (const host of ['a.example.com', 'b.example.com', 'c.example.com'])
      await new Redirects(store).create(accountUuid, redirectOf(host));
    await follow();
    const parted = await store.routing.position();
    // Of the server that went away: one host changed, one more that another server never had.
    const file = new Database(path);
    onTestFinished(() => void file.close());
    file.exec(`
      update redirects set destination_url = 'https://lost.example' where source_host = 'b.example.com';
      insert into revision_log (revision, kind, subject, mark) values (${parted.revision + 1}, 'host', 'b.example.com', 'lost');
      insert into revision_log (revision, kind, subject, mark) values (${parted.revision + 2}, 'host', 'e.example.com', 'lost');
      update revision_clock set value = ${parted.revision + 2};`);
    // What is not copied stays as it is here.
    file.exec(
      "update redirects set destination_url = 'https://untouched.example' where source_host = 'a.example.com'",
    );
    await new Redirects(store).create(accountUuid, redirectOf('d.example.com'));
    await follow();
    await worker.readRoutes(async (source) => {
      const routes = await source.routesAfter('', 10);
      expect(routes.map(({ host, redirect }) => [host, redirect?.destinationUrl])).toEqual([
        ['a.example.com', 'https://untouched.example'],
        ['b.example.com', 'https://www.example.com'],
        ['c.example.com', 'https://www.example.com'],
        ['d.example.com', 'https://www.example.com'],
      ]);
    });
    file.exec("update redirects set destination_url = 'https://www.example.com'");
    await expectSame();
    // A store that begins again, twice.
    await queries.updateTable('revision_clock').set({ value: 0 }).execute();
    await queries.deleteFrom('revision_log').execute();
    for (let times = 0; times < 2; times++) {
      await replica.rebuild(await store.routing.position());
      await expectSame();
    }
  });

  test('that is cut short, empty, of another schema, no database, or a directory is made anew', async () => {
    const { store, accountUuid, path, newReplica, newWorker, follow, expectSame, sums } = await open();
    for (let i = 0; i < 300; i++)
      await new Redirects(store).create(
        accountUuid,
        redirectOf(`h${String(i).padStart(3, '0')}.example.com`),
      );
    const damages: (() => void)[] = [
      () => truncateSync(path, 40_960),
      () => truncateSync(path, 0),
      () => writeFileSync(path, 'no database at all, and longer than the header of a file '.repeat(20)),
      () => {
        const bytes = readFileSync(path);
        for (let at = 8_192; at < 12_288; at++) bytes[at] = 0xff;
        writeFileSync(path, bytes);
      },
      () => {
        const file = new Database(path);
        file.exec('insert into schema_version (version) values (999)');
        file.pragma('wal_checkpoint(truncate)');
        file.close();
      },
      () => {
        for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
        mkdirSync(path);
      },
      () => {
        for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true, recursive: true });
      },
    ];
    await follow();
    for (const damage of damages) {
      damage();
      const replica = newReplica();
      expect(await replica.isUsable()).toBe(false);
      // A worker notices what it comes across.
      const right = await sumsOf(store.routing);
      expect([undefined, right]).toContainEqual(await sums(newWorker()).catch(() => undefined));
      await follow(replica);
      await expectSame();
      await replica[Symbol.asyncDispose]();
    }
  });

  test('leaves out columns that a newer program has added to the store', async () => {
    const { location, store, accountUuid, follow, expectSame } = await open();
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    await using database = await ControlDatabase.open(location, 1);
    for (const table of ['redirects', 'revision_log'])
      await sql`alter table ${sql.table(table)} add column of_the_future text`.execute(database.queries);
    await follow();
    await expectSame();
    await new Redirects(store).create(accountUuid, redirectOf('b.example.com'));
    await follow();
    await expectSame();
  });

  test('in which a row was altered is found by the comparison with the store, and copied anew', async () => {
    const { store, accountUuid, path, replica, follow, expectSame, sums } = await open();
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    await follow();
    const file = new Database(path);
    onTestFinished(() => void file.close());
    file.exec("update redirects set destination_url = 'https://altered.example'");
    expect(await sums()).not.toEqual(await sumsOf(store.routing));
    const logger = pino({ level: 'silent' });
    const keeper = new ReplicaKeeper(replica, logger, () => {});
    const publisher = new RoutingPublisher(store.routing, () => [], logger, keeper);
    onTestFinished(() => publisher[Symbol.asyncDispose]());
    await new RoutingAudit(store.routing, publisher, () => [], logger, keeper).run();
    await expectSame();
  });

  test('that cannot be written stays as it was', async () => {
    const { store, accountUuid, path, newReplica, follow, expectSame, sums } = await open();
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    await follow();
    const before = await sums();
    await new Redirects(store).create(accountUuid, redirectOf('b.example.com'));
    const blocker = new Database(path);
    onTestFinished(() => void blocker.close());
    blocker.exec('begin immediate');
    await expect(follow()).rejects.toThrow(/locked|busy/i);
    expect(await sums()).toEqual(before);
    blocker.exec('rollback');
    await follow(newReplica());
    await expectSame();
  });

  test('serves upstreams that no host uses yet once one does', async () => {
    const { store, accountUuid, follow, expectSame, addDomain } = await open();
    const other = await new Upstreams(store).create(accountUuid, upstreamOf('other.example.net'));
    await follow();
    await new Upstreams(store).update(accountUuid, other.uuid, (current) => ({ ...current, port: 8_080 }));
    await addDomain('a.example.com');
    await follow();
    await expectSame();
  });
});
