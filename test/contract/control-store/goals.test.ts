/** What every control store must do with goals. Source: docs/reference/goals.md. */
import { expect, test } from 'vitest';
import { maxGoals } from '../../../src/control/goals.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';

onEachControlStore('goals', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  async function openWithDomain() {
    const opened = await openWithAccount();
    const { store, accountUuid } = opened;
    const upstream = await store.upstreams.create(accountUuid, upstreamOf('a.example.net'));
    const newDomain = async (host: string) => {
      const domain = await store.customDomains.create(accountUuid, upstream.uuid, domainOf(host));
      if (!domain) throw new Error('the upstream is gone');
      return domain;
    };
    const list = async (domainUuid: string) =>
      (
        await store.goals.list({
          domainUuid,
          sort: { field: 'created_at', direction: 'asc' },
          limit: 1_000,
          offset: 0,
        })
      ).goals;
    return { ...opened, upstream, newDomain, list, domain: await newDomain('shop.example.com') };
  }

  test('stores goals as they were given, and returns them through their own domain only', async () => {
    const { store, clock, domain, newDomain, list } = await openWithDomain();
    const other = await newDomain('other.example.com');
    const signup = await store.goals.create(domain.uuid, event('Signup'));
    const thanks = await store.goals.create(domain.uuid, page('/thanks*'));
    expect(signup).toEqual({ ...event('Signup'), uuid: signup?.uuid, createdAt: clock.time });
    expect(await list(domain.uuid)).toEqual([signup, thanks]);
    expect(await store.goals.find(domain.uuid, thanks?.uuid ?? '')).toEqual(thanks);
    expect(await store.goals.find(other.uuid, thanks?.uuid ?? '')).toBeUndefined();
    expect(await store.goals.delete(other.uuid, thanks?.uuid ?? '')).toBeUndefined();
    expect(await store.goals.delete(domain.uuid, thanks?.uuid ?? '')).toEqual(thanks);
    expect(await list(domain.uuid)).toEqual([signup]);
    expect(await store.goals.create(newUuid(), event('Signup'))).toBeUndefined();
  });

  test('refuses the event, path or name of another goal of the domain', async () => {
    const { store, domain, newDomain } = await openWithDomain();
    await store.goals.create(domain.uuid, event('Signup'));
    await store.goals.create(domain.uuid, page('/thanks'));
    for (const [goal, mention] of [
      [{ ...event('Signup'), displayName: 'Other' }, 'event_name "Signup"'],
      [{ ...page('/thanks'), displayName: 'Other' }, 'page_path "/thanks"'],
      [{ ...page('/other'), displayName: 'Signup' }, 'display_name "Signup"'],
    ] as const)
      await expect(store.goals.create(domain.uuid, goal)).rejects.toMatchObject({
        code: 'goal_taken',
        message: expect.stringContaining(mention),
      });
    const other = await newDomain('other.example.com');
    expect(await store.goals.create(other.uuid, event('Signup'))).toBeDefined();
  });

  test('keeps to the limit, also when two nodes write at once', async () => {
    const { location, store, domain, list } = await openWithDomain();
    for (let n = 0; n < maxGoals - 1; n++) await store.goals.create(domain.uuid, event(`e${n}`));
    const second = await openStore(location);
    const outcomes = await Promise.allSettled([
      store.goals.create(domain.uuid, event('a')),
      second.goals.create(domain.uuid, event('b')),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'too_many_goals' });
    expect(await list(domain.uuid)).toHaveLength(maxGoals);
  });

  test('deletes goals with their domain, and with the upstream of that', async () => {
    const { store, accountUuid, upstream, domain, newDomain, list } = await openWithDomain();
    const kept = await newDomain('kept.example.com');
    for (const { uuid } of [domain, kept]) await store.goals.create(uuid, event('Signup'));
    await store.customDomains.delete(accountUuid, upstream.uuid, domain.uuid);
    expect(await list(domain.uuid)).toEqual([]);
    expect(await list(kept.uuid)).toHaveLength(1);
    await store.upstreams.delete(accountUuid, upstream.uuid);
    expect(await list(kept.uuid)).toEqual([]);
  });
});

function event(eventName: string) {
  return { displayName: eventName, eventName, pagePath: null };
}

function page(pagePath: string) {
  return { displayName: `Visit ${pagePath}`, eventName: null, pagePath };
}
