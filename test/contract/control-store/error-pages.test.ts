/** What every control store must do with error pages. Source: docs/reference/error-pages.md. */

import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { actingAs } from '../../../src/control/acting.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import { EdgeStore } from '../../../src/control/edge-store.ts';
import { digestOf } from '../../../src/control/error-page-digests.ts';
import { migrateStore } from '../../../src/control/migrate.ts';
import type { ControlStore } from '../../../src/control/store.ts';
import { sumsOf } from '../../../src/edge/route-sums.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AuditEvents } from '../../../src/features/audit/audit-events.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { ErrorPages, type PageOwner } from '../../../src/features/error-pages/error-page-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { makeOlder } from '../../support/older-store.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { testSecretKey } from '../../support/test-secret-key.ts';
import { changedSince, domainOf, storesAt, upstreamOf } from './stores.ts';

const host = 'shop.example.com';

onEachControlStore('error pages', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  async function open() {
    const opened = await openWithAccount();
    const { store, accountUuid } = opened;
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('up.example.net'));
    const domain = await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host));
    if (!domain) throw new Error('there is no domain');
    const ofUpstream: PageOwner = { kind: 'upstream', accountUuid, uuid: upstream.uuid };
    const ofDomain: PageOwner = { kind: 'custom_domain', accountUuid, uuid: domain.uuid };
    /** What the edge learns of the host. */
    const route = async () => {
      const [routes] = await store.routing.routesAfter('', 1);
      return { own: routes?.domain?.errorPages, upstreams: routes?.domain?.upstream.errorPages };
    };
    return { ...opened, upstream, domain, ofUpstream, ofDomain, route };
  }

  /** As a worker reads the file that the store is copied to. */
  async function replicaOf(store: ControlStore) {
    const path = join(await tempDir(), 'edge.db');
    const replica = store.replicaAt(path);
    onTestFinished(() => replica[Symbol.asyncDispose]());
    const worker = new EdgeStore({ path, secretKeys: testSecretKey, clock: { now: () => 0 }, ownHost: '' });
    onTestFinished(() => worker[Symbol.asyncDispose]());
    const actor = { kind: 'token', uuid: 'token-1', name: 'Ann', address: null } as const;
    const follow = () => actingAs(actor, async () => replica.bringTo(await store.routing.position()));
    const read = async ({ kind, uuid }: PageOwner, status: 404 | 502 | 503) =>
      (await worker.errorPageOf(kind, uuid, status))?.html;
    const expectSame = async () =>
      await worker.readRoutes(async (source) => {
        expect(await sumsOf(source)).toEqual(await sumsOf(store.routing));
      });
    return { follow, read, expectSame };
  }

  test('sets, replaces and deletes a page, and the edge learns which there are', async () => {
    const { store, clock, ofDomain, ofUpstream, domain, route } = await open();
    const started = await store.routing.currentRevision();
    expect(await route()).toEqual({});
    const made = await new ErrorPages(store).set(ofDomain, 502, '<p>ü</p>');
    const createdAt = clock.time;
    expect(made).toEqual({
      page: { status: 502, html: '<p>ü</p>', createdAt, updatedAt: createdAt },
      isNew: true,
    });
    clock.time += 1_000;
    const replaced = await new ErrorPages(store).set(ofDomain, 502, '<p>2</p>');
    expect(replaced).toMatchObject({
      page: { html: '<p>2</p>', createdAt, updatedAt: clock.time },
      isNew: false,
    });
    await new ErrorPages(store).set(ofDomain, 404, 'nothing');
    await new ErrorPages(store).set(ofUpstream, 503, 'later');
    expect(await new ErrorPages(store).list(ofDomain)).toEqual([
      { status: 404, sizeBytes: 7, createdAt: clock.time, updatedAt: clock.time },
      { status: 502, sizeBytes: 8, createdAt, updatedAt: clock.time },
    ]);
    expect(await new ErrorPages(store).find(ofDomain, 502)).toEqual(replaced?.page);
    expect(await new ErrorPages(store).find(ofDomain, 503)).toBeUndefined();
    expect(await route()).toEqual({
      own: { 404: digestOf('nothing'), 502: digestOf('<p>2</p>') },
      upstreams: { 503: digestOf('later') },
    });
    expect((await changedSince(store, started)).map((routes) => routes.host)).toEqual([host]);
    expect(await new ErrorPages(store).delete(ofDomain, 502)).toEqual(replaced?.page);
    expect(await new ErrorPages(store).delete(ofDomain, 502)).toBeUndefined();
    expect(await route()).toMatchObject({ own: { 404: digestOf('nothing') } });
    // What the owner set about the domain itself is as it was.
    expect(await new CustomDomains(store).findAnywhere(domain.uuid)).toEqual(domain);
  });

  test('belongs to the account, goes with its owner, and outlives changes of it', async () => {
    const { store, accountUuid, ofDomain, ofUpstream, upstream, domain, route } = await open();
    const { uuid: stranger } = await new Accounts(store).create('Other');
    await new ErrorPages(store).set(ofUpstream, 502, 'page');
    await new ErrorPages(store).set(ofDomain, 502, 'page');
    for (const owner of [ofDomain, ofUpstream]) {
      const ofStranger = { ...owner, accountUuid: stranger };
      expect(await new ErrorPages(store).set(ofStranger, 502, 'x')).toBeUndefined();
      expect(await new ErrorPages(store).delete(ofStranger, 502)).toBeUndefined();
    }
    await new CustomDomains(store).update(accountUuid, upstream.uuid, domain.uuid, (now) => ({
      ...now,
      maintenance: true,
    }));
    await new Upstreams(store).update(accountUuid, upstream.uuid, (now) => ({ ...now, port: 80 }));
    expect(await route()).toEqual({ own: { 502: digestOf('page') }, upstreams: { 502: digestOf('page') } });
    await new Upstreams(store).delete(accountUuid, upstream.uuid);
    for (const owner of [ofDomain, ofUpstream]) expect(await new ErrorPages(store).list(owner)).toEqual([]);
  });

  test('writers at the same time leave what the last of them wrote, and the edge knows all pages', async () => {
    const { store, ofDomain, route } = await open();
    const writes = ([404, 502, 503, 404, 502, 503] as const).map((status, index) =>
      new ErrorPages(store).set(ofDomain, status, `page ${index}`),
    );
    await Promise.all(writes);
    const pages = await Promise.all(
      ([404, 502, 503] as const).map((status) => new ErrorPages(store).find(ofDomain, status)),
    );
    expect((await route()).own).toEqual(
      Object.fromEntries(pages.map((page) => [page?.status, digestOf(page?.html ?? '')])),
    );
  });

  test('the trail has that a page changed, never the page', async () => {
    const { store, accountUuid, ofDomain, domain } = await open();
    const actor = { kind: 'token', uuid: 'token-1', name: 'Ann', address: null } as const;
    await actingAs(actor, async () => {
      await new ErrorPages(store).set(ofDomain, 502, 'a secret page');
      await new ErrorPages(store).set(ofDomain, 502, 'another');
      await new ErrorPages(store).delete(ofDomain, 502);
    });
    const { events } = await new AuditEvents(store).list({ accountUuid, limit: 10, offset: 0 });
    const ofPages = events.filter(({ resource }) => resource === 'error_page');
    expect(ofPages.map(({ action, resourceName }) => [action, resourceName])).toEqual([
      ['deleted', `502 of ${host}`],
      ['updated', `502 of ${host}`],
      ['created', `502 of ${host}`],
    ]);
    expect(ofPages[2]?.after).toMatchObject({ custom_domain_uuid: domain.uuid, status: 502, size_bytes: 13 });
    expect(JSON.stringify(ofPages)).not.toContain('secret page');
  });

  test('workers read pages from their copy, which follows', async () => {
    const { store, accountUuid, ofDomain, ofUpstream, upstream, domain } = await open();
    const { follow, read, expectSame } = await replicaOf(store);
    await new ErrorPages(store).set(ofDomain, 502, 'before there was a copy');
    await follow();
    await expectSame();
    expect(await read(ofDomain, 502)).toBe('before there was a copy');
    await new ErrorPages(store).set(ofDomain, 502, 'x'.repeat(65_536));
    await new ErrorPages(store).set(ofUpstream, 404, 'of the upstream');
    await follow();
    await expectSame();
    expect((await read(ofDomain, 502))?.length).toBe(65_536);
    expect(await read(ofUpstream, 404)).toBe('of the upstream');
    await new ErrorPages(store).delete(ofUpstream, 404);
    await new CustomDomains(store).delete(accountUuid, upstream.uuid, domain.uuid);
    await follow();
    await expectSame();
    expect(await read(ofDomain, 502)).toBeUndefined();
  });

  test('a store of before has no pages and no maintenance, and gets them', async () => {
    const location = await newLocation('tables');
    const before = await openStore(location);
    const { uuid: accountUuid } = await new Accounts(before).create('Acme');
    const upstream = await new Upstreams(before).create(accountUuid, upstreamOf('up.example.net'));
    await new CustomDomains(before).create(accountUuid, upstream.uuid, domainOf(host));
    await before[Symbol.asyncDispose]();
    await makeOlder(location);
    await migrateStore(location);
    await using database = await ControlDatabase.open(location);
    const { rows } = await sql`select maintenance, error_page_digests from custom_domains`.execute(
      database.queries,
    );
    expect(rows).toEqual([{ maintenance: 0, error_page_digests: '' }]);
    const store = await openStore(location);
    const owner = { kind: 'upstream', accountUuid, uuid: upstream.uuid } as const;
    expect(await new ErrorPages(store).set(owner, 503, 'soon')).toMatchObject({ isNew: true });
    expect((await new Upstreams(store).find(accountUuid, upstream.uuid))?.maintenance).toBe(false);
  });
});
