/** Destinations of redirects that are broken, asked of real servers. Source: docs/reference/redirects.md ("Broken destinations"). */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { AddressPolicy } from '../../src/core/address-policy.ts';
import { HostNames } from '../../src/core/host-names.ts';
import { DestinationCheckStore } from '../../src/features/attention/destinations/destination-check-store.ts';
import { DestinationChecks } from '../../src/features/attention/destinations/destination-checks.ts';
import { findingTables } from '../../src/features/attention/finding-rows.ts';
import { Findings } from '../../src/features/attention/findings.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { onEachControlStore } from '../support/control-stores.ts';
import { redirectOf, storesAt } from './control-store/stores.ts';

const dayMs = 86_400_000;
const logger = pino({ level: 'silent' });

/** Answers what the path says; `/head-404` to HEAD only. */
async function startServer(address = '127.0.0.1') {
  const asked: string[] = [];
  const answers = new Map<string, number>();
  let [now, most] = [0, 0];
  const server = createServer(({ method = '', url = '' }, answer) => {
    asked.push(`${method} ${url}`);
    most = Math.max(most, ++now);
    const status =
      url === '/head-404' ? (method === 'HEAD' ? 404 : 200) : (answers.get(url) ?? Number(url.slice(1, 4)));
    setTimeout(() => {
      now -= 1;
      answer.writeHead(status, { location: 'http://127.0.0.1/' }).end('x'.repeat(100_000));
    }, 20);
  });
  server.listen(0, address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return { asked, answers, origin: `http://${address}:${port}`, most: () => most };
}

onEachControlStore('checks of destinations', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  async function open() {
    const { store, accountUuid, clock } = await openWithAccount();
    const { database } = store;
    const queue = new DestinationCheckStore(store);
    const checks = new DestinationChecks({
      queue,
      fetch: {
        policy: new AddressPolicy(['127.0.0.1/32'], []),
        names: new HostNames(),
        userAgent: 'Nameplate/test',
        timeoutMs: 60_000,
      },
      findings: new Findings({ database, clock }),
      clock,
      logger,
    });
    onTestFinished(() => checks[Symbol.asyncDispose]());
    return {
      store,
      accountUuid,
      clock,
      queue,
      add: (host: string, destinationUrl: string, active = true) =>
        new Redirects(store).create(accountUuid, redirectOf(host, { destinationUrl, active })),
      /** A day later. */
      check: async () => {
        await queue.enlist();
        clock.time += dayMs;
        await checks.runDue();
        const rows = await findingTables(database.queries)
          .selectFrom('findings')
          .selectAll()
          .where('resolved_at', 'is', null)
          .orderBy('subject_host')
          .execute();
        return rows.map((row) => `${row.kind} ${row.severity} ${row.subject_host} ${row.cause_code}`);
      },
    };
  }

  test('what is broken at two checks a day apart is a finding, until it answers twice', async () => {
    const { add, check } = await open();
    const { origin, answers, asked } = await startServer();
    const elsewhere = await startServer('127.0.0.2');
    await add('a.example.com', `${origin}/404`);
    await add('b.example.com', `${origin}/410`);
    await add('c.example.com', `${origin}/503`);
    await add('d.example.com', 'http://127.0.0.1:1/closed');
    await add('fine.example.com', `${origin}/301`);
    await add('forbidden.example.com', `${origin}/403`);
    await add('head.example.com', `${origin}/head-404`);
    await add('paused.example.com', `${origin}/404/paused`, false);
    await add('private.example.com', `${elsewhere.origin}/404`);
    expect(await check()).toEqual([]);
    expect(await check()).toEqual([
      'destination_broken notice a.example.com not_found',
      'destination_broken notice b.example.com gone',
      'destination_broken notice c.example.com server_error',
      'destination_broken notice d.example.com no_answer',
    ]);
    expect(elsewhere.asked).toEqual([]);
    expect(asked.filter((each) => each.includes('paused'))).toEqual([]);
    expect(asked.filter((each) => each.endsWith('/301'))).toEqual(['HEAD /301', 'HEAD /301']);
    for (const path of ['/404', '/410', '/503']) answers.set(path, 200);
    expect(await check()).toHaveLength(4);
    expect(await check()).toEqual(['destination_broken notice d.example.com no_answer']);
  });

  test('a destination that was changed meanwhile, or was well in between, starts anew', async () => {
    const { store, accountUuid, add, check } = await open();
    const { origin, answers } = await startServer();
    const changed = await add('changed.example.com', `${origin}/404`);
    await add('between.example.com', `${origin}/500`);
    expect(await check()).toEqual([]);
    answers.set('/500', 200);
    await new Redirects(store).update(accountUuid, changed.uuid, (current) => ({
      ...current,
      destinationUrl: `${origin}/410`,
    }));
    expect(await check()).toEqual([]);
    answers.set('/500', 500);
    expect(await check()).toEqual(['destination_broken notice changed.example.com gone']);
  });

  test('a host is asked one thing at a time, and the same once however many redirects lead to it', async () => {
    const { add, check } = await open();
    const { origin, asked, most } = await startServer();
    for (let n = 0; n < 12; n++) await add(`${n}.example.com`, `${origin}/200/${n % 3}`);
    expect(await check()).toEqual([]);
    expect(asked.toSorted()).toEqual(['HEAD /200/0', 'HEAD /200/1', 'HEAD /200/2']);
    expect(most()).toBe(1);
  });

  test('checks are spread over the day, one node does each, and none of a deleted redirect', async () => {
    const { store, accountUuid, clock, queue, add } = await open();
    const redirects = await Promise.all([1, 2, 3].map((n) => add(`${n}.example.com`, 'https://a.example')));
    await queue.enlist();
    await queue.enlist();
    const take = async (limit: number) =>
      (await queue.takeDue(clock.time, 60_000, new Map([[accountUuid, limit]]))).map(({ host }) => host);
    clock.time += dayMs;
    expect(await queue.accountsDue(clock.time)).toEqual([accountUuid]);
    const taken = [...(await take(2)), ...(await take(2)), ...(await take(2))];
    expect(taken.toSorted()).toEqual(['1.example.com', '2.example.com', '3.example.com']);
    expect(await queue.accountsDue(clock.time)).toEqual([]);
    for (const { uuid } of redirects) await new Redirects(store).delete(accountUuid, uuid);
    clock.time += dayMs;
    expect(await take(3)).toEqual([]);
  });
});
