/** A store from before brands had names of their own. Source: docs/reference/connect-page.md ("The brand"). */

import { expect, test } from 'vitest';
import { migrateStore } from '../../../src/control/migrate.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AccountBrands } from '../../../src/features/connect/brand-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { makeOlder } from '../../support/older-store.ts';
import { tenantsAt } from './tenants.ts';

onEachControlStore('brands of an older store', (newLocation) => {
  const { open, openAgain } = tenantsAt(newLocation);

  test('they are called as the account, unless nobody has named that one', async () => {
    const tenants = await open();
    const { store, location } = tenants;
    const acme = await new Accounts(store).create('Acme');
    const unnamed = await new Accounts(store).create('Default');
    await makeOlder(location);
    await migrateStore(location);
    const again = await openAgain(tenants);
    expect(await new AccountBrands(again).find(acme.uuid)).toEqual({ name: 'Acme', color: null, logo: null });
    expect((await new AccountBrands(again).find(unnamed.uuid)).name).toBeNull();
    expect((await new AccountBrands(again).named(acme.uuid)).name).toBe('Acme');
    await expect(new AccountBrands(again).named(unnamed.uuid)).rejects.toMatchObject({
      code: 'brand_missing',
    });
  });
});
