/**
 * How often a write waits for PostgreSQL, which may be far: each time is a way there and back.
 * Source: docs/guides/several-machines.md ("A store that is far").
 */
import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ControlStore } from '../../../src/control/store.ts';
import { ReplicaKeeper } from '../../../src/edge/replica-keeper.ts';
import { RoutingPublisher } from '../../../src/edge/routing-publisher.ts';
import { startApi } from '../../support/api-server.ts';
import { hasPostgres, newDatabase } from '../../support/databases.ts';
import { FarPostgres } from '../../support/far-postgres.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { testSecretKey } from '../../support/test-secret-key.ts';

type Trips = ReturnType<FarPostgres['takeTrips']>;

/** So that what is sent together is not taken for several trips, also where this process had to wait meanwhile. */
const delayMs = 20;

const guide = 'docs/guides/several-machines.md';

type Counts = readonly [all: number, inTransaction: number, underLock: number];

/** What the guide says that each write takes at most. */
async function promised(): Promise<Readonly<Record<string, Counts>>> {
  const lines = (await readFile(guide, 'utf8')).split('\n');
  const rows = lines.flatMap((line) => {
    const [, title = '', ...counts] = /^\| ([\w ,]+) \| (\d+) \| (\d+) \| (\d+) \|$/.exec(line) ?? [];
    const [all = 0, inTransaction = 0, underLock = 0] = counts.map(Number);
    return title === '' ? [] : [[title, [all, inTransaction, underLock]] as const];
  });
  return Object.fromEntries(rows);
}

/** Locks of rows that writers of different hosts share. */
const sharedLocks = [
  'update revision_clock',
  'update "webhook_endpoints"',
  'from "accounts" where "uuid" = $1 for no key update',
];

/** Those from a transaction's first statement that has one of `texts` to its commit. */
function tripsFrom(trips: Trips, ...texts: readonly string[]): number {
  const hasAny = (trip: readonly string[], wanted: readonly string[]) =>
    trip.some((statement) => wanted.some((text) => statement.includes(text)));
  const first = trips.findIndex((trip) => hasAny(trip, texts));
  const end = trips.findIndex((trip) => hasAny(trip, ['commit']));
  return first === -1 ? 0 : end + 1 - first;
}

/** Without what connections that are new are set up with. */
function ofWork(trips: Trips): Trips {
  return trips
    .map((trip) => trip.filter((statement) => !statement.startsWith('set ')))
    .filter((trip) => trip.length > 0);
}

describe.skipIf(!hasPostgres())('ways to PostgreSQL', () => {
  async function startFar() {
    const url = await newDatabase('tables');
    const far = await FarPostgres.start(url, delayMs);
    onTestFinished(() => far[Symbol.asyncDispose]());
    const api = await startApi({ location: { kind: 'postgres', url: far.url } });
    const base = `/api/v1/accounts/${api.accountUuid}`;
    const ask = (method: string, path: string, json?: unknown) =>
      api.ask(`${base}${path}`, { method, json, headers: { authorization: `Bearer ${api.token}` } });
    /** Answers what the request was answered, and the ways to the store that it took. */
    const count = async (method: string, path: string, json?: unknown) => {
      // Connections that are open.
      await Promise.all(Array.from({ length: 5 }, () => ask('GET', '/redirects')));
      far.takeTrips();
      const { status, body } = await ask(method, path, json);
      const trips = ofWork(far.takeTrips());
      expect(JSON.stringify({ status, body })).toMatch(/"status":20[01]/);
      return { body, trips };
    };
    return { url, far, api, count };
  }

  test('a write takes few, most of them outside its transaction', async () => {
    const { count, api } = await startFar();
    const { store, accountUuid } = api;
    const found: Record<string, Counts> = {};
    const note = async (title: string, method: string, path: string, json?: unknown) => {
      const { body, trips } = await count(method, path, json);
      found[title] = [trips.length, tripsFrom(trips, 'start transaction'), tripsFrom(trips, ...sharedLocks)];
      return body;
    };
    const to = { destination_url: 'https://dest.example' };
    const { uuid: redirect } = await note('create a redirect', 'POST', '/redirects', {
      source_host: 'a.example.com',
      ...to,
    });
    await note('update a redirect', 'PUT', `/redirects/${redirect}`, { active: false });
    await note('move a redirect', 'PUT', `/redirects/${redirect}`, { source_host: 'b.example.com' });
    await note('delete a redirect', 'DELETE', `/redirects/${redirect}`);
    const { uuid: upstream } = await note('create an upstream', 'POST', '/upstreams', {
      host: '203.0.113.7',
    });
    const domains = `/upstreams/${upstream}/custom_domains`;
    const { uuid: domain } = await note('create a domain', 'POST', domains, { host: 'shop.example.com' });
    await note('update a domain', 'PUT', `${domains}/${domain}`, { redirect_to_www: true });
    const rules = '/hosts/rules.example.com/rules';
    const redirecting = { then: { redirect: { to: 'https://dest.example' } } };
    const proxying = { then: { proxy: { upstream_uuid: upstream } } };
    await note('create rules', 'PUT', rules, { rules: [redirecting] });
    await note('replace rules', 'PUT', rules, { rules: [proxying] });
    await note('update an upstream', 'PUT', `/upstreams/${upstream}`, { port: 8080 });
    await note('delete rules', 'PUT', rules, { rules: [] });
    await note('delete a domain', 'DELETE', `${domains}/${domain}`);
    await note('delete an upstream', 'DELETE', `/upstreams/${upstream}`);
    await store.limits.set(accountUuid, new Map([['hosts', 10]]));
    const near = { source_host: 'near.example.com', ...to };
    await note('create a redirect, near a limit', 'POST', '/redirects', near);
    await store.limits.set(accountUuid, new Map([['hosts', undefined]]));
    await count('POST', '/webhook_endpoints', {
      url: 'https://hooks.example/events',
      events: ['redirect.created'],
    });
    const told = { source_host: 'told.example.com', ...to };
    await note('create a redirect, with a webhook', 'POST', '/redirects', told);
    const limits = await promised();
    expect(Object.keys(found)).toEqual(Object.keys(limits));
    const beyond = Object.entries(found).filter(([title, counts]) =>
      counts.some((ways, place) => ways > (limits[title]?.[place] ?? 0)),
    );
    expect(beyond).toEqual([]);
  });

  test('the edge has a change after few, for any number of writes', async () => {
    const { url, api, count } = await startFar();
    const far = await FarPostgres.start(url, delayMs);
    onTestFinished(() => far[Symbol.asyncDispose]());
    const store = await ControlStore.open({ kind: 'postgres', url: far.url }, api.clock, testSecretKey);
    onTestFinished(() => store[Symbol.asyncDispose]());
    const logger = pino({ level: 'silent' });
    const keeper = new ReplicaKeeper(store.replicaAt(`${await tempDir()}/edge.db`), logger, () => {});
    onTestFinished(() => keeper[Symbol.asyncDispose]());
    await keeper.prepare(await store.routing.position());
    const follower = {
      ...(await store.routing.position()),
      apply: async ({ toRevision, mark }: { toRevision: number; mark: string }) =>
        void Object.assign(follower, { revision: toRevision, mark }),
      reload: () => Promise.reject(new Error('not patched')),
      sums: async () => [],
      caughtUp: () => {},
    };
    const publisher = new RoutingPublisher(store.routing, () => [follower], logger, keeper);
    onTestFinished(() => publisher[Symbol.asyncDispose]());
    const json = { source_host: 'a.example.com', destination_url: 'https://dest.example' };
    await count('POST', '/redirects', json);
    far.takeTrips();
    await publisher.catchUp();
    expect(follower.revision).toBe((await store.routing.position()).revision);
    expect(ofWork(far.takeTrips()).length).toBeLessThanOrEqual(5);
  });
});
