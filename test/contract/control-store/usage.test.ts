/** Months and what was used in them, on every control store. Source: docs/reference/usage.md. */

import { expect, test } from 'vitest';
import { dayMs } from '../../../src/core/time.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { UsageLists } from '../../../src/features/usage/usage-lists.ts';
import type { UsageRecord } from '../../../src/features/usage/usage-months.ts';
import { UsageMonths } from '../../../src/features/usage/usage-months.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, storesAt, TestClock, upstreamOf } from './stores.ts';
import { openOutbox } from './webhook-outbox.ts';

const due = { first: '1970-01', graceMs: 2 * dayMs, leaseMs: 60_000 };
const page = { sort: { field: 'host', direction: 'asc' }, limit: 20, offset: 0 } as const;

onEachControlStore('usage', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  /** An account since April 2026, on the clock's May 4th. */
  async function openWithDomains(...hosts: readonly string[]) {
    const opened = await openWithAccount();
    const { store, accountUuid, clock } = opened;
    await new UsageMonths(store).begin();
    const { uuid: upstreamUuid } = await new Upstreams(store).create(accountUuid, upstreamOf('app.example'));
    for (const host of hosts)
      await new CustomDomains(store).create(accountUuid, upstreamUuid, domainOf(host));
    const on = (time: number) => {
      clock.time = time;
    };
    const hostsOf = async (month: string, more = {}) =>
      (await new UsageLists(store).list({ accountUuid, month, ...more }, page)).domains.map(
        ({ host }) => host,
      );
    return { ...opened, upstreamUuid, on, hostsOf };
  }

  async function recordsOf(store: Awaited<ReturnType<typeof openStore>>, accountUuid: string, month: string) {
    const domains = await new UsageLists(store).all({ accountUuid, month });
    return domains.map(
      ({ uuid, host, externalId }, index): UsageRecord => ({
        uuid,
        host,
        externalId,
        usage: { requests: index + 1, bytesIn: 2 ** 50 + index, bytesOut: 20, visitors: 1 },
      }),
    );
  }

  test('a month has the domains that were there in it, deleted ones too', async () => {
    const { store, accountUuid, upstreamUuid, on, hostsOf } = await openWithDomains(
      'a.example.com',
      'b.example.com',
    );
    const [a, b] = await new UsageLists(store).all({ accountUuid, month: '2026-05' });
    on(Date.UTC(2026, 5, 10));
    await new CustomDomains(store).delete(accountUuid, upstreamUuid, a?.uuid ?? '');
    await new CustomDomains(store).create(accountUuid, upstreamUuid, domainOf('c.example.com'));
    // The same host again is another domain.
    await new CustomDomains(store).create(accountUuid, upstreamUuid, domainOf('a.example.com'));
    expect(await hostsOf('2026-04')).toEqual([]);
    expect(await hostsOf('2026-05')).toEqual(['a.example.com', 'b.example.com']);
    expect(await hostsOf('2026-06')).toEqual([
      'a.example.com',
      'a.example.com',
      'b.example.com',
      'c.example.com',
    ]);
    expect(await hostsOf('2026-07')).toEqual(['a.example.com', 'b.example.com', 'c.example.com']);
    expect(await hostsOf('2026-06', { customDomainUuid: a?.uuid })).toEqual(['a.example.com']);
    expect(await hostsOf('2026-06', { customDomainUuid: b?.uuid, host: 'a.example.com' })).toEqual([]);

    on(Date.UTC(2026, 6, 5));
    await new Upstreams(store).delete(accountUuid, upstreamUuid);
    expect(await hostsOf('2026-07')).toEqual(['a.example.com', 'b.example.com', 'c.example.com']);
    expect(await hostsOf('2026-08')).toEqual([]);
  });

  test('a domain deleted in the last minute of a month is in the next one too', async () => {
    const { store, accountUuid, upstreamUuid, on, hostsOf } = await openWithDomains(
      'a.example.com',
      'b.example.com',
    );
    const [a, b] = await new UsageLists(store).all({ accountUuid, month: '2026-05' });
    on(Date.UTC(2026, 5, 1) - 60_000);
    await new CustomDomains(store).delete(accountUuid, upstreamUuid, a?.uuid ?? '');
    on(Date.UTC(2026, 5, 1) - 60_001);
    await new CustomDomains(store).delete(accountUuid, upstreamUuid, b?.uuid ?? '');
    expect(await hostsOf('2026-06')).toEqual(['a.example.com']);
  });

  test('a closed month stays as it was', async () => {
    const { store, accountUuid, upstreamUuid, on } = await openWithDomains('a.example.com', 'b.example.com');
    const other = await new Accounts(store).create('Other');
    const month = '2026-05';
    on(Date.UTC(2026, 5, 3));
    await new UsageMonths(store).begin();
    const records = await recordsOf(store, accountUuid, month);
    expect(await new UsageMonths(store).close({ accountUuid, month }, records)).toBe(true);
    expect(await new UsageMonths(store).close({ accountUuid, month }, [])).toBe(false);
    await new Upstreams(store).delete(accountUuid, upstreamUuid);
    expect(await new UsageLists(store).list({ accountUuid, month }, page)).toEqual({
      domains: records,
      count: 2,
    });
    expect(await new UsageLists(store).list({ accountUuid, month: '2026-06' }, page)).toMatchObject({
      domains: [{ usage: null }, { usage: null }],
    });
    expect(await new UsageLists(store).all({ accountUuid: other.uuid, month })).toEqual([]);
    expect(await new UsageMonths(store).close({ accountUuid: other.uuid, month: '2031-01' }, [])).toBe(false);
  });

  test('pages are sorted both ways and count all that match', async () => {
    const { store, accountUuid, upstreamUuid } = await openWithDomains('c.example.com');
    for (const [host, externalId] of [
      ['a.example.com', 'x'],
      ['b.example.com', 'x'],
      ['d.example.com', 'w'],
    ] as const)
      await new CustomDomains(store).create(accountUuid, upstreamUuid, domainOf(host, { externalId }));
    const filters = { accountUuid, month: '2026-05' };
    const listed = async (field: 'host' | 'external_id', direction: 'asc' | 'desc', offset = 0) => {
      const { domains, count } = await new UsageLists(store).list(filters, {
        sort: { field, direction },
        limit: 3,
        offset,
      });
      return [domains.map(({ host }) => host[0]).join(''), count];
    };
    expect(await listed('host', 'desc')).toEqual(['dcb', 4]);
    expect(await listed('external_id', 'asc')).toEqual(['cda', 4]);
    expect(await listed('host', 'asc', 3)).toEqual(['d', 4]);
    expect(await listed('host', 'asc', Number.MAX_SAFE_INTEGER)).toEqual(['', 4]);
    const byId = async (limit: number, offset: number, more = {}) => {
      const { domains, count } = await new UsageLists(store).listByExternalId(
        { ...filters, ...more },
        { limit, offset },
      );
      return [domains.map(({ host, externalId }) => `${externalId}:${host[0]}`), count];
    };
    expect(await byId(2, 0)).toEqual([[':c', 'w:d'], 3]);
    expect(await byId(2, 2)).toEqual([['x:a', 'x:b'], 3]);
    expect(await byId(2, 9)).toEqual([[], 3]);
    expect(await byId(2, 0, { externalId: 'x' })).toEqual([['x:a', 'x:b'], 1]);
    expect(await byId(2, 0, { externalId: 'none' })).toEqual([[], 0]);
  });

  test('months begin with the account, and none is left out', async () => {
    const { store, accountUuid, clock } = await openWithAccount(new TestClock());
    const months = async () => {
      const before = clock.time;
      clock.time = Date.UTC(2030, 0, 1);
      const taken = await new UsageMonths(store).takeDue(100, { ...due, leaseMs: 0 });
      clock.time = before;
      return taken.map((one) => `${one.accountUuid === accountUuid ? 'first' : 'other'} ${one.month}`);
    };
    // The account is older than the store's use by this program.
    clock.time = Date.UTC(2026, 7, 20);
    await new UsageMonths(store).begin();
    await new UsageMonths(store).begin();
    expect(await months()).toEqual(['first 2026-08']);
    clock.time = Date.UTC(2026, 8, 30);
    await new Accounts(store).create('Other');
    // The service was off over a change of months.
    clock.time = Date.UTC(2026, 10, 1);
    await new UsageMonths(store).begin();
    const all = await months();
    expect(all.toSorted()).toEqual([
      'first 2026-08',
      'first 2026-09',
      'first 2026-10',
      'first 2026-11',
      'other 2026-09',
      'other 2026-10',
      'other 2026-11',
    ]);
    expect(all[0]).toBe('first 2026-08');
  });

  test('a month is due two days after its end, for one node at a time, until it is closed', async () => {
    const { location, store, accountUuid, on, clock } = await openWithDomains('a.example.com');
    const other = await openStore(location, clock);
    const { addEndpoint, queued } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid, ['usage.closed']);
    on(Date.UTC(2026, 5, 3) - 1);
    expect(await new UsageMonths(store).takeDue(9, due)).toEqual([]);
    on(Date.UTC(2026, 5, 3));
    expect(await new UsageMonths(store).takeDue(9, { ...due, first: '2026-06' })).toEqual([]);
    const takes = await Promise.all(
      [store, other, store].map((each) => new UsageMonths(each).takeDue(9, due)),
    );
    expect(takes.flat()).toEqual([{ accountUuid, month: '2026-05' }]);
    on(clock.time + due.leaseMs - 1);
    expect(await new UsageMonths(other).takeDue(9, due)).toEqual([]);
    // The node with the lease has died.
    on(clock.time + 1);
    expect(await new UsageMonths(other).takeDue(9, due)).toHaveLength(1);
    const records = await recordsOf(store, accountUuid, '2026-05');
    const closes = await Promise.all(
      [store, other, other].map((each) =>
        new UsageMonths(each).close({ accountUuid, month: '2026-05' }, records),
      ),
    );
    expect(closes.filter(Boolean)).toHaveLength(1);
    const [record] = records;
    expect((await queued(endpoint)).map(({ body }) => body)).toMatchObject([
      {
        type: 'usage.closed',
        data: {
          month: '2026-05',
          custom_domains: records.length,
          requests: record?.usage.requests,
          bytes_in: record?.usage.bytesIn,
          bytes_out: record?.usage.bytesOut,
          visitors: record?.usage.visitors,
          path: `/api/v1/accounts/${accountUuid}/usage?month=2026-05`,
        },
      },
    ]);
    on(clock.time + due.leaseMs);
    expect(await new UsageMonths(other).takeDue(9, due)).toEqual([]);
    expect(await new UsageMonths(store).newestOpenBefore('2026-06')).toBeUndefined();
  });

  test('names of deleted domains go when every month that had them is closed', async () => {
    const { store, accountUuid, upstreamUuid, on } = await openWithDomains('a.example.com');
    const [a] = await new UsageLists(store).all({ accountUuid, month: '2026-05' });
    on(Date.UTC(2026, 5, 10));
    await new UsageMonths(store).begin();
    await new CustomDomains(store).delete(accountUuid, upstreamUuid, a?.uuid ?? '');
    on(Date.UTC(2026, 6, 10));
    await new UsageMonths(store).begin();
    const closing = async (month: string) => {
      await new UsageMonths(store).close({ accountUuid, month }, await recordsOf(store, accountUuid, month));
      return (await new UsageLists(store).all({ accountUuid, month: '2026-05' })).length;
    };
    // June first: May still needs the name.
    expect(await closing('2026-06')).toBe(1);
    expect(await new UsageMonths(store).newestOpenBefore('2026-07')).toBe('2026-05');
    expect(await closing('2026-05')).toBe(1);
    const kept = await new UsageLists(store).all({ accountUuid, month: '2026-06' });
    expect(kept).toMatchObject([{ host: 'a.example.com', usage: { requests: 1, bytesIn: 2 ** 50 } }]);
  });
});
