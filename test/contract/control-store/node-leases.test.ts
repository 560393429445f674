/**
 * What a node's next process takes over from one that was killed. Source: docs/reference/webhooks.md ("Attempts"),
 * docs/reference/acme.md ("When it fails").
 */

import { expect, test } from 'vitest';
import type { ControlStore } from '../../../src/control/store.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { WebhookEndpoints } from '../../../src/features/webhooks/endpoint-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { redirectOf, storesAt, takeOrders } from './stores.ts';
import { perEndpoint } from './webhook-outbox.ts';

const minuteMs = 60_000;
const room = perEndpoint(10);

onEachControlStore('leases of a node', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  test('the next process of a node goes on at once, and leaves what other nodes have', async () => {
    const { location, store, accountUuid, clock } = await openWithAccount();
    const [other, next] = [await openStore(location, clock), await openStore(location, clock)];
    await store.nodeLeases.takeOver('node-1');
    await other.nodeLeases.takeOver('node-10');
    const takeBoth = async (from: ControlStore) => [
      ...(await from.webhookOutbox.takeDue(clock.now(), minuteMs, room)).map(
        ({ body }) => JSON.parse(body).data,
      ),
      ...(await takeOrders(from, clock.now(), minuteMs)).map(({ host }) => host),
    ];
    const addBoth = async (host: string) => {
      await new Redirects(store).create(accountUuid, redirectOf(host));
      await new AutomaticCertificates(store).want(host);
    };
    await new WebhookEndpoints(store).createWithSecret(accountUuid, {
      url: 'https://hooks.example.com/',
      events: [],
      description: '',
      active: true,
    });
    await addBoth('a.example.com');
    const taken = [expect.objectContaining({ source_host: 'a.example.com' }), 'a.example.com'];
    expect(await takeBoth(store)).toEqual(taken);
    await addBoth('b.example.com');
    expect(await takeBoth(other)).toHaveLength(2);

    expect(await takeBoth(next)).toEqual([]);
    expect(await next.nodeLeases.takeOver('node-1')).toEqual({ deliveries: 1, orders: 1 });
    expect(await takeBoth(next)).toEqual(taken);
    // An order that was under way in two dead processes waits for its lease.
    expect(await next.nodeLeases.takeOver('node-1')).toEqual({ deliveries: 1, orders: 0 });
    expect(await takeBoth(next)).toEqual(taken.slice(0, 1));
    clock.time += minuteMs;
    expect(await takeBoth(next)).toHaveLength(4);
  });
});
