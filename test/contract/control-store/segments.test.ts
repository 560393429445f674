/** What every control store must do with segments. Source: docs/reference/segments.md. */

import { expect, test } from 'vitest';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { segments } from '../../../src/features/segments/feature.ts';
import { CollectionStore } from '../../../src/kernel/collection-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { storesAt } from './stores.ts';

const readers = { name: 'Readers', filters: [['contains', 'event:page', ['/blog/', "it's"]]] };

onEachControlStore('segments', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  test('stores, changes and deletes segments through their own account only', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const stored = new CollectionStore(segments, store);
    const { uuid: stranger } = await new Accounts(store).create('Other');
    const created = await stored.create(accountUuid, readers);
    const uuid = created?.uuid ?? '';
    expect(created).toEqual({
      ...readers,
      uuid,
      createdAt: clock.time,
      updatedAt: clock.time,
    });
    expect(await stored.find(accountUuid, uuid)).toEqual(created);
    expect(await stored.find(stranger, uuid)).toBeUndefined();
    expect(await stored.update(stranger, uuid, (current) => current)).toBeUndefined();
    expect(await stored.delete(stranger, uuid)).toBeUndefined();

    const renamed = await stored.update(accountUuid, uuid, (current) => ({
      ...current,
      name: 'Blog',
    }));
    expect(renamed).toEqual({ ...created, name: 'Blog', updatedAt: clock.time + 1 });
    const query = { sort: { field: 'name', direction: 'asc' }, limit: 10, offset: 0 } as const;
    expect(await stored.list(accountUuid, query)).toEqual({ entities: [renamed], count: 1 });
    expect(await stored.list(stranger, query)).toEqual({
      entities: [],
      count: 0,
    });
    expect(await stored.delete(accountUuid, uuid)).toEqual(renamed);
    expect(await stored.find(accountUuid, uuid)).toBeUndefined();
  });

  test('keeps to the limit, also when two nodes write at once', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const stored = new CollectionStore(segments, store);
    for (let n = 0; n < segments.limit.most - 1; n++) await stored.create(accountUuid, readers);
    const second = await openStore(location);
    const outcomes = await Promise.allSettled([
      stored.create(accountUuid, readers),
      new CollectionStore(segments, second).create(accountUuid, readers),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'too_many_segments' });
  });
});
