/** What every control store must do with segments. Source: docs/reference/segments.md. */
import { expect, test } from 'vitest';
import { maxSegments } from '../../../src/control/segments.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { storesAt } from './stores.ts';

const readers = { name: 'Readers', filters: [['contains', 'event:page', ['/blog/', "it's"]]] };

onEachControlStore('segments', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  test('stores, changes and deletes segments through their own account only', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const { uuid: stranger } = await store.accounts.create('Other');
    const created = await store.segments.create(accountUuid, readers);
    expect(created).toEqual({
      ...readers,
      uuid: created.uuid,
      createdAt: clock.time,
      updatedAt: clock.time,
    });
    expect(await store.segments.find(accountUuid, created.uuid)).toEqual(created);
    expect(await store.segments.find(stranger, created.uuid)).toBeUndefined();
    expect(await store.segments.update(stranger, created.uuid, (current) => current)).toBeUndefined();
    expect(await store.segments.delete(stranger, created.uuid)).toBeUndefined();

    const renamed = await store.segments.update(accountUuid, created.uuid, (current) => ({
      ...current,
      name: 'Blog',
    }));
    expect(renamed).toEqual({ ...created, name: 'Blog', updatedAt: clock.time + 1 });
    const query = { sort: { field: 'name', direction: 'asc' }, limit: 10, offset: 0 } as const;
    expect(await store.segments.list({ ...query, accountUuid })).toEqual({ segments: [renamed], count: 1 });
    expect(await store.segments.list({ ...query, accountUuid: stranger })).toEqual({
      segments: [],
      count: 0,
    });
    expect(await store.segments.delete(accountUuid, created.uuid)).toEqual(renamed);
    expect(await store.segments.find(accountUuid, created.uuid)).toBeUndefined();
  });

  test('keeps to the limit, also when two nodes write at once', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    for (let n = 0; n < maxSegments - 1; n++) await store.segments.create(accountUuid, readers);
    const second = await openStore(location);
    const outcomes = await Promise.allSettled([
      store.segments.create(accountUuid, readers),
      second.segments.create(accountUuid, readers),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'too_many_segments' });
  });
});
