/**
 * How often a write waits for PostgreSQL, which may be far: each time is a way there and back.
 * Source: docs/guides/several-machines.md ("A store that is far").
 */
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

/** So that what is sent together is not taken for several trips. */
const delayMs = 5;

/** Of one write. */
const mostOfAll = 12;
/** Of those in its transaction. Hosts that are given up take more. */
const mostInTransaction: Readonly<Record<string, number>> = {
  'create a redirect': 4,
  'update a redirect': 5,
  'move a redirect': 7,
  'delete a redirect': 6,
  'create an upstream': 4,
  'create a domain': 5,
  'update a domain': 5,
  'create rules': 4,
  'replace rules': 5,
  'update an upstream': 6,
  'delete rules': 6,
  'delete a domain': 6,
  'delete an upstream': 8,
};

/** Those from a transaction's beginning to its end, which other writers of the same rows wait for. */
function inTransaction(trips: Trips): Trips {
  const isIn = (trip: readonly string[], what: RegExp) => trip.some((statement) => what.test(statement));
  const begin = trips.findIndex((trip) => isIn(trip, /^start transaction/));
  const end = trips.findIndex((trip) => isIn(trip, /^commit/));
  return trips.slice(begin, end + 1);
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
      await ask('GET', '/redirects');
      far.takeTrips();
      const { status, body } = await ask(method, path, json);
      const trips = ofWork(far.takeTrips());
      expect(JSON.stringify({ status, body })).toMatch(/"status":20[01]/);
      return { body, trips, all: trips.length, locked: inTransaction(trips).length };
    };
    return { url, far, api, count };
  }

  test('a write takes few, most of them outside its transaction', async () => {
    const { count } = await startFar();
    const found: Record<string, readonly [all: number, inTransaction: number]> = {};
    const note = async (title: string, method: string, path: string, json?: unknown) => {
      const { body, all, locked } = await count(method, path, json);
      found[title] = [all, locked];
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
    const beyond = Object.entries(found).filter(
      ([title, [all, locked]]) => all > mostOfAll || locked > (mostInTransaction[title] ?? 0),
    );
    expect(beyond).toEqual([]);
    expect(Object.keys(found)).toEqual(Object.keys(mostInTransaction));
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
