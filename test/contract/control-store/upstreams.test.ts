/** What every control store must do with upstreams. Source: docs/reference/domains.md ("Upstreams"). */

import { expect, test } from 'vitest';
import { newUuid } from '../../../src/core/ids.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { makeCertificate } from '../../support/certificate-maker.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { changedSince, domainOf, storesAt, upstreamOf } from './stores.ts';

const client = makeCertificate();
const healthCheck = {
  path: '/health',
  interval_seconds: 10,
  timeout_seconds: 5,
  status: [200, 399],
  healthy_after: 2,
  unhealthy_after: 3,
} as const;

onEachControlStore('upstreams', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  test('stores an upstream as it was given', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const given = {
      host: '2001:db8::1',
      port: 8443,
      tls: false,
      authToken: 'shared secret'.replace(' ', '-'),
      maintenance: true,
      hostHeader: 'original',
      tlsServerName: 'inner.example',
      tlsCa: 'certificates to trust',
      tlsClientCertificate: client.pem,
      compression: true,
      geoFields: true,
      metadataFields: true,
      targets: [{ host: 'b.example.net', port: 8443 }],
      healthCheck,
    } as const;
    const created = await new Upstreams(store).create(accountUuid, { ...given, tlsClientKey: client.keyPem });
    expect(created).toEqual({
      ...given,
      uuid: created.uuid,
      accountUuid,
      createdAt: clock.time,
      updatedAt: clock.time,
    });
    expect(await new Upstreams(store).find(accountUuid, created.uuid)).toEqual(created);
    expect(await new Upstreams(store).find(newUuid(), created.uuid)).toBeUndefined();
    expect(await new Upstreams(store).find(accountUuid, newUuid())).toBeUndefined();
  });

  test('makes a random token of 32 bytes when none is given', async () => {
    const { store, accountUuid } = await openWithAccount();
    const first = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    const second = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    expect(Buffer.from(first.authToken, 'base64url')).toHaveLength(32);
    expect(first.authToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(second.authToken).not.toBe(first.authToken);
  });

  test('lists those of an account, sorted, with the count of all', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const other = await new Accounts(store).create('Other');
    await new Upstreams(store).create(other.uuid, upstreamOf('x.example.net'));
    for (const host of ['b.example.net', 'a.example.net', 'c.example.net']) {
      await new Upstreams(store).create(accountUuid, upstreamOf(host));
      clock.time += 1;
    }
    const hostsBy = async (field: 'created_at' | 'host', direction: 'asc' | 'desc', offset = 0) => {
      const sort = { field, direction };
      const page = await new Upstreams(store).list({ accountUuid, sort, limit: 2, offset });
      expect(page.count).toBe(3);
      return page.upstreams.map((upstream) => upstream.host);
    };
    expect(await hostsBy('created_at', 'desc')).toEqual(['c.example.net', 'a.example.net']);
    expect(await hostsBy('host', 'asc')).toEqual(['a.example.net', 'b.example.net']);
    expect(await hostsBy('host', 'asc', 2)).toEqual(['c.example.net']);
    expect(await hostsBy('host', 'asc', 4)).toEqual([]);
  });

  test('lets updated_at grow whatever the clock does', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const created = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    clock.time -= 1_000;
    const updated = await new Upstreams(store).update(accountUuid, created.uuid, (current) => ({
      ...current,
      port: 80,
    }));
    expect(updated).toEqual({ ...created, port: 80, updatedAt: created.updatedAt + 1 });
    expect(await new Upstreams(store).find(accountUuid, created.uuid)).toEqual(updated);
  });

  test('loses no update of concurrent writers to one upstream', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const other = await openStore(location);
    const { uuid } = await new Upstreams(store).create(
      accountUuid,
      upstreamOf('a.example.net', { port: 1_000 }),
    );
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        new Upstreams(index % 2 === 0 ? store : other).update(accountUuid, uuid, (current) => ({
          ...current,
          port: current.port + 1,
        })),
      ),
    );
    expect(await new Upstreams(store).find(accountUuid, uuid)).toMatchObject({ port: 1_020 });
  });

  test('answers undefined for updates and deletes of what is not there or not theirs', async () => {
    const { store, accountUuid } = await openWithAccount();
    const other = await new Accounts(store).create('Other');
    const { uuid } = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    expect(await new Upstreams(store).update(other.uuid, uuid, (current) => current)).toBeUndefined();
    expect(await new Upstreams(store).delete(other.uuid, uuid)).toBeUndefined();
    expect(await new Upstreams(store).delete(accountUuid, newUuid())).toBeUndefined();
    expect(await new Upstreams(store).find(accountUuid, uuid)).toBeDefined();
  });

  test('a change of an upstream is one of every host on it, and of no other', async () => {
    const { store, accountUuid } = await openWithAccount();
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    const second = await new Upstreams(store).create(accountUuid, upstreamOf('b.example.net'));
    for (const host of ['one.example.com', 'two.example.com'])
      await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host));
    await new CustomDomains(store).create(accountUuid, second.uuid, domainOf('three.example.com'));
    const before = await store.routing.currentRevision();
    expect(before).toBe(3);

    await new Upstreams(store).update(accountUuid, upstream.uuid, (current) => current);
    expect(await store.routing.currentRevision()).toBe(before);

    const changes = [
      { host: 'c.example.net' },
      { port: 8080 },
      { tls: false },
      { authToken: 'another-one' },
      { maintenance: true },
      { tlsServerName: 'inner.example' },
      { tlsCa: 'certificates to trust' },
      { compression: true },
      { geoFields: true },
      { metadataFields: true },
      { targets: [{ host: 'b.example.net', port: 443 }] },
      { healthCheck },
      { hostHeader: 'original' },
    ] as const;
    for (const [index, change] of changes.entries()) {
      await new Upstreams(store).update(accountUuid, upstream.uuid, (current) => ({ ...current, ...change }));
      const changed = await changedSince(store, before + 2 * index);
      expect(changed.map(({ host }) => host).toSorted()).toEqual(['one.example.com', 'two.example.com']);
      const served =
        'hostHeader' in change
          ? { keepsHost: true }
          : 'tlsCa' in change
            ? { tlsDigest: expect.stringMatching(/^[\w-]{43}$/) }
            : change;
      for (const { domain } of changed) expect(domain?.upstream).toMatchObject(served);
    }
  });

  test('deletes an upstream with its domains and says how many', async () => {
    const { store, accountUuid } = await openWithAccount();
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    const kept = await new Upstreams(store).create(accountUuid, upstreamOf('b.example.net'));
    const gone = await new CustomDomains(store).create(
      accountUuid,
      upstream.uuid,
      domainOf('one.example.com'),
    );
    await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf('two.example.com'));
    const stays = await new CustomDomains(store).create(
      accountUuid,
      kept.uuid,
      domainOf('three.example.com'),
    );
    const before = await store.routing.currentRevision();
    expect(await new Upstreams(store).delete(accountUuid, upstream.uuid)).toEqual({
      upstream,
      domainsDeleted: 2,
    });
    expect(await new Upstreams(store).find(accountUuid, upstream.uuid)).toBeUndefined();
    expect(await new CustomDomains(store).findInAccount(accountUuid, gone?.uuid ?? '')).toBeUndefined();
    expect(await new CustomDomains(store).findByHost('three.example.com')).toEqual(stays);
    expect((await changedSince(store, before)).toSorted((a, b) => (a.host < b.host ? -1 : 1))).toEqual([
      { host: 'one.example.com', redirect: null, domain: null },
      { host: 'two.example.com', redirect: null, domain: null },
    ]);
    expect(await new Upstreams(store).delete(accountUuid, kept.uuid)).toMatchObject({ domainsDeleted: 1 });
    const empty = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    expect(await new Upstreams(store).delete(accountUuid, empty.uuid)).toMatchObject({ domainsDeleted: 0 });
  });

  test('leaves no domain without an upstream, and none on an old one, whatever runs at the same time', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const other = await openStore(location);
    for (let round = 0; round < 10; round++) {
      const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('old.example.net'));
      const host = `race${round}.example.com`;
      const before = await store.routing.currentRevision();
      const isDeletion = round % 2 === 0;
      const [domain] = await Promise.all([
        new CustomDomains(other).create(accountUuid, upstream.uuid, domainOf(host)),
        isDeletion
          ? new Upstreams(store).delete(accountUuid, upstream.uuid)
          : new Upstreams(store).update(accountUuid, upstream.uuid, (now) => ({
              ...now,
              host: 'new.example.net',
            })),
      ]);
      const stored = await new CustomDomains(store).findByHost(host);
      const last = (await changedSince(store, before)).find((routes) => routes.host === host);
      if (isDeletion) expect(stored).toBeUndefined();
      else expect(stored).toEqual(domain);
      if (stored) expect(last?.domain?.upstream.host).toBe('new.example.net');
      else expect(last?.domain ?? null).toBeNull();
    }
  });
});
