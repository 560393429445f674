/** What every control store must do with custom domains. Source: docs/reference/domains.md ("Custom domains"). */

import { expect, test } from 'vitest';
import { newUuid } from '../../../src/core/ids.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import type { CustomDomainAttributes } from '../../../src/resources/custom-domain.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { changedSince, domainOf, storesAt, upstreamOf } from './stores.ts';

onEachControlStore('custom domains', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  async function openWithUpstream() {
    const opened = await openWithAccount();
    const upstream = await new Upstreams(opened.store).create(
      opened.accountUuid,
      upstreamOf('a.example.net'),
    );
    const create = async (host: string, more: Partial<CustomDomainAttributes> = {}) => {
      const { store, accountUuid } = opened;
      const domain = await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host, more));
      if (!domain) throw new Error('the upstream is gone');
      return domain;
    };
    return { ...opened, upstream, create };
  }

  test('tells which of a list are taken, of none and of more than a statement has parameters for', async () => {
    const { store, accountUuid, create } = await openWithUpstream();
    await create('shop.example.com');
    const taken = async (list: readonly string[]) => {
      const hosts = list.map((host) => ({ host, redirectToWww: false }));
      const problems = await new CustomDomains(store).findTaken(accountUuid, hosts);
      return problems.map(({ index }) => index);
    };
    expect(await taken([])).toEqual([]);
    const many = Array.from({ length: 70_000 }, (_, place) => `d${place}.example.com`);
    expect(await taken([...many, 'shop.example.com'])).toEqual([many.length]);
  });

  test('stores a domain as it was given, unchecked and due for a check', async () => {
    const { store, accountUuid, clock, upstream, create } = await openWithUpstream();
    const given = {
      redirectToWww: true,
      webAnalytics: 'manual',
      referrerPaths: true,
      hstsMaxAge: 86_400,
      aiCrawlers: 'block',
      aiCrawlersRobotsTxt: true,
      engagement: true,
      webVitals: true,
      tlsMinVersion: '1.3',
      tlsClientCa: 'certificates of authorities',
      maintenance: true,
      externalId: 'customer 7',
      metadata: { plan: 'pro' },
    } as const;
    const created = await create('shop.example.com', given);
    expect(created).toEqual({
      ...domainOf('shop.example.com', given),
      uuid: created.uuid,
      accountUuid,
      upstreamUuid: upstream.uuid,
      status: 'pending_check',
      ready: false,
      readyAt: null,
      tlsCertificateIssued: false,
      dns: {
        lastCheckAt: null,
        nextCheckAt: clock.time,
        failures: 0,
        report: null,
        isDelegated: false,
        lostAt: null,
      },
      createdAt: clock.time,
      updatedAt: clock.time,
    });
    expect(await new CustomDomains(store).find(accountUuid, upstream.uuid, created.uuid)).toEqual(created);
    expect(await new CustomDomains(store).findInAccount(accountUuid, created.uuid)).toEqual(created);
    expect(await new CustomDomains(store).findAnywhere(created.uuid)).toEqual(created);
    expect(await new CustomDomains(store).findByHost('shop.example.com')).toEqual(created);
  });

  test('reaches a domain through its own account and its own upstream only', async () => {
    const { store, accountUuid, upstream, create } = await openWithUpstream();
    const { uuid } = await create('shop.example.com');
    const stranger = await new Accounts(store).create('Other');
    const second = await new Upstreams(store).create(accountUuid, upstreamOf('b.example.net'));
    const customDomains = new CustomDomains(store);
    for (const [account, upstreamUuid] of [
      [stranger.uuid, upstream.uuid],
      [accountUuid, second.uuid],
      [accountUuid, newUuid()],
    ] as const) {
      expect(await customDomains.find(account, upstreamUuid, uuid)).toBeUndefined();
      expect(await customDomains.update(account, upstreamUuid, uuid, (now) => now)).toBeUndefined();
      expect(await customDomains.delete(account, upstreamUuid, uuid)).toBeUndefined();
    }
    expect(await customDomains.findInAccount(stranger.uuid, uuid)).toBeUndefined();
    expect(await customDomains.findInAccount(accountUuid, uuid)).toMatchObject({ uuid });
  });

  test('puts no domain on an upstream that is not there or not theirs', async () => {
    const { store, accountUuid, upstream } = await openWithUpstream();
    const stranger = await new Accounts(store).create('Other');
    const domain = domainOf('shop.example.com');
    expect(await new CustomDomains(store).create(accountUuid, newUuid(), domain)).toBeUndefined();
    expect(await new CustomDomains(store).create(stranger.uuid, upstream.uuid, domain)).toBeUndefined();
    expect(await store.routing.currentRevision()).toBe(0);
  });

  test('lets one of racing creates for a host win, over all accounts', async () => {
    const { location, store, accountUuid, upstream } = await openWithUpstream();
    const other = await openStore(location);
    const stranger = await new Accounts(store).create('Other');
    const theirs = await new Upstreams(store).create(stranger.uuid, upstreamOf('b.example.net'));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf('race.example.com'))
          : new CustomDomains(other).create(stranger.uuid, theirs.uuid, domainOf('race.example.com')),
      ),
    );
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toHaveLength(7);
    for (const failure of failures)
      expect(failure).toMatchObject({
        code: 'host_taken',
        message: expect.stringContaining('race.example.com'),
      });
  });

  test('refuses to move a domain to a host taken meanwhile', async () => {
    const { store, accountUuid, upstream, create } = await openWithUpstream();
    await create('a.example.com');
    const second = await create('b.example.com');
    const moving = new CustomDomains(store).update(accountUuid, upstream.uuid, second.uuid, (current) => ({
      ...current,
      host: 'a.example.com',
    }));
    await expect(moving).rejects.toMatchObject({
      code: 'host_taken',
      message: expect.stringContaining('a.example.com'),
    });
    expect(await new CustomDomains(store).findByHost('b.example.com')).toEqual(second);
  });

  test('lists those of an upstream or an account, filtered and sorted, with the count of all', async () => {
    const { store, accountUuid, clock, upstream, create } = await openWithUpstream();
    for (const host of ['b.example.com', 'a.example.com', 'c.example.com']) {
      await create(host);
      clock.time += 1;
    }
    const second = await new Upstreams(store).create(accountUuid, upstreamOf('b.example.net'));
    await new CustomDomains(store).create(accountUuid, second.uuid, domainOf('d.example.com'));
    const newest = { sort: { field: 'created_at', direction: 'desc' }, limit: 2, offset: 0 } as const;
    const hosts = async (query: Partial<Parameters<CustomDomains['list']>[0]>) => {
      const { domains, count } = await new CustomDomains(store).list({ accountUuid, ...newest, ...query });
      return [count, ...domains.map((domain) => domain.host)];
    };
    const upstreamUuid = upstream.uuid;
    expect(await hosts({ upstreamUuid })).toEqual([3, 'c.example.com', 'a.example.com']);
    expect(await hosts({ upstreamUuid, offset: 2 })).toEqual([3, 'b.example.com']);
    expect(await hosts({ upstreamUuid, offset: 4 })).toEqual([3]);
    expect(await hosts({})).toEqual([4, 'd.example.com', 'c.example.com']);
    expect(await hosts({ sort: { field: 'host', direction: 'asc' } })).toEqual([
      4,
      'a.example.com',
      'b.example.com',
    ]);
    expect(await hosts({ upstreamUuid, host: 'b.example.com' })).toEqual([1, 'b.example.com']);
    expect(await hosts({ upstreamUuid, host: 'd.example.com' })).toEqual([0]);
    expect(await hosts({ accountUuid: newUuid() })).toEqual([0]);
  });

  test('changes a domain and logs both hosts of a move', async () => {
    const { store, accountUuid, clock, upstream, create } = await openWithUpstream();
    const created = await create('a.example.com');
    clock.time -= 1_000;
    const updated = await new CustomDomains(store).update(
      accountUuid,
      upstream.uuid,
      created.uuid,
      (current) => ({
        ...current,
        host: 'b.example.com',
        webAnalytics: 'off',
      }),
    );
    expect(updated).toMatchObject({
      uuid: created.uuid,
      host: 'b.example.com',
      webAnalytics: 'off',
      updatedAt: created.updatedAt + 1,
      createdAt: created.createdAt,
    });
    expect(await new CustomDomains(store).findByHost('b.example.com')).toEqual(updated);
    expect(
      (await changedSince(store, 1)).map((routes) => [routes.host, routes.domain?.webAnalytics]),
    ).toEqual([
      ['a.example.com', undefined],
      ['b.example.com', 'off'],
    ]);
    const deleted = await new CustomDomains(store).delete(accountUuid, upstream.uuid, created.uuid);
    expect(deleted).toEqual(updated);
    expect(await changedSince(store, 3)).toEqual([{ host: 'b.example.com', redirect: null, domain: null }]);
  });

  test('stores checks without touching updated_at or the routes', async () => {
    const { store, clock, create } = await openWithUpstream();
    const created = await create('a.example.com');
    const report = {
      found: [{ type: 'A', name: 'a.example.com', value: '192.0.2.1' }],
      problems: ['it leads elsewhere'],
    };
    const checkedAt = clock.time + 5;
    const nextCheckAt = clock.time + 60_000;
    const checked = await new CustomDomains(store).recordCheck(created, {
      status: 'dns_records_not_found',
      report,
      checkedAt,
      nextCheckAt,
      failures: 3,
      delegatedHosts: [],
    });
    expect(checked).toEqual({
      ...created,
      status: 'dns_records_not_found',
      dns: { lastCheckAt: checkedAt, nextCheckAt, failures: 3, report, isDelegated: false, lostAt: null },
    });
    expect(await new CustomDomains(store).findByHost('a.example.com')).toEqual(checked);
    expect(await store.routing.currentRevision()).toBe(1);
    expect(
      await new CustomDomains(store).takeDue(nextCheckAt - 1, 0, new Map([[created.accountUuid, 10]])),
    ).toEqual([]);
    expect(
      await new CustomDomains(store).takeDue(nextCheckAt, 0, new Map([[created.accountUuid, 10]])),
    ).toEqual([checked]);
    const again = {
      status: 'dns_records_found',
      report,
      checkedAt,
      nextCheckAt,
      failures: 0,
      delegatedHosts: [],
    } as const;
    expect(
      await new CustomDomains(store).recordCheck({ ...created, uuid: newUuid() }, again),
    ).toBeUndefined();
  });

  test.each([{ host: 'b.example.com' }, { redirectToWww: true }, { challengeType: 'dns01' } as const])(
    'forgets what was found when %j needs other records, and takes no check of the old ones',
    async (change) => {
      const { store, accountUuid, clock, upstream, create } = await openWithUpstream();
      const created = await create('a.example.com');
      const check = {
        status: 'dns_records_found',
        report: { found: [], problems: [] },
        checkedAt: clock.time,
        nextCheckAt: clock.time + 60_000,
        failures: 0,
        delegatedHosts: [],
      } as const;
      await new CustomDomains(store).recordCheck(created, check);
      clock.time += 1_000;
      const changed = await new CustomDomains(store).update(
        accountUuid,
        upstream.uuid,
        created.uuid,
        (current) => ({
          ...current,
          ...change,
        }),
      );
      expect(changed).toMatchObject({
        ...change,
        status: 'pending_check',
        dns: { lastCheckAt: null, nextCheckAt: clock.time, failures: 0, report: null },
      });
      expect(await new CustomDomains(store).recordCheck(created, check)).toEqual(changed);
    },
  );

  test('keeps what was found when the records stay the same', async () => {
    const { store, accountUuid, clock, upstream, create } = await openWithUpstream();
    const created = await create('a.example.com');
    const report = { found: [], problems: [] };
    const nextCheckAt = clock.time + 60_000;
    const check = { report, checkedAt: clock.time, nextCheckAt, failures: 0, delegatedHosts: [] };
    const checked = await new CustomDomains(store).recordCheck(created, {
      status: 'dns_records_found',
      ...check,
    });
    const changed = await new CustomDomains(store).update(
      accountUuid,
      upstream.uuid,
      created.uuid,
      (current) => ({
        ...current,
        webAnalytics: 'off',
      }),
    );
    expect(changed).toMatchObject({ status: 'dns_records_found', dns: checked?.dns });
  });

  test('takes the domains that are due, the longest waiting first, and puts them off by the lease', async () => {
    const { store, accountUuid, clock, create } = await openWithUpstream();
    const hosts = ['b.example.com', 'a.example.com', 'c.example.com'];
    for (const host of hosts) {
      await create(host);
      clock.time += 1;
    }
    const take = async (now: number, limit: number) =>
      (await new CustomDomains(store).takeDue(now, 1_000, new Map([[accountUuid, limit]]))).map(
        (domain) => domain.host,
      );
    const now = clock.time;
    await new Accounts(store).create('without domains');
    expect([
      await new CustomDomains(store).accountsDue(now - 4),
      await new CustomDomains(store).accountsDue(now),
    ]).toEqual([[], [accountUuid]]);
    expect(await take(now - 4, 10)).toEqual([]);
    expect(await take(now, 2)).toEqual(['b.example.com', 'a.example.com']);
    expect(await take(now, 2)).toEqual(['c.example.com']);
    expect(await take(now + 999, 10)).toEqual([]);
    expect((await take(now + 1_000, 10)).toSorted()).toEqual(hosts.toSorted());
    expect(await new CustomDomains(store).findByHost('a.example.com')).toMatchObject({
      dns: { nextCheckAt: now + 2_000 },
    });
    clock.time = now + 1_500;
    await new CustomDomains(store).resumeChecks(499);
    expect(await take(clock.time, 10)).toEqual([]);
    await new CustomDomains(store).resumeChecks(500);
    expect(await take(clock.time, 10)).toHaveLength(3);
  });

  test('hands no domain to two of those who take at the same time', async () => {
    const { location, store, accountUuid, clock, create } = await openWithUpstream();
    const other = await openStore(location);
    for (let index = 0; index < 20; index++) await create(`h${index}.example.com`);
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        new CustomDomains(index % 2 === 0 ? store : other).takeDue(
          clock.time,
          1_000,
          new Map([[accountUuid, 3]]),
        ),
      ),
    );
    const uuids = taken.flat().map((domain) => domain.uuid);
    expect(new Set(uuids).size).toBe(uuids.length);
    const rest = await new CustomDomains(store).takeDue(clock.time, 1_000, new Map([[accountUuid, 100]]));
    expect(uuids.length + rest.length).toBe(20);
  });
});
