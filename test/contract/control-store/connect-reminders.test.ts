/** Reminders on every control store. Source: docs/reference/connect-page.md ("Reminders"). */

import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '../../../src/core/time.ts';
import { ConnectLinks } from '../../../src/features/connect/connect-link-store.ts';
import { ConnectReminders } from '../../../src/features/connect/reminder-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';

const leaseMs = 5 * minuteMs;

onEachControlStore('connect reminders', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  test('one is taken by one machine, again when its lease ends, and gone after the second time', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const { uuid: upstreamUuid } = await new Upstreams(store).create(accountUuid, upstreamOf('app.example'));
    const domain = await new CustomDomains(store).create(
      accountUuid,
      upstreamUuid,
      domainOf('shop.example.com'),
    );
    const wanted = { kind: 'connect', embedOrigins: [], expiresAt: clock.now() + 30 * dayMs } as const;
    const made = await new ConnectLinks(store).create(accountUuid, domain?.uuid ?? '', wanted);
    if (!made) throw new Error('no link');
    const reminders = new ConnectReminders(store);
    const take = async (of = reminders) => {
      const accounts = await of.accountsDue(clock.now());
      return of.takeDue(clock.now(), leaseMs, new Map(accounts.map((account) => [account, 10])));
    };
    await reminders.add(accountUuid, made.link, { to: 'owner@example.org', language: 'en' });
    expect(await take()).toEqual([]);
    clock.time += 2 * dayMs;
    const taken = await Promise.all([take(), take(new ConnectReminders(store))]);
    expect(taken.flat()).toHaveLength(1);
    // The machine died.
    clock.time += leaseMs;
    const [again] = await take();
    if (!again) throw new Error('nothing is due');
    expect(await reminders.emailOf(again)).toBe('owner@example.org');
    await reminders.done(again);
    expect(await take()).toEqual([]);
    clock.time += 5 * dayMs;
    const [last] = await take();
    if (!last) throw new Error('nothing is due');
    await reminders.done(last);
    expect(await store.database.queries.selectFrom('connect_reminders').selectAll().execute()).toEqual([]);
  });
});
