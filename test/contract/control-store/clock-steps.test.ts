/** What a clock that was ahead for a while leaves behind. Source: docs/guides/operations.md ("The clock"). */

import { expect, test } from 'vitest';
import { delayAfter } from '../../../src/dns/check-schedule.ts';
import { HostCheckStore } from '../../../src/features/attention/host-check-store.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { standardBackOff } from '../../../src/features/webhooks/deliverer.ts';
import { WebhookEndpoints } from '../../../src/features/webhooks/endpoint-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, redirectOf, storesAt, takeOrders, upstreamOf } from './stores.ts';
import { perEndpoint } from './webhook-outbox.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
const room = perEndpoint(10);
const attempt = { durationMs: 1, status: 500, error: null, response: '' };

onEachControlStore('a clock that was ahead', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  test('puts nothing off for longer than it ever would be', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const { uuid } = await new Upstreams(store).create(accountUuid, upstreamOf('app.example.net'));
    await new CustomDomains(store).create(accountUuid, uuid, domainOf('shop.example.com'));
    await new AutomaticCertificates(store).want('shop.example.com');
    await new WebhookEndpoints(store).createWithSecret(accountUuid, endpointAt('https://hooks.example.com/'));
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    const hostChecks = new HostCheckStore(store);
    await hostChecks.enlist();
    const takeAll = async () => ({
      hosts: await hostChecks.takeDue(clock.now(), minuteMs, new Map([[accountUuid, 10]])),
      domains: await new CustomDomains(store).takeDue(clock.now(), minuteMs, new Map([[accountUuid, 10]])),
      orders: await takeOrders(store, clock.now(), minuteMs),
      deliveries: await store.webhookOutbox.takeDue(clock.now(), minuteMs, room),
    });
    expect(await store.clockSteps.heal()).toBe(0);

    clock.time += yearMs;
    const taken = await takeAll();
    expect(Object.values(taken).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    const [order, delivery] = [taken.orders[0], taken.deliveries[0]];
    if (!order || !delivery) throw new Error('nothing was taken');
    await new AutomaticCertificates(store).fail(order, {
      failures: 1,
      nextAttemptAt: clock.now() + minuteMs,
      reason: 'it failed',
      code: 'authority_refused',
      askedAt: clock.now(),
    });
    const nextAttemptAt = clock.now() + (standardBackOff(1) ?? 0);
    await store.webhookOutbox.fail(delivery, {
      attempt: { ...attempt, at: clock.now() },
      nextAttemptAt,
      isGone: false,
    });
    await store.acmeOrders.reserve('example.com', 'shop.example.com', clock.now(), 1, 'https://ca.example');

    clock.time -= yearMs - 40_000;
    expect(Object.values(await takeAll()).flat()).toEqual([]);
    expect(await store.clockSteps.heal()).toBe(5);
    expect(Object.values(await takeAll()).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    const reserved = await store.acmeOrders.reserve(
      'example.com',
      'b.example.com',
      clock.now(),
      1,
      'https://ca.example',
    );
    expect(reserved).toHaveProperty('id');
    clock.time += delayAfter('found', 0, 1);
    expect(await store.clockSteps.heal()).toBe(0);
  });

  test('disables no webhook endpoint that failed for seconds', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const { endpoint } = await new WebhookEndpoints(store).createWithSecret(
      accountUuid,
      endpointAt('https://hooks.example.com/'),
    );
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    const failNow = async () => {
      await store.clockSteps.heal();
      const [delivery] = await store.webhookOutbox.takeDue(clock.now(), minuteMs, room);
      if (!delivery) throw new Error('no delivery is due');
      await store.webhookOutbox.fail(delivery, {
        attempt: { ...attempt, at: clock.now() },
        nextAttemptAt: clock.now() + 1_000,
        isGone: false,
      });
      return (await new WebhookEndpoints(store).find(accountUuid, endpoint.uuid))?.active;
    };
    expect(await failNow()).toBe(true);
    for (const stepMs of [yearMs, 20_000, -yearMs, 6 * dayMs])
      expect([stepMs, await ((clock.time += stepMs), failNow())]).toEqual([stepMs, true]);
    // It has failed since the clock is right again: the days from then on count.
    clock.time += 3 * dayMs;
    expect(await failNow()).toBe(false);
  });
});

const endpointAt = (url: string) => ({ url, events: ['redirect.created'], description: '', active: true });
