/** Looking for a part of a name or an address, which both engines have to understand alike. */

import { expect, test } from 'vitest';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, redirectOf, storesAt, upstreamOf } from './stores.ts';

const sort = { field: 'created_at', direction: 'asc' } as const;

onEachControlStore('search', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  test.each([
    ['z.example.com', ['z.example.com']],
    ['Z.EXAMPLE', ['z.example.com']],
    [
      'example.com',
      ['a.example.com', 'under-score.example.com', 'xn--bcher-kva.example.com', 'z.example.com'],
    ],
    // In the destination, whatever the case there.
    ['WELCOME', ['a.example.com']],
    ['/Path', ['under-score.example.com']],
    ['https://', ['a.example.com', 'under-score.example.com', 'xn--bcher-kva.example.com', 'z.example.com']],
    // Patterns stand for themselves.
    ['%', ['z.example.com']],
    ['50%', ['z.example.com']],
    ['r_score', []],
    ['_', ['z.example.com']],
    ['!', ['z.example.com']],
    ['\\', []],
    ["'", ['a.example.com']],
    ["' or 1=1 --", []],
    ['*', []],
    // A name that is not ASCII, as people write it and as it is stored.
    ['bücher', ['xn--bcher-kva.example.com']],
    ['BÜCHER.example', ['xn--bcher-kva.example.com']],
    ['xn--bcher', ['xn--bcher-kva.example.com']],
    // Beyond ASCII both leave the case alone.
    ['é', ['a.example.com']],
    ['É', []],
    ['nothing', []],
  ])('finds redirects by %s', async (text, hosts) => {
    const { store, accountUuid } = await openWithAccount();
    for (const [host, destinationUrl] of [
      ['a.example.com', "https://dest.example/Welcome?q=é'"],
      ['under-score.example.com', 'https://dest.example/path'],
      ['xn--bcher-kva.example.com', 'https://dest.example/'],
      ['z.example.com', 'https://dest.example/50%25_!'],
    ] as const)
      await new Redirects(store).create(accountUuid, redirectOf(host, { destinationUrl }));
    const other = await new Accounts(store).create('Other');
    await new Redirects(store).create(other.uuid, redirectOf('other-a.example.com'));
    const found = await new Redirects(store).list({ accountUuid, search: text, sort, limit: 20, offset: 0 });
    expect(found.redirects.map(({ sourceHost }) => sourceHost)).toEqual(hosts);
    expect(found.count).toBe(hosts.length);
  });

  test('counts all that match on every page, with the other filters', async () => {
    const { store, accountUuid } = await openWithAccount();
    const hosts = Array.from({ length: 30 }, (_, n) => `${n % 3 === 0 ? 'shop' : 'blog'}-${n}.example.com`);
    await new Redirects(store).createMany(
      accountUuid,
      hosts.map((host) => redirectOf(host)),
    );
    const list = { accountUuid, search: 'SHOP-', sort, limit: 4 } as const;
    const pages = await Promise.all(
      [0, 4, 8, 12].map(async (offset) => new Redirects(store).list({ ...list, offset })),
    );
    expect(pages.map(({ redirects }) => redirects.length)).toEqual([4, 4, 2, 0]);
    expect(pages.map(({ count }) => count)).toEqual([10, 10, 10, 10]);
    const one = { ...list, sourceHost: 'shop-3.example.com', offset: 0 };
    expect((await new Redirects(store).list(one)).count).toBe(1);
    expect((await new Redirects(store).list({ ...one, search: 'blog' })).count).toBe(0);
  });

  test('finds redirects by a part of their note, with the search and the other filters', async () => {
    const { store, accountUuid } = await openWithAccount();
    const notes = { a: 'Flyer, Spring', b: 'spring sale', c: '', d: '50% off_!' };
    await new Redirects(store).createMany(
      accountUuid,
      Object.entries(notes).map(([name, note]) => redirectOf(`${name}.example.com`, { note })),
    );
    const hostsOf = async (query: { note?: string; search?: string; sourceHost?: string }) => {
      const { redirects, count } = await new Redirects(store).list({
        accountUuid,
        ...query,
        sort: { field: 'source_host', direction: 'asc' },
        limit: 20,
        offset: 0,
      });
      expect(count).toBe(redirects.length);
      return redirects.map(({ sourceHost }) => sourceHost.charAt(0)).join('');
    };
    expect(await hostsOf({ note: 'SPRING' })).toBe('ab');
    expect(await hostsOf({ note: '% off_' })).toBe('d');
    expect(await hostsOf({ note: 'spring', search: 'flyer' })).toBe('a');
    expect(await hostsOf({ note: 'spring', sourceHost: 'b.example.com' })).toBe('b');
    expect(await hostsOf({ search: 'sale' })).toBe('b');
  });

  test('finds custom domains of one upstream or all', async () => {
    const { store, accountUuid } = await openWithAccount();
    const [first, second] = [
      await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net')),
      await new Upstreams(store).create(accountUuid, upstreamOf('b.example.net')),
    ];
    await new CustomDomains(store).create(accountUuid, first.uuid, domainOf('shop-1.example.com'));
    await new CustomDomains(store).create(accountUuid, second.uuid, domainOf('shop-2.example.com'));
    await new CustomDomains(store).create(accountUuid, second.uuid, domainOf('blog.example.com'));
    const hosts = async (search: string | undefined, upstreamUuid?: string) => {
      const page = { accountUuid, search, upstreamUuid, sort, limit: 20, offset: 0 };
      return (await new CustomDomains(store).list(page)).domains.map(({ host }) => host);
    };
    expect(await hosts('Shop')).toEqual(['shop-1.example.com', 'shop-2.example.com']);
    expect(await hosts('Shop', second.uuid)).toEqual(['shop-2.example.com']);
    expect(await hosts(undefined)).toHaveLength(3);
    expect(await hosts('nothing')).toEqual([]);
  });
});
