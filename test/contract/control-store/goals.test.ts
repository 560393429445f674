/** What every control store must do with goals. Source: docs/reference/goals.md. */

import { expect, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { type GoalTables, goals } from '../../../src/features/goals/feature.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { CollectionStore } from '../../../src/kernel/collection-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';

onEachControlStore('goals', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  async function openWithDomain() {
    const opened = await openWithAccount();
    const { store, accountUuid } = opened;
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    const newDomain = async (host: string) => {
      const domain = await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host));
      if (!domain) throw new Error('the upstream is gone');
      return domain;
    };
    const stored = new CollectionStore(goals, store);
    const list = async (domainUuid: string) =>
      (
        await stored.list(domainUuid, {
          sort: { field: 'created_at', direction: 'asc' },
          limit: 1_000,
          offset: 0,
        })
      ).entities;
    return { ...opened, upstream, stored, newDomain, list, domain: await newDomain('shop.example.com') };
  }

  test('stores goals as they were given, and returns them through their own domain only', async () => {
    const { stored, clock, domain, newDomain, list } = await openWithDomain();
    const other = await newDomain('other.example.com');
    const signup = await stored.create(domain.uuid, event('Signup'));
    const thanks = await stored.create(domain.uuid, page('/thanks*'));
    expect(signup).toEqual({ ...event('Signup'), uuid: signup?.uuid, createdAt: clock.time });
    expect(await list(domain.uuid)).toEqual([signup, thanks]);
    expect(await stored.find(domain.uuid, thanks?.uuid ?? '')).toEqual(thanks);
    expect(await stored.find(other.uuid, thanks?.uuid ?? '')).toBeUndefined();
    expect(await stored.delete(other.uuid, thanks?.uuid ?? '')).toBeUndefined();
    expect(await stored.delete(domain.uuid, thanks?.uuid ?? '')).toEqual(thanks);
    expect(await list(domain.uuid)).toEqual([signup]);
    expect(await stored.create(newUuid(), event('Signup'))).toBeUndefined();
  });

  test('refuses the event, path or name of another goal of the domain', async () => {
    const { stored, domain, newDomain } = await openWithDomain();
    await stored.create(domain.uuid, event('Signup'));
    await stored.create(domain.uuid, page('/thanks'));
    for (const [goal, mention] of [
      [{ ...event('Signup'), displayName: 'Other' }, 'event_name "Signup"'],
      [{ ...page('/thanks'), displayName: 'Other' }, 'page_path "/thanks"'],
      [{ ...page('/other'), displayName: 'Signup' }, 'display_name "Signup"'],
    ] as const)
      await expect(stored.create(domain.uuid, goal)).rejects.toMatchObject({
        code: 'goal_taken',
        message: expect.stringContaining(mention),
      });
    const other = await newDomain('other.example.com');
    expect(await stored.create(other.uuid, event('Signup'))).toBeDefined();
  });

  test('keeps to the limit, also when two nodes write at once', async () => {
    const { location, stored, domain, list } = await openWithDomain();
    await fill(location, domain.uuid, goals.limit.most - 1);
    const second = await openStore(location);
    const outcomes = await Promise.allSettled([
      stored.create(domain.uuid, event('a')),
      new CollectionStore(goals, second).create(domain.uuid, event('b')),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'too_many_goals' });
    expect(await list(domain.uuid)).toHaveLength(goals.limit.most);
  });

  test('deletes goals with their domain, and with the upstream of that', async () => {
    const { store, stored, accountUuid, upstream, domain, newDomain, list } = await openWithDomain();
    const kept = await newDomain('kept.example.com');
    for (const { uuid } of [domain, kept]) await stored.create(uuid, event('Signup'));
    await new CustomDomains(store).delete(accountUuid, upstream.uuid, domain.uuid);
    expect(await list(domain.uuid)).toEqual([]);
    expect(await list(kept.uuid)).toHaveLength(1);
    await new Upstreams(store).delete(accountUuid, upstream.uuid);
    expect(await list(kept.uuid)).toEqual([]);
  });
});

async function fill(location: ControlLocation, domainUuid: string, count: number): Promise<void> {
  await using database = await ControlDatabase.open(location);
  const rows = Array.from({ length: count }, (_, index) => ({
    uuid: newUuid(),
    custom_domain_uuid: domainUuid,
    display_name: `e${index}`,
    event_name: `e${index}`,
    page_path: null,
    created_at: index,
  }));
  await database.queries.withTables<GoalTables>().insertInto('goals').values(rows).execute();
}

function event(eventName: string) {
  return { displayName: eventName, eventName, pagePath: null };
}

function page(pagePath: string) {
  return { displayName: `Visit ${pagePath}`, eventName: null, pagePath };
}
