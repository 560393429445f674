/** Connect links on every control store. Source: docs/reference/connect-page.md ("Links"). */

import { expect, test } from 'vitest';
import { AccountBrands } from '../../../src/features/connect/brand-store.ts';
import {
  ConnectLinks,
  maxOpenConnectLinks,
  type NewConnectLink,
} from '../../../src/features/connect/connect-link-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';

const wanted = (expiresAt: number): NewConnectLink => ({ kind: 'connect', embedOrigins: [], expiresAt });

onEachControlStore('connect links', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  async function openWithDomain() {
    const { store, accountUuid, clock } = await openWithAccount();
    const { uuid: upstreamUuid } = await new Upstreams(store).create(accountUuid, upstreamOf('app.example'));
    const domain = await new CustomDomains(store).create(
      accountUuid,
      upstreamUuid,
      domainOf('shop.example.com'),
    );
    if (!domain) throw new Error('no domain');
    return { store, accountUuid, clock, domain };
  }

  test('a link opens until it expires, is revoked or its domain is deleted', async () => {
    const { store, accountUuid, clock, domain } = await openWithDomain();
    const connectLinks = new ConnectLinks(store);
    const create = async () => {
      const made = await connectLinks.create(accountUuid, domain.uuid, wanted(clock.now() + 1_000));
      if (!made) throw new Error('no link');
      return made;
    };
    const { link, secret } = await create();
    expect(await connectLinks.findOpen(secret, 'connect')).toEqual(link);
    expect(await connectLinks.revoke(accountUuid, domain.uuid, link.uuid)).toEqual(link);
    expect(await connectLinks.findOpen(secret, 'connect')).toBeUndefined();

    const second = await create();
    clock.time += 1_000;
    expect(await connectLinks.findOpen(second.secret, 'connect')).toBeUndefined();

    const third = await create();
    await new CustomDomains(store).delete(accountUuid, domain.upstreamUuid, domain.uuid);
    expect(await connectLinks.findOpen(third.secret, 'connect')).toBeUndefined();
    expect(await connectLinks.create(accountUuid, domain.uuid, wanted(clock.now() + 1))).toBeUndefined();
  });

  test('a link opens its own page only, and keeps the origins that may frame it', async () => {
    const { store, accountUuid, clock, domain } = await openWithDomain();
    const embedOrigins = ['https://a.example', 'https://b.example:8443'];
    const expiresAt = clock.now() + 1_000;
    const made = await new ConnectLinks(store).create(accountUuid, domain.uuid, {
      kind: 'statistics',
      embedOrigins,
      expiresAt,
    });
    if (!made) throw new Error('no link');
    expect(await new ConnectLinks(store).findOpen(made.secret, 'statistics')).toEqual(made.link);
    expect(made.link).toMatchObject({ kind: 'statistics', embedOrigins });
    expect(await new ConnectLinks(store).findOpen(made.secret, 'connect')).toBeUndefined();
    // As a program of the version before reads it.
    expect(made.secret).not.toMatch(/^nc_/);
    expect(await new ConnectLinks(store).listOpen(domain.uuid)).toEqual([made.link]);
  });

  test('many writers together do not pass the limit', async () => {
    const { store, accountUuid, clock, domain } = await openWithDomain();
    const made = await Promise.allSettled(
      Array.from({ length: maxOpenConnectLinks + 10 }, () =>
        new ConnectLinks(store).create(accountUuid, domain.uuid, wanted(clock.now() + 1_000)),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxOpenConnectLinks);
    expect(await new ConnectLinks(store).listOpen(domain.uuid)).toHaveLength(maxOpenConnectLinks);
  });

  test('writers of a brand keep what the others changed', async () => {
    const { store, accountUuid } = await openWithDomain();
    await Promise.all([
      new AccountBrands(store).update(accountUuid, { name: 'Acme' }),
      new AccountBrands(store).update(accountUuid, { color: '#123456' }),
    ]);
    expect(await new AccountBrands(store).find(accountUuid)).toEqual({
      name: 'Acme',
      color: '#123456',
      logo: null,
    });
  });
});
