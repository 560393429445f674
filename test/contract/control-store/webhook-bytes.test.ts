/**
 * How much webhook events take in every control store, and that of what waits the oldest goes. Source: docs/reference/webhooks.md
 * ("What waits").
 */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import { migrate, migrateStore } from '../../../src/control/migrate.ts';
import type { ControlStore } from '../../../src/control/store.ts';
import { webhookBytesLimit } from '../../../src/control/waiting-webhooks.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { WebhookDeliveries } from '../../../src/features/webhooks/delivery-store.ts';
import { WebhookEndpoints } from '../../../src/features/webhooks/endpoint-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { redirectOf, storesAt } from './stores.ts';
import { openOutbox, perEndpoint } from './webhook-outbox.ts';

type Older = { readonly sequence: number; readonly body: string; readonly status?: string };

/** Stores a delivery as programs did before events had a table. */
async function insertOlder(
  database: ControlDatabase,
  endpointUuid: string,
  { sequence, body, status = 'pending' }: Older,
): Promise<string> {
  const uuid = newUuid();
  await database.queries
    .insertInto('webhook_deliveries')
    .values({
      uuid,
      endpoint_uuid: endpointUuid,
      type: 'redirect.updated',
      resource: 'a.example.com',
      sequence,
      status: status === 'pending' ? 'pending' : 'delivered',
      body,
      attempts: '[]',
      failures: 0,
      next_attempt_at: status === 'pending' && sequence === 1 ? 0 : null,
      lease: null,
      created_at: sequence,
      finished_at: null,
    })
    .execute();
  await database.queries
    .updateTable('webhook_endpoints')
    .set({ last_sequence: sequence })
    .where('uuid', '=', endpointUuid)
    .execute();
  return uuid;
}

async function eventsIn(database: ControlDatabase) {
  return database.queries.selectFrom('webhook_events').selectAll().orderBy('uuid').execute();
}

const room = perEndpoint(10);

onEachControlStore('bytes of webhook events', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  async function openLimited(location: ControlLocation, accountUuid: string, webhookBytes: number) {
    const store = await openStore(location);
    await store.limits.set(accountUuid, new Map([['webhook_bytes', webhookBytes]]));
    return store;
  }

  /** What becomes of one endpoint's deliveries, oldest first. */
  async function statusesOf(store: ControlStore, endpointUuid: string): Promise<string[]> {
    const { deliveries } = await new WebhookDeliveries(store).list({ endpointUuid, limit: 100, offset: 0 });
    return deliveries.map(({ status }) => status).toReversed();
  }

  test('an event is stored once for all endpoints, and goes with the last of its deliveries', async () => {
    const { store, location, accountUuid, clock } = await openWithAccount();
    const { database, addEndpoint, queued } = await openOutbox(location);
    const endpoints = await Promise.all(Array.from({ length: 20 }, () => addEndpoint(accountUuid)));
    const note = 'x'.repeat(200);
    const { uuid } = await new Redirects(store).create(accountUuid, redirectOf('a.example.com', { note }));
    for (let i = 0; i < 4; i++)
      await new Redirects(store).update(accountUuid, uuid, (one) => ({
        ...one,
        note: `${i}${one.note.slice(1)}`,
      }));
    const events = await eventsIn(database);
    expect(events).toHaveLength(5);
    expect(events.map(({ bytes }) => bytes)).toEqual(events.map(({ body }) => Buffer.byteLength(body)));
    const bytes = events.reduce((sum, one) => sum + one.bytes, 0);
    expect(await store.limits.used(accountUuid, webhookBytesLimit)).toBe(bytes);
    for (const endpoint of endpoints)
      expect((await queued(endpoint)).map(({ body }) => body)).toEqual(
        events.map(({ body }) => JSON.parse(body)),
      );

    const [kept = '', ...others] = endpoints;
    for (const endpoint of others) await new WebhookEndpoints(store).delete(accountUuid, endpoint);
    expect(await eventsIn(database)).toHaveLength(5);
    await new WebhookEndpoints(store).change(accountUuid, kept, (one) => ({ ...one, active: false }));
    expect(await store.limits.used(accountUuid, webhookBytesLimit)).toBe(0);
    await new WebhookDeliveries(store).deleteBefore(Date.now() + 86_400_000 + clock.now());
    expect(await eventsIn(database)).toEqual([]);
    await new Redirects(store).delete(accountUuid, uuid);
    expect(await eventsIn(database)).toEqual([]);
    await new WebhookEndpoints(store).delete(accountUuid, kept);
  });

  test('a write that another limit refuses drops nothing', async () => {
    const { location, accountUuid } = await openWithAccount();
    const { addEndpoint } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid);
    const store = await openLimited(location, accountUuid, 1_000);
    await store.limits.set(accountUuid, new Map([['hosts', 1]]));
    const note = 'x'.repeat(400);
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com', { note }));
    await expect(
      new Redirects(store).create(accountUuid, redirectOf('b.example.com', { note })),
    ).rejects.toMatchObject({ code: 'limit_reached' });
    expect(store.database.webhooks.dropped).toBe(0);
    expect(await statusesOf(store, endpoint)).toEqual(['pending']);
  });

  test('a write that fails at its end drops nothing', async () => {
    const { location, accountUuid } = await openWithAccount();
    const { addEndpoint } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid);
    const store = await openLimited(location, accountUuid, 1_000);
    const one = redirectOf('a.example.com', { note: 'x'.repeat(400) });
    await new Redirects(store).create(accountUuid, one);
    await expect(new Redirects(store).create(accountUuid, one)).rejects.toMatchObject({
      code: 'source_host_taken',
    });
    expect(store.database.webhooks.dropped).toBe(0);
    expect(await statusesOf(store, endpoint)).toEqual(['pending']);
  });

  test('beyond webhook_bytes the oldest that wait are canceled and counted, at all endpoints', async () => {
    const { location, store: made, accountUuid } = await openWithAccount();
    const { uuid: neighbour } = await new Accounts(made).create('Neighbour');
    const { addEndpoint, queued } = await openOutbox(location);
    const all = await addEndpoint(accountUuid);
    const updates = await addEndpoint(accountUuid, ['redirect.updated']);
    const foreign = await addEndpoint(neighbour);
    const store = await openLimited(location, accountUuid, 2_000);
    await new Redirects(store).create(neighbour, redirectOf('b.example.com', { note: 'x'.repeat(200) }));
    const { uuid } = await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    // Under way: it is not dropped.
    const [leased] = await store.webhookOutbox.takeDue(1, 1_000, () => new Map([[all, 1]]));
    for (let i = 0; i < 9; i++)
      await new Redirects(store).update(accountUuid, uuid, (one) => ({ ...one, note: `${i}`.repeat(200) }));
    const used = await store.limits.used(accountUuid, webhookBytesLimit);
    expect(used).toBeGreaterThan(500);
    // The one that is under way is beyond it.
    expect(used).toBeLessThan(3_000);
    const statuses = await statusesOf(store, updates);
    const waiting = statuses.filter((status) => status === 'pending').length;
    expect(statuses).toEqual([
      ...Array.from({ length: 9 - waiting }, () => 'canceled'),
      ...Array.from({ length: waiting }, () => 'pending'),
    ]);
    expect(waiting).toBeGreaterThan(0);
    expect(await statusesOf(store, all)).toEqual(['pending', ...statuses]);
    expect(await statusesOf(store, foreign)).toEqual(['pending']);
    expect(store.database.webhooks.dropped).toBe(2 * (9 - waiting));
    // The oldest of those that are left is the next one.
    const first = (await queued(updates)).find(({ status }) => status === 'pending');
    expect(first?.next_attempt_at).toBe(0);
    if (!leased) throw new Error('nothing was taken');
    await store.webhookOutbox.succeed(leased, {
      at: 1,
      durationMs: 1,
      status: 200,
      error: null,
      response: '',
    });
    const [head, ...behind] = (await queued(all)).filter(({ status }) => status === 'pending');
    expect([head?.next_attempt_at, ...behind.map((one) => one.next_attempt_at)]).toEqual([
      0,
      ...behind.map(() => null),
    ]);
    // What was dropped can be sent again.
    const dropped = (await queued(all)).find(({ status }) => status === 'canceled');
    expect(await new WebhookDeliveries(store).replay(accountUuid, all, dropped?.uuid ?? '')).toMatchObject({
      status: 'pending',
      body: expect.stringContaining('redirect.updated'),
    });
  });

  test('a store from before events had a table keeps its deliveries, and stores their bodies once', async () => {
    const location = await newLocation();
    {
      await using database = await ControlDatabase.open(location);
      await migrate(database, 44);
    }
    const { database, addEndpoint } = await openOutbox(location);
    const accounts = [newUuid(), newUuid()];
    for (const uuid of accounts)
      await database.queries
        .insertInto('accounts')
        .values({ uuid, name: 'Acme', created_at: 0, updated_at: 0 })
        .execute();
    const [account = '', neighbour = ''] = accounts;
    const [one, other, foreign] = [
      await addEndpoint(account),
      await addEndpoint(account),
      await addEndpoint(neighbour),
    ];
    const bodies = [
      '{"type":"redirect.updated","data":"ä"}',
      '{"type":"redirect.updated","data":2}',
    ] as const;
    const delivered = await insertOlder(database, one, { sequence: 1, body: bodies[0], status: 'delivered' });
    const waiting = await insertOlder(database, other, { sequence: 1, body: bodies[0] });
    const behind = await insertOlder(database, other, { sequence: 2, body: bodies[1] });
    const theirs = await insertOlder(database, foreign, { sequence: 1, body: bodies[0] });
    await migrateStore(location);
    const store = await openStore(location);
    expect(await database.queries.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
    // One for each account, though their bodies are the same.
    expect((await eventsIn(database)).map(({ body, bytes }) => [body, bytes])).toEqual([
      [bodies[0], 39],
      [bodies[1], 36],
      [bodies[0], 39],
    ]);
    expect(await new WebhookDeliveries(store).find(one, delivered)).toMatchObject({
      status: 'delivered',
      body: bodies[0],
    });
    expect(await new WebhookDeliveries(store).find(other, behind)).toMatchObject({
      status: 'pending',
      body: bodies[1],
    });
    const due = await store.webhookOutbox.takeDue(1, 1_000, room);
    expect(Object.fromEntries(due.map(({ uuid, body }) => [uuid, body]))).toEqual({
      [waiting]: bodies[0],
      [theirs]: bodies[0],
    });
  });

  test('what a program of the version before queues beside this one is sent, too', async () => {
    const { store, location, accountUuid } = await openWithAccount();
    const { database, addEndpoint, queued } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid);
    await insertOlder(database, endpoint, { sequence: 1, body: '{"n":1}' });
    await sql`update webhook_deliveries set lease = 'theirs', next_attempt_at = 1000`.execute(
      database.queries,
    );
    await insertOlder(database, endpoint, { sequence: 2, body: '{"n":2}' });
    // It is being sent by that program.
    expect(await store.webhookOutbox.takeDue(999, 1_000, room)).toEqual([]);
    expect(await queued(endpoint)).toEqual([]);
    expect(await store.webhookOutbox.takeDue(1_000, 1_000, room)).toMatchObject([{ body: '{"n":1}' }]);
    expect((await queued(endpoint)).map(({ body }) => body)).toEqual([{ n: 1 }, { n: 2 }]);
    // Alone again, and behind what this one has queued.
    await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    await insertOlder(database, endpoint, { sequence: 4, body: '{"n":4}' });
    await sql`update webhook_deliveries set next_attempt_at = 0`.execute(database.queries);
    await store.webhookOutbox.takeDue(1_001, 1_000, perEndpoint(1));
    expect(
      (await queued(endpoint)).map(({ sequence, next_attempt_at }) => [sequence, next_attempt_at]),
    ).toEqual([
      [1, 2_000],
      [2, null],
      [3, 2_001],
      [4, null],
    ]);
  });
});
