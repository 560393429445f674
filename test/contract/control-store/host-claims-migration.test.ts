/**
 * A store from before hosts belonged to accounts: of those that share a host, the oldest keeps it.
 * Source: docs/guides/operations.md ("Hosts that two accounts used").
 */

import { expect, test } from 'vitest';
import { describeHostConflict } from '../../../src/control/host-conflicts.ts';
import { migrateStore } from '../../../src/control/migrate.ts';
import type { ControlStore } from '../../../src/control/store.ts';
import { ownershipRecord } from '../../../src/core/ownership-record.ts';
import type { HostRoutes } from '../../../src/core/route.ts';
import { dayMs } from '../../../src/core/time.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { forgetClaims, makeOlder } from '../../support/older-store.ts';
import { Tenant, tenantsAt } from './tenants.ts';

/** What the edge serves, one line a host. */
async function served(store: ControlStore): Promise<string[]> {
  const describe = ({ host, redirect, domain }: HostRoutes) => [
    ...(redirect ? [`${host}: redirect`] : []),
    ...(domain ? [`${host}: domain${domain.redirectToWww ? ' with www.' : ''}`] : []),
  ];
  return (await store.routing.routesAfter('', 100)).flatMap(describe);
}

onEachControlStore('host claims of an older store', (newLocation) => {
  const { open, openAgain } = tenantsAt(newLocation);

  /** `write` writes as a program did that knew no claims: `next` forgets those so far. */
  async function openOlder(
    write: (
      tenants: { readonly ann: Tenant; readonly bob: Tenant; readonly cem: Tenant },
      next: (laterMs: number) => Promise<void>,
    ) => Promise<void>,
  ) {
    const tenants = await open();
    const { ann, bob, store, location, clock } = tenants;
    const cem = await Tenant.create(store, 'Cem');
    await write({ ann, bob, cem }, async (laterMs) => {
      await forgetClaims(location);
      clock.time += laterMs;
    });
    await makeOlder(location);
    await migrateStore(location);
    return { ...tenants, cem, migrated: await openAgain(tenants) };
  }

  test('keeps what does not conflict, and finds no conflict', async () => {
    const { migrated } = await openOlder(async ({ ann, bob }) => {
      await ann.domain('shop.example.com', true);
      await ann.domain('www.shop.example.com');
      await ann.redirect('shop.example.com');
      await bob.redirect('old.example.com');
      await bob.redirect('paused.example.com', { active: false });
    });
    expect(await served(migrated)).toEqual([
      'old.example.com: redirect',
      'shop.example.com: redirect',
      'shop.example.com: domain with www.',
      'www.shop.example.com: domain',
    ]);
    expect(await migrated.findHostConflicts(10)).toEqual([]);
  });

  test('leaves each host to the oldest account and names the others', async () => {
    const { ann, bob, cem, migrated } = await openOlder(async (old, next) => {
      await old.ann.domain('a.example.com');
      await next(1);
      await old.bob.redirect('a.example.com');
      await next(1);

      await old.bob.redirect('b.example.com');
      await next(1);
      await old.ann.domain('b.example.com');
      await next(1);

      await old.ann.domain('c.example.com', true);
      await next(1);
      await old.bob.redirect('www.c.example.com');
      await next(1);

      await old.bob.domain('www.d.example.com');
      await next(1);
      await old.ann.domain('d.example.com', true);
      await next(1);

      await old.cem.redirect('www.e.example.com', { active: false });
      await next(1);
      await old.bob.domain('www.e.example.com');
      await next(1);
      await old.ann.domain('e.example.com', true);
      await next(1);

      // At the same moment: the first uuid.
      await old.bob.redirect('f.example.com');
      await next(0);
      await old.ann.domain('f.example.com');
    });
    expect(await served(migrated)).toEqual([
      'a.example.com: domain',
      'b.example.com: redirect',
      'c.example.com: domain with www.',
      'd.example.com: domain',
      'e.example.com: domain',
      'f.example.com: redirect',
      'www.d.example.com: domain',
    ]);
    const names = new Map([ann, bob, cem].map(({ uuid }, index) => [uuid, ['ann', 'bob', 'cem'][index]]));
    const conflicts = await migrated.findHostConflicts(100);
    expect(
      conflicts.map(
        ({ kind, host, accountUuid, ownerUuid }) =>
          `${kind} of ${names.get(accountUuid)}, ${host} of ${names.get(ownerUuid ?? '')}`,
      ),
    ).toEqual([
      'redirect of bob, a.example.com of ann',
      'redirect of bob, www.c.example.com of ann',
      'custom domain of ann, b.example.com of bob',
      'custom domain of ann, f.example.com of bob',
      'custom domain of bob, www.e.example.com of cem',
      'custom domain with redirect_to_www of ann, www.d.example.com of bob',
      'custom domain with redirect_to_www of ann, www.e.example.com of cem',
    ]);
    expect(await migrated.findHostConflicts(3)).toEqual(conflicts.slice(0, 3));
    const [first] = conflicts;
    if (!first) throw new Error('no conflict');
    expect(describeHostConflict(first)).toBe(
      `The redirect ${first.uuid} of account ${bob.uuid} is not served on a.example.com: that host belongs to account ${ann.uuid}; move or delete it, or update it once the host is free.`,
    );
    expect(await new Redirects(migrated).find(bob.uuid, first.uuid)).toMatchObject({ active: false });
  });

  test('an account that lost a host is told on its domain, and gets it by an update once it is free', async () => {
    const ids = { redirect: '', domain: '' };
    const older = await openOlder(async ({ ann, bob }, next) => {
      ids.redirect = await bob.redirect('shop.example.com');
      await next(1);
      ids.domain = await ann.domain('shop.example.com', true);
    });
    const { store, migrated } = older;
    const [ann, bob] = [older.ann.at(migrated), older.bob.at(migrated)];
    const host = 'shop.example.com';
    const coverage = async () => (await store.certificates.findCoverage(ann.uuid, [host])).get(host);
    expect(await coverage()).toMatchObject({
      issuer: null,
      lastError: expect.stringContaining('the host belongs to another account'),
    });
    await expect(ann.setWww(ids.domain, false)).rejects.toMatchObject({ code: 'host_taken' });
    expect(await served(migrated)).toEqual(['shop.example.com: redirect']);

    await bob.deleteRedirect(ids.redirect);
    expect(await served(migrated)).toEqual([]);
    expect(await migrated.findHostConflicts(10)).toEqual([]);
    older.clock.time += 30 * dayMs;
    await new CustomDomains(migrated).forgetReleases();
    expect(await migrated.findHostConflicts(10)).toEqual([]);
    await ann.setWww(ids.domain, false);
    expect(await served(migrated)).toEqual(['shop.example.com: domain']);
    expect(await migrated.findHostConflicts(10)).toEqual([]);
    expect(await coverage()).toBeUndefined();
    await expect(bob.redirect(host)).rejects.toMatchObject({ code: 'source_host_taken' });
  });

  test('what lost its host keeps others from it without a proof once the owner gives it up', async () => {
    const uuids: string[] = [];
    const { ann, cem, clock, dns, migrated, store } = await openOlder(async (old, next) => {
      uuids.push(await old.ann.domain('shop.example.com'));
      await next(1);
      await old.bob.redirect('shop.example.com');
    });
    for (const uuid of uuids) await ann.deleteDomain(uuid);
    clock.time += 30 * dayMs;
    await new CustomDomains(store).forgetReleases();
    expect(await migrated.findHostConflicts(10)).toMatchObject([{ kind: 'redirect', ownerUuid: null }]);
    const { name, value } = ownershipRecord(cem.uuid, 'shop.example.com');
    await expect(cem.redirect('shop.example.com')).rejects.toThrow(`${name} with the value ${value}`);
    dns.add(`${name} ${value}`);
    await cem.rules('shop.example.com');
    expect(await migrated.findHostConflicts(10)).toEqual([]);
  });

  test('what lost its host can move to another, or go, and takes nothing from the owner', async () => {
    const uuids: string[] = [];
    const { ann, bob, store, migrated } = await openOlder(async (old, next) => {
      await old.ann.domain('a.example.com');
      await old.ann.domain('b.example.com');
      await next(1);
      uuids.push(await old.bob.redirect('a.example.com'), await old.bob.redirect('b.example.com'));
    });
    const [moving = '', going = ''] = uuids;
    await expect(
      new Redirects(store).update(bob.uuid, moving, (current) => ({ ...current, active: true })),
    ).rejects.toMatchObject({ code: 'source_host_taken' });
    await new Redirects(store).update(bob.uuid, moving, (current) => ({
      ...current,
      sourceHost: 'c.example.com',
      active: true,
    }));
    await bob.deleteRedirect(going);
    expect(await served(migrated)).toEqual([
      'a.example.com: domain',
      'b.example.com: domain',
      'c.example.com: redirect',
    ]);
    expect(await migrated.findHostConflicts(10)).toEqual([]);
    await ann.redirect('a.example.com');
  });
});
