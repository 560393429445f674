/** Worker processes of the edge on a real control store: start, writes, deaths, stop. */

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import type { ControlLocation } from '../../src/control/location.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { forkWorker } from '../../src/edge/child-process.ts';
import { type Edge, startEdge } from '../../src/edge/edge.ts';
import type { WorkerOptions } from '../../src/edge/worker-options.ts';
import { WorkerPool } from '../../src/edge/worker-pool.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { redirectResource } from '../../src/resources/redirect.ts';
import { bootstrap } from '../../src/service/first-token.ts';
import { edgeOptions, plainRule } from '../support/composed-edge.ts';
import { freePort } from '../support/free-port.ts';
import { RawClient, statuses, talk } from '../support/raw-http.ts';
import { tempDir } from '../support/temp-dir.ts';
import { testSecretKey } from '../support/test-secret-key.ts';

const workerEntry = fileURLToPath(new URL('../../dist/edge/worker.js', import.meta.url));
const silent = pino({ level: 'silent' });

type Fixture = {
  store: ControlStore;
  location: ControlLocation & { kind: 'sqlite' };
  create(host: string): Promise<void>;
};

async function openStore(): Promise<Fixture> {
  const location = { kind: 'sqlite', path: join(await tempDir(), 'control.db') } as const;
  const store = await ControlStore.open(location, systemClock);
  onTestFinished(() => store[Symbol.asyncDispose]());
  const first = await bootstrap(store);
  if (!first) throw new Error('the store is not empty');
  return {
    store,
    location,
    create: async (sourceHost) => {
      await new Redirects(store).create(first.accountUuid, {
        ...redirectResource.defaults,
        ...plainRule,
        sourceHost,
      });
    },
  };
}

type Further = {
  readonly entry?: string;
  readonly auditEveryMs?: number;
  readonly onReplaced?: (pid: number, how: string) => void;
};

async function start(
  fixture: Fixture,
  { entry = workerEntry, auditEveryMs = 300_000, onReplaced = () => {} }: Further = {},
  further: Partial<WorkerOptions> = {},
): Promise<Edge> {
  const store = { path: fixture.location.path, secretKeys: testSecretKey };
  const edge = await startEdge(
    new WorkerPool({ fork: () => forkWorker(entry), onReplaced }),
    {
      worker: edgeOptions({ store, spoolDirectory: await tempDir(), workers: 2, ...further }),
      socketDirectory: await tempDir(),
      visitorSalts: [],
      reachKeys: [],
      auditEveryMs,
    },
    fixture.store.routing,
    silent,
  );
  onTestFinished(() => edge.stop(0));
  return edge;
}

async function statusOf(port: number | null, host: string): Promise<number | undefined> {
  if (port === null) throw new Error('nothing listens');
  return statuses(await talk(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))[0];
}

const allLive = (edge: Edge): boolean =>
  edge.workers().length === 2 && edge.workers().every((worker) => worker.state === 'live');

describe('edge workers', () => {
  it('serve what was there, and every write as soon as catchUp resolves', async () => {
    const fixture = await openStore();
    await fixture.create('a.example');
    const edge = await start(fixture);
    expect(edge.workers()).toMatchObject([{ state: 'live' }, { state: 'live' }]);
    expect(await statusOf(edge.httpPort, 'a.example')).toBe(301);
    for (let i = 0; i < 30; i++) {
      await fixture.create(`h${i}.example`);
      await edge.catchUp();
      // Which worker answers is the kernel's choice: ask more than once.
      for (let again = 0; again < 3; again++)
        expect(await statusOf(edge.httpPort, `h${i}.example`)).toBe(301);
    }
  });

  it('notice the writes of other processes', async () => {
    const fixture = await openStore();
    const edge = await start(fixture);
    await fixture.create('a.example');
    await expect.poll(() => edge.workers().every((worker) => worker.revision === 1)).toBe(true);
    expect(await statusOf(edge.httpPort, 'a.example')).toBe(301);
  });

  it('load all routes anew when theirs differ from those of the store', async () => {
    const fixture = await openStore();
    await fixture.create('a.example');
    await fixture.create('b.example');
    const edge = await start(fixture, { auditEveryMs: 200 });
    expect(await statusOf(edge.httpPort, 'a.example')).toBe(301);
    await using database = await ControlDatabase.open(fixture.location);
    await database.queries.deleteFrom('redirects').where('source_host', '=', 'a.example').execute();
    await expect.poll(() => statusOf(edge.httpPort, 'a.example')).toBe(404);
    expect(await statusOf(edge.httpPort, 'b.example')).toBe(301);
  });

  it('go on with their old routes while the store that they should load cannot be read', async () => {
    const fixture = await openStore();
    await fixture.create('a.example');
    const edge = await start(fixture);
    const before = edge.workers().map(({ pid }) => pid);
    await using database = await ControlDatabase.open(fixture.location);
    const rename = (from: 'redirects' | 'gone', to: string) =>
      database.queries.schema.alterTable(from).renameTo(to).execute();
    const { routing } = fixture.store;
    const position = routing.position.bind(routing);
    await rename('redirects', 'gone');
    // As after a failover.
    routing.position = async () => ({ ...(await position()), mark: 'another' });
    await sleep(1_000);
    expect(await statusOf(edge.httpPort, 'a.example')).toBe(301);
    expect(edge.workers().map(({ pid }) => pid)).toEqual(before);
    await rename('gone', 'redirects');
    routing.position = position;
    await fixture.create('b.example');
    await edge.catchUp();
    expect(await statusOf(edge.httpPort, 'b.example')).toBe(301);
    expect(edge.workers().map(({ pid }) => pid)).toEqual(before);
  });

  it('are replaced when they die, serve writes made meanwhile, and keep their counts', async () => {
    const fixture = await openStore();
    const edge = await start(fixture);
    for (let i = 0; i < 20; i++) await statusOf(edge.httpPort, 'a.example');
    // The last connection may be closed after its request was counted.
    await expect
      .poll(() => edge.counters())
      .toMatchObject({ requests: { '4xx': 20 }, connections: 20, openConnections: 0 });
    const [victim] = edge.workers();
    if (!victim) throw new Error('no worker');
    process.kill(victim.pid, 'SIGKILL');
    await fixture.create('a.example');
    await edge.catchUp();
    await expect.poll(() => allLive(edge)).toBe(true);
    expect(edge.workers().map((worker) => worker.pid)).not.toContain(victim.pid);
    for (let i = 0; i < 10; i++) expect(await statusOf(edge.httpPort, 'a.example')).toBe(301);
    expect(edge.counters().requests['4xx']).toBe(20);
  });

  it('say which error ended them', async () => {
    const fixture = await openStore();
    const entry = join(await tempDir(), 'worker.mjs');
    await writeFile(
      entry,
      `import ${JSON.stringify(pathToFileURL(workerEntry).href)};
       process.on('SIGUSR2', () => { throw new RangeError('a defect'); });`,
    );
    const ends: [pid: number, how: string][] = [];
    const edge = await start(fixture, { entry, onReplaced: (...end) => void ends.push(end) });
    const [victim] = edge.workers();
    if (!victim) throw new Error('no worker');
    process.kill(victim.pid, 'SIGUSR2');
    await expect.poll(() => ends.length).toBe(1);
    const [[workerPid, how] = []] = ends;
    expect(workerPid).toBe(victim.pid);
    expect(how).toMatch(/^RangeError: a defect\n {4}at .*worker\.mjs/);
    await expect.poll(() => allLive(edge)).toBe(true);
  });

  it('are killed and replaced when they hang while a write waits for them', async () => {
    const fixture = await openStore();
    const entry = join(await tempDir(), 'worker.mjs');
    const marker = join(await tempDir(), 'hangs');
    await writeFile(
      entry,
      `import ${JSON.stringify(pathToFileURL(workerEntry).href)};
       import { writeFileSync } from 'node:fs';
       process.on('SIGUSR2', () => { writeFileSync(${JSON.stringify(marker)}, ''); for (;;); });`,
    );
    const edge = await start(fixture, { entry });
    const [victim] = edge.workers();
    if (!victim) throw new Error('no worker');
    const before = performance.now();
    process.kill(victim.pid, 'SIGUSR2');
    // On a busy machine it could confirm the write before it takes the signal.
    await expect.poll(() => existsSync(marker), { interval: 10 }).toBe(true);
    await fixture.create('a.example');
    await edge.catchUp();
    expect(performance.now() - before).toBeGreaterThan(4_000);
    await expect.poll(() => allLive(edge)).toBe(true);
    expect(edge.workers().map((worker) => worker.pid)).not.toContain(victim.pid);
    for (let i = 0; i < 10; i++) expect(await statusOf(edge.httpPort, 'a.example')).toBe(301);
  });

  it('ignore the signals of a terminal and a service manager', async () => {
    const fixture = await openStore();
    const edge = await start(fixture);
    const pids = edge.workers().map((worker) => worker.pid);
    for (const pid of pids) for (const signal of ['SIGINT', 'SIGTERM']) process.kill(pid, signal);
    await sleep(100);
    expect(edge.workers().map((worker) => worker.pid)).toEqual(pids);
    expect(await statusOf(edge.httpPort, 'a.example')).toBe(404);
  });

  it('stop, finishing what is under way', async () => {
    const fixture = await openStore();
    await fixture.create('a.example');
    const edge = await start(fixture, {}, { httpPort: await freePort() });
    const client = new RawClient(edge.httpPort ?? 0);
    // At once: with the answer to the first request, the worker has read the beginning of the second.
    client.send('GET / HTTP/1.1\r\nHost: a.example\r\n\r\nGET / HTTP/1.1\r\nHost: a.ex');
    await expect.poll(() => statuses(client.received)).toEqual([301]);
    const stopped = edge.stop(60_000);
    for (const piece of 'ample\r\n\r\n') {
      await sleep(2);
      client.send(piece);
    }
    await stopped;
    await client.closed;
    expect(statuses(client.received)).toEqual([301, 301]);
    expect(client.received.match(/Connection: close/g)).toHaveLength(1);
    expect(edge.workers()).toEqual([]);
    await expect(statusOf(edge.httpPort, 'a.example')).resolves.toBeUndefined();
  });
});

describe('an edge that cannot start', () => {
  it('says that the port is in use', async () => {
    const fixture = await openStore();
    const edge = await start(fixture);
    await expect(start(fixture, {}, { httpPort: edge.httpPort })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `NAMEPLATE_EDGE_HTTP_PORT is ${edge.httpPort}, but another program already listens on port ${edge.httpPort} of 127.0.0.1`,
    });
    expect(allLive(edge)).toBe(true);
  });

  it('says that the address is not of this machine', async () => {
    const fixture = await openStore();
    await expect(start(fixture, {}, { host: '203.0.113.1' })).rejects.toMatchObject({
      code: 'EADDRNOTAVAIL',
      message: 'NAMEPLATE_EDGE_HOST is "203.0.113.1", but this machine has no such address',
    });
  });

  it('says that the routes cannot be loaded', async () => {
    const fixture = await openStore();
    const store = { path: '/nonexistent/control.db', secretKeys: testSecretKey };
    await expect(start(fixture, {}, { store })).rejects.toThrow(/^the edge could not load its routes: .+$/);
  });
});
