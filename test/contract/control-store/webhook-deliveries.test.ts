/**
 * What every control store, and nodes that share it, must do with deliveries. Source: docs/reference/webhooks.md
 * ("Deliveries", "Attempts", "Order").
 */

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { ControlStore } from '../../../src/control/store.ts';
import { AddressPolicy } from '../../../src/core/address-policy.ts';
import { HostNames } from '../../../src/core/host-names.ts';
import type { WebhookDeliveryStatus } from '../../../src/core/webhook-event.ts';
import { Random } from '../../../src/demo/random.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AuditEvents } from '../../../src/features/audit/audit-events.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { type DelivererOptions, WebhookDeliverer } from '../../../src/features/webhooks/deliverer.ts';
import { WebhookDeliveries } from '../../../src/features/webhooks/delivery-store.ts';
import { WebhookEndpoints } from '../../../src/features/webhooks/endpoint-store.ts';
import type { WebhookEndpointAttributes } from '../../../src/resources/webhook-endpoint.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { type WebhookMessage, WebhookReceiver } from '../../support/webhook-receiver.ts';
import { redirectOf, storesAt, TestClock } from './stores.ts';
import { openOutbox, perEndpoint } from './webhook-outbox.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

type Received = { readonly id: string; readonly headers: IncomingMessage['headers']; readonly body: string };

/** A receiver that answers what `statusOf` says; it keeps what it got, in order of arrival. */
async function openReceiver(statusOf: (received: Received, times: number) => number = () => 204) {
  const received: Received[] = [];
  const accepted: Received[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readText(request);
      const one = { id: String(request.headers['webhook-id']), headers: request.headers, body };
      received.push(one);
      const status = statusOf(one, received.filter(({ id }) => id === one.id).length);
      if (status < 300) accepted.push(one);
      response.writeHead(status).end('seen');
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  return { received, accepted, url: `http://127.0.0.1:${port}/` };
}

function endpointAt(url: string, more: Partial<WebhookEndpointAttributes> = {}): WebhookEndpointAttributes {
  return { url, events: [], description: '', active: true, ...more };
}

/** A node that sends what is due; real times are short. */
function nodeOn(
  store: ControlStore,
  clock: TestClock,
  more: Partial<DelivererOptions> = {},
): WebhookDeliverer {
  const node = new WebhookDeliverer(store.webhookOutbox, {
    send: { policy: new AddressPolicy(['127.0.0.0/8'], []), names: new HostNames(), userAgent: 'Test' },
    clock,
    logger: pino({ level: 'silent' }),
    backOff: (failures) => (failures < 10 ? 0 : undefined),
    pollMs: 20,
    ...more,
  });
  onTestFinished(() => node[Symbol.asyncDispose]());
  return node;
}

onEachControlStore('webhook deliveries', (newLocation, engine) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  async function allOf(store: ControlStore, endpointUuid: string) {
    return (await new WebhookDeliveries(store).list({ endpointUuid, limit: 1_000, offset: 0 })).deliveries;
  }

  async function settled(store: ControlStore, endpointUuid: string): Promise<void> {
    await expect
      .poll(
        async () => (await allOf(store, endpointUuid)).filter(({ status }) => status === 'pending').length,
      )
      .toBe(0);
  }

  test('two nodes with clocks apart deliver everything to a receiver that fails half the time, in order and signed', async () => {
    const { location, store, accountUuid, clock } = await openWithAccount();
    clock.time = Date.now();
    const behind = new TestClock();
    behind.time = clock.time - 10_000;
    const other = await openStore(location, behind);
    const receiver = await WebhookReceiver.open(onTestFinished);
    const random = new Random(process.env.NAMEPLATE_TEST_SEED ?? 'webhooks');
    const accepted: WebhookMessage[] = [];
    receiver.answer = (message, response) => {
      const isAccepted = random.chance(0.5);
      if (isAccepted) accepted.push(message);
      response.writeHead(isAccepted ? 204 : 503).end();
    };
    const { endpoint, secret } = await new WebhookEndpoints(store).createWithSecret(
      accountUuid,
      endpointAt(receiver.url),
    );
    receiver.secret = secret;
    // A message never fails for good.
    const backOff = () => 0;
    nodeOn(store, clock, { backOff }).start();
    nodeOn(other, behind, { backOff }).start();
    const hosts = ['a.example.com', 'b.example.com', 'c.example.com'];
    await Promise.all(
      hosts.map(async (host) => {
        const { uuid } = await new Redirects(store).create(accountUuid, redirectOf(host));
        for (const note of ['1', '2'])
          await new Redirects(store).update(accountUuid, uuid, (current) => ({ ...current, note }));
      }),
    );
    await settled(store, endpoint.uuid);
    for (const host of hosts) {
      const notes = accepted.filter(({ data }) => data.source_host === host).map(({ data }) => data.note);
      expect(notes).toEqual(['', '1', '2']);
    }
    expect(receiver.refusals).toEqual([]);
    const log = await allOf(store, endpoint.uuid);
    expect(log.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'delivered'));
    expect(log.flatMap(({ attempts }) => attempts)).toHaveLength(receiver.messages.length);
    expect(log[0]?.attempts.map(({ status }) => status).at(-1)).toBe(204);
  });

  test('what a node sent before it died is sent again under the same id', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const { received, url } = await openReceiver();
    const { endpoint } = await new WebhookEndpoints(store).createWithSecret(accountUuid, endpointAt(url));
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    const room = perEndpoint(4);
    const [leased, ...more] = await store.webhookOutbox.takeDue(clock.now(), minuteMs, room);
    expect([leased?.body.includes('redirect.created'), more]).toEqual([true, []]);
    if (!leased) return;
    await fetch(url, { method: 'POST', headers: { 'webhook-id': leased.uuid }, body: leased.body });
    // Nobody else takes it until the lease is over.
    expect(await store.webhookOutbox.takeDue(clock.now(), minuteMs, room)).toEqual([]);
    clock.time += minuteMs;
    nodeOn(store, clock).start();
    await settled(store, endpoint.uuid);
    expect(received.map(({ id }) => id)).toEqual([leased.uuid, leased.uuid]);
    // The one that was thought dead is too late.
    await store.webhookOutbox.fail(leased, {
      attempt: { at: 0, durationMs: 0, status: 500, error: 'x', response: '' },
      nextAttemptAt: undefined,
      isGone: false,
    });
    expect(await allOf(store, endpoint.uuid)).toMatchObject([
      { status: 'delivered', attempts: [{ status: 204 }] },
    ]);
  });

  test('a delivery is given up after the last wait, the next one of its resource goes on, and a replay has the same id', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    let isUp = false;
    const { received, accepted, url } = await openReceiver(({ body }) =>
      isUp || body.includes('redirect.deleted') ? 204 : 500,
    );
    const { endpoint } = await new WebhookEndpoints(store).createWithSecret(accountUuid, endpointAt(url));
    const { uuid } = await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    await new Redirects(store).delete(accountUuid, uuid);
    nodeOn(store, clock, { backOff: (failures) => (failures < 3 ? 0 : undefined) }).start();
    await settled(store, endpoint.uuid);
    const [deleted, created] = await allOf(store, endpoint.uuid);
    expect([created, deleted]).toMatchObject([
      {
        type: 'redirect.created',
        status: 'failed',
        attempts: [{ status: 500 }, {}, { error: 'It answered 500' }],
      },
      { type: 'redirect.deleted', status: 'delivered' },
    ]);
    isUp = true;
    expect(
      await new WebhookDeliveries(store).replay(accountUuid, endpoint.uuid, created?.uuid ?? ''),
    ).toMatchObject({
      status: 'pending',
    });
    await settled(store, endpoint.uuid);
    expect(accepted.map(({ id }) => id)).toEqual([deleted?.uuid, created?.uuid]);
    expect(received).toHaveLength(5);
  });

  test('410 disables an endpoint at once, five days of failures do, and the trail says so', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const gone = await openReceiver(() => 410);
    const down = await openReceiver(() => 500);
    const [first, second] = [
      await new WebhookEndpoints(store).createWithSecret(accountUuid, endpointAt(gone.url)),
      await new WebhookEndpoints(store).createWithSecret(accountUuid, endpointAt(down.url)),
    ];
    // By then each has failed once, and the second waits.
    const node = nodeOn(store, clock, { backOff: () => 2.5 * dayMs });
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    await new Redirects(store).create(accountUuid, redirectOf('b.example.com'));
    node.start();
    const stateOf = ({ endpoint }: typeof first) =>
      new WebhookEndpoints(store).find(accountUuid, endpoint.uuid);
    await expect
      .poll(() => stateOf(first))
      .toMatchObject({ active: false, disabledReason: 'it answered 410 Gone', disabledAt: clock.now() });
    expect((await allOf(store, first.endpoint.uuid)).every(({ status }) => status !== 'pending')).toBe(true);
    await expect.poll(() => down.received.length).toBe(2);
    await expect
      .poll(async () => (await allOf(store, second.endpoint.uuid)).map(({ attempts }) => attempts.length))
      .toEqual([1, 1]);
    expect(await stateOf(second)).toMatchObject({ active: true });
    clock.time += 2.5 * dayMs;
    await expect.poll(() => down.received.length).toBe(4);
    await expect
      .poll(async () => (await allOf(store, second.endpoint.uuid)).map(({ attempts }) => attempts.length))
      .toEqual([2, 2]);
    clock.time += 2.5 * dayMs;
    await expect
      .poll(() => stateOf(second))
      .toMatchObject({ active: false, disabledReason: 'every attempt failed for five days' });
    const { events } = await new AuditEvents(store).list({ accountUuid, limit: 10, offset: 0 });
    expect(events).toMatchObject([
      { actor: { kind: 'service' }, resource: 'webhook_endpoint', after: { active: false } },
      { actor: { kind: 'service' }, resource: 'webhook_endpoint', after: { active: false } },
    ]);
    await expect(
      new WebhookDeliveries(store).sendTest(accountUuid, second.endpoint.uuid),
    ).rejects.toMatchObject({
      code: 'webhook_endpoint_inactive',
    });
    // Nothing is queued for it, and it is as new once it is active again.
    await new Redirects(store).create(accountUuid, redirectOf('c.example.com'));
    expect(await allOf(store, second.endpoint.uuid)).toHaveLength(2);
    const active = await new WebhookEndpoints(store).change(accountUuid, second.endpoint.uuid, (current) => ({
      ...current,
      active: true,
    }));
    expect(active).toMatchObject({ active: true, disabledAt: null, disabledReason: '' });
    expect(await new WebhookDeliveries(store).sendTest(accountUuid, second.endpoint.uuid)).toMatchObject({
      type: 'webhook_endpoint.test',
      status: 'pending',
    });
  });

  test('receivers of three accounts that never answer hold up nobody else', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const { uuid: neighbour } = await new Accounts(store).create('Neighbour');
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.close();
      silent.closeAllConnections();
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const flooding = [accountUuid];
    for (const name of ['Second', 'Third']) flooding.push((await new Accounts(store).create(name)).uuid);
    for (const each of flooding)
      for (let i = 0; i < 10; i++)
        await new WebhookEndpoints(store).createWithSecret(each, endpointAt(silentUrl));
    const { received, url } = await openReceiver();
    await new WebhookEndpoints(store).createWithSecret(neighbour, endpointAt(url));
    const hosts = Array.from({ length: 50 }, (_, index) => `r${index}.example.com`);
    for (const each of flooding)
      await new Redirects(store).createMany(
        each,
        hosts.map((host) => redirectOf(`${each}.${host}`)),
      );
    const send = {
      policy: new AddressPolicy(['127.0.0.0/8'], []),
      names: new HostNames(),
      userAgent: '',
      timeoutMs: 600_000,
    };
    nodeOn(store, clock, { send }).start();
    await new Redirects(store).createMany(
      neighbour,
      hosts.map((host) => redirectOf(`n${host}`)),
    );
    await expect.poll(() => received.length).toBe(50);
  });

  // The statements are the same on PostgreSQL, where they take longer.
  if (engine === 'sqlite')
    test('an endpoint that more than 100,000 deliveries wait for is disabled, and its log has as many', async () => {
      const { location, store, accountUuid } = await openWithAccount();
      const { database } = await openOutbox(location);
      const { endpoint } = await new WebhookEndpoints(store).createWithSecret(
        accountUuid,
        endpointAt('https://a.example/'),
      );
      const { endpoint: other } = await new WebhookEndpoints(store).createWithSecret(
        accountUuid,
        endpointAt('https://b.example/'),
      );
      const add = async (count: number) => {
        await database.queries
          .updateTable('webhook_endpoints')
          .set({ last_sequence: count - 1 })
          .where('uuid', '=', endpoint.uuid)
          .execute();
        await new Redirects(store).create(accountUuid, redirectOf(`r${count}.example.com`));
      };
      const stateOf = ({ uuid }: typeof endpoint) => new WebhookEndpoints(store).find(accountUuid, uuid);
      const countOf = async (status: WebhookDeliveryStatus) =>
        (
          await new WebhookDeliveries(store).list({
            endpointUuid: endpoint.uuid,
            status,
            limit: 1,
            offset: 0,
          })
        ).count;
      // Five that were delivered, and all but one of those that may wait.
      await sql`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 100004)
      insert into webhook_event_deliveries (uuid, endpoint_uuid, event_uuid, type, resource, sequence, status, attempts, failures, created_at)
      select 'delivery ' || i, ${endpoint.uuid}, 'none', 'redirect.updated', 'resource ' || i, i,
        case when i <= 5 then 'delivered' else 'pending' end, '[]', 0, i from numbers`.execute(
        database.queries,
      );
      await add(101_000);
      expect([await countOf('pending'), (await stateOf(endpoint))?.active]).toEqual([100_000, true]);
      await new WebhookDeliveries(store).deleteBefore(0);
      expect(await countOf('delivered')).toBe(1);
      await add(102_000);
      expect(await stateOf(endpoint)).toMatchObject({
        active: false,
        disabledAt: expect.any(Number),
        disabledReason: 'more than 100,000 deliveries were waiting for it',
      });
      expect([await countOf('pending'), await countOf('canceled')]).toEqual([0, 100_000]);
      expect([(await stateOf(other))?.active, (await allOf(store, other.uuid)).length]).toEqual([true, 2]);
      const { events } = await new AuditEvents(store).list({ accountUuid, limit: 1, offset: 0 });
      expect(events).toMatchObject([
        { actor: { kind: 'service' }, resourceUuid: endpoint.uuid, after: { active: false } },
      ]);
    });

  test('a test that waits is not queued again', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { endpoint } = await new WebhookEndpoints(store).createWithSecret(
      accountUuid,
      endpointAt('https://a.example/'),
    );
    const sendTest = () => new WebhookDeliveries(store).sendTest(accountUuid, endpoint.uuid);
    expect((await sendTest())?.uuid).toBe((await sendTest())?.uuid);
    expect(await allOf(store, endpoint.uuid)).toHaveLength(1);
  });

  test('a rotated secret signs beside the one before for a day', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const { endpoint, secret } = await new WebhookEndpoints(store).createWithSecret(
      accountUuid,
      endpointAt('https://hooks.example.com/'),
    );
    const rotated = await new WebhookEndpoints(store).rotateSecret(accountUuid, endpoint.uuid);
    expect(rotated?.endpoint.previousSecretExpiresAt).toBe(clock.now() + dayMs);
    await new WebhookDeliveries(store).sendTest(accountUuid, endpoint.uuid);
    const [leased] = await store.webhookOutbox.takeDue(clock.now(), 1, perEndpoint(1));
    expect(await leased?.secrets()).toEqual([rotated?.secret, secret]);
    clock.time += dayMs;
    const [again] = await store.webhookOutbox.takeDue(clock.now(), 1, perEndpoint(1));
    expect(await again?.secrets()).toEqual([rotated?.secret]);
  });

  test('an account sees its own only, has at most twenty, and old deliveries go', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    clock.time = Date.now();
    const { uuid: neighbour } = await new Accounts(store).create('Neighbour');
    const url = 'https://hooks.example.com/';
    const { endpoint } = await new WebhookEndpoints(store).createWithSecret(accountUuid, endpointAt(url));
    const sent = await new WebhookDeliveries(store).sendTest(accountUuid, endpoint.uuid);
    expect(await new WebhookEndpoints(store).find(neighbour, endpoint.uuid)).toBeUndefined();
    expect(await new WebhookEndpoints(store).change(neighbour, endpoint.uuid, (one) => one)).toBeUndefined();
    expect(await new WebhookEndpoints(store).rotateSecret(neighbour, endpoint.uuid)).toBeUndefined();
    expect(await new WebhookEndpoints(store).delete(neighbour, endpoint.uuid)).toBeUndefined();
    expect(await new WebhookDeliveries(store).sendTest(neighbour, endpoint.uuid)).toBeUndefined();
    expect(
      await new WebhookDeliveries(store).replay(neighbour, endpoint.uuid, sent?.uuid ?? ''),
    ).toBeUndefined();
    const made = await Promise.allSettled(
      Array.from({ length: 22 }, () =>
        new WebhookEndpoints(store).createWithSecret(accountUuid, endpointAt(url)),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
    await new WebhookDeliveries(store).deleteBefore(clock.now() + dayMs);
    expect(await allOf(store, endpoint.uuid)).toHaveLength(1);
    await new WebhookEndpoints(store).change(accountUuid, endpoint.uuid, (one) => ({
      ...one,
      active: false,
    }));
    expect(await allOf(store, endpoint.uuid)).toMatchObject([{ status: 'canceled' }]);
    await new WebhookDeliveries(store).deleteBefore(clock.now() + dayMs);
    expect(await allOf(store, endpoint.uuid)).toEqual([]);
    expect(await new WebhookEndpoints(store).delete(accountUuid, endpoint.uuid)).toMatchObject({ url });
  });
});
