/** What every control store must do with saved views. Source: docs/reference/saved-views.md. */
import { expect, test } from 'vitest';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { savedViews } from '../../../src/features/saved-views/feature.ts';
import { CollectionStore } from '../../../src/kernel/collection-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { storesAt } from './stores.ts';

const month = { name: "Month's", queryString: 'range=30d&q=%27' };

onEachControlStore('saved views', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  test('stores, changes and deletes views through their own account only, newest first', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const stored = new CollectionStore(savedViews, store);
    const { uuid: stranger } = await new Accounts(store).create('Other');
    const created = await stored.create(accountUuid, month);
    const uuid = created?.uuid ?? '';
    expect(created).toEqual({ ...month, uuid });
    expect(await stored.find(accountUuid, uuid)).toEqual(created);
    expect(await stored.find(stranger, uuid)).toBeUndefined();
    expect(await stored.update(stranger, uuid, (current) => current)).toBeUndefined();
    expect(await stored.delete(stranger, uuid)).toBeUndefined();
    clock.time += 1;
    const newer = await stored.create(accountUuid, { ...month, name: 'Week' });
    const renamed = await stored.update(accountUuid, uuid, (current) => ({ ...current, name: 'M' }));
    expect(renamed).toEqual({ ...created, name: 'M' });
    const query = { sort: { field: 'created_at', direction: 'desc' }, limit: 10, offset: 0 } as const;
    expect(await stored.list(accountUuid, query)).toEqual({ entities: [newer, renamed], count: 2 });
    expect(await stored.list(stranger, query)).toEqual({ entities: [], count: 0 });
    expect(await stored.delete(accountUuid, uuid)).toEqual(renamed);
    expect(await stored.find(accountUuid, uuid)).toBeUndefined();
  });

  test('keeps to the limit, also when two nodes write at once', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const stored = new CollectionStore(savedViews, store);
    for (let n = 0; n < savedViews.limit.most - 1; n++) await stored.create(accountUuid, month);
    const second = await openStore(location);
    const outcomes = await Promise.allSettled([
      stored.create(accountUuid, month),
      new CollectionStore(savedViews, second).create(accountUuid, month),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'too_many_saved_views' });
  });
});
