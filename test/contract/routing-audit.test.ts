/** Routing tables that differ from the store although the revision log says that they are up to date. */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import type { RoutingPatch } from '../../src/core/route.ts';
import { RoutingAudit } from '../../src/edge/routing-audit.ts';
import { type RoutingFollower, RoutingPublisher } from '../../src/edge/routing-publisher.ts';
import { RoutingTable } from '../../src/edge/routing-table.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../support/control-stores.ts';
import { domainOf, redirectOf, storesAt, upstreamOf } from './control-store/stores.ts';

onEachControlStore('the check of routing tables', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  async function setUp(hosts: readonly string[]) {
    const { store, accountUuid, location } = await openWithAccount();
    const create = (host: string) => new Redirects(store).create(accountUuid, redirectOf(host));
    for (const host of hosts) await create(host);
    const { uuid } = await new Upstreams(store).create(accountUuid, upstreamOf('origin.example'));
    for (const host of ['shop.example', ...hosts.slice(0, 1)])
      await new CustomDomains(store).create(accountUuid, uuid, domainOf(host));
    const table = new RoutingTable();
    await table.load(store.routing);
    let reloads = 0;
    const follower: RoutingFollower = {
      get mark() {
        return table.mark;
      },
      get revision() {
        return table.revision;
      },
      // As between processes: plain JSON.
      apply: async (patch: RoutingPatch) => void table.apply(structuredClone(patch)),
      reload: async () => {
        reloads += 1;
        await table.load(store.routing);
      },
      sums: () => table.sums(),
      caughtUp: () => {},
    };
    const logged: string[] = [];
    const logger = pino({ base: null }, { write: (line) => void logged.push(line) });
    const publisher = new RoutingPublisher(store.routing, () => [follower], logger);
    onTestFinished(() => publisher[Symbol.asyncDispose]());
    const audit = new RoutingAudit(store.routing, publisher, () => [follower], logger);
    const database = await ControlDatabase.open(location, 1);
    onTestFinished(() => database[Symbol.asyncDispose]());
    /** Writes past the revision log. */
    const tamper = (query: string) => sql.raw(query).execute(database.queries);
    return { store, create, table, publisher, audit, tamper, logger, logged, reloads: () => reloads };
  }

  test('leaves tables alone that are as the store is, loaded or patched', async () => {
    const { create, publisher, audit, reloads } = await setUp(['a.example', 'b.example']);
    await audit.run();
    await create('c.example');
    await publisher.catchUp();
    await audit.run();
    expect(reloads()).toBe(0);
  });

  test.each([
    ['deleted', "delete from redirects where source_host = 'b.example'"],
    [
      'changed',
      "update redirects set destination_url = 'https://other.example' where source_host = 'b.example'",
    ],
    ['switched off', "update redirects set active = 0 where source_host = 'b.example'"],
    ['renamed', "update redirects set source_host = 'x.example' where source_host = 'b.example'"],
    ['sent to another upstream port', 'update upstreams set port = 444'],
  ])('loads all anew when a route was %s and the log does not tell', async (_, query) => {
    const { store, audit, table, tamper, reloads, logged } = await setUp(['a.example', 'b.example']);
    await tamper(query);
    const seen = store.routing.newestSeen;
    await audit.run();
    expect(reloads()).toBe(1);
    expect(logged.join('')).toContain('differ from the control store');
    expect(store.routing.newestSeen).not.toBe(seen);
    const fresh = new RoutingTable();
    await fresh.load(store.routing);
    expect(await table.sums()).toEqual(await fresh.sums());
    await audit.run();
    expect(reloads()).toBe(1);
  });

  test('reads no routes where no worker follows and no replica is kept', async () => {
    const { store, publisher, logger } = await setUp(['a.example']);
    const routesAfter = vi.spyOn(store.routing, 'routesAfter');
    await new RoutingAudit(store.routing, publisher, () => [], logger).run();
    expect(routesAfter).not.toHaveBeenCalled();
  });

  test('is not misled by writes while it runs', async () => {
    const { create, audit, reloads } = await setUp(['a.example']);
    const done = new AbortController();
    const writing = (async () => {
      for (let i = 0; !done.signal.aborted; i++) {
        await create(`w${i}.example`);
        // SQLite works in this thread: without a turn of the event loop nothing else would run.
        await sleep(1);
      }
    })();
    for (let round = 0; round < 20; round++) await audit.run();
    done.abort();
    await writing;
    expect(reloads()).toBe(0);
  });
});
