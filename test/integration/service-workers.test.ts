/** Edge workers that die or hang under load. Source: docs/reference/edge.md ("Workers"). */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { hang, hangsOnSignal, loads } from '../support/hang.ts';
import { edgeLoad } from '../support/open-load.ts';
import { isAlive, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const dest = 'https://dest.example';

async function startService(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const dataDir = await tempDir();
  const service = await TestService.start({
    dataDir,
    workers: 2,
    env: { NAMEPLATE_RATE_LIMIT: '0', ...env },
  });
  onTestFinished(async () => {
    await service.stop();
  });
  return service;
}

async function create(service: TestService, source_host: string) {
  return service.api(service.redirects, { json: { source_host, destination_url: dest } });
}

/** The answers of the edge on many connections at once, as they differ. */
async function answersOf(service: TestService, host: string): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: 30 }, () => service.edge(host)));
  return [...new Set(answers.map(({ status, location }) => `${status} ${location}`))];
}

test('a killed worker is replaced; only requests in flight fail, and no write is lost', async () => {
  const service = await startService();
  const host = 'load.example.com';
  await create(service, host);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const load = { isOn: true };
  let succeeded = 0;
  let failed = 0;
  const clients = Array.from({ length: 8 }, async () => {
    while (load.isOn) {
      const answer = await service.edge(host, '/', { agent }).catch(() => undefined);
      if (!answer) failed += 1;
      else {
        expect(answer.status).toBe(301);
        succeeded += 1;
      }
    }
  });
  const created: string[] = [];
  const writer = (async () => {
    while (load.isOn) {
      const source_host = `w${created.length}.example.com`;
      expect((await create(service, source_host)).status).toBe(201);
      created.push(source_host);
    }
  })();

  for (let round = 0; round < 3; round++) {
    await delay(200);
    const [victim = 0] = service.workerPids();
    process.kill(victim, 'SIGKILL');
    expect((await service.api('/api/v1/me')).status).toBe(200);
    await expect
      .poll(() => service.workerPids().filter((pid) => pid !== victim && isAlive(pid)).length)
      .toBe(2);
    await expect.poll(() => service.isReady()).toBe(true);
  }
  load.isOn = false;
  await Promise.all([...clients, writer]);
  agent.destroy();

  expect(succeeded).toBeGreaterThan(100);
  // One for each client and kill: what it had under way, or had just sent on a connection that was gone.
  expect(failed).toBeLessThanOrEqual(8 * 3);
  expect(created.length).toBeGreaterThan(0);
  for (const source_host of created) expect((await service.edge(source_host)).status).toBe(301);
});

test('a worker that hangs is replaced, and the write that waited for it completes', async () => {
  const service = await startService(await hangsOnSignal());
  const host = 'hang.example.com';
  const created = await create(service, host);
  const [victim = 0] = service.workerPids();
  const startedAt = performance.now();
  await hang(service, victim);
  const path = `${service.redirects}/${created.body.uuid}`;
  const updated = await service.api(path, {
    method: 'PUT',
    json: { destination_url: 'https://new.example' },
  });
  const tookMs = performance.now() - startedAt;
  expect(updated.status).toBe(200);
  // It uses 5 s of CPU time before it counts as hung.
  expect(tookMs).toBeGreaterThan(4_000);
  await expect.poll(() => isAlive(victim)).toBe(false);
  await expect.poll(() => service.isReady()).toBe(true);
  await expect.poll(() => service.workerPids()).toHaveLength(2);
  expect(await answersOf(service, host)).toEqual(['301 https://new.example/']);
});

/** The counter of replaced workers, by reason. */
async function replaced(service: TestService, reason: string): Promise<number> {
  const { body } = await service.api('/metrics');
  const line = new RegExp(`^nameplate_edge_workers_replaced_total\\{reason="${reason}"\\} ([0-9]+)$`, 'm');
  return Number(line.exec(body)?.[1] ?? Number.NaN);
}

test('a worker that hangs is replaced without a write to find it', async () => {
  const service = await startService(await hangsOnSignal());
  const host = 'idle.example.com';
  await create(service, host);
  const [victim = 0, other = 0] = service.workerPids();
  expect(await replaced(service, 'hung')).toBe(0);
  const hungAt = performance.now();
  await hang(service, victim);
  while (isAlive(victim)) {
    expect(await service.edge(host)).toMatchObject({ status: 301 });
    await delay(100);
  }
  // 10 s at most on a quiet machine.
  expect(performance.now() - hungAt).toBeGreaterThan(4_000);
  await expect.poll(() => service.isReady()).toBe(true);
  await expect.poll(() => service.workerPids()).toHaveLength(2);
  expect(service.workerPids()).toContain(other);
  expect(await replaced(service, 'hung')).toBe(1);
  expect(await replaced(service, 'died')).toBe(0);
});

test('an application process that a slow disk holds up kills no worker', async () => {
  // As a commit that waits for the disk: it holds the thread, right after workers were sent a change.
  const held = await loads(`
    const { Socket } = require('node:net');
    const { write } = Socket.prototype;
    let patches = Number.NaN;
    process.on('SIGUSR2', () => (patches = 0));
    if (process.argv[1]?.endsWith('application.js')) Socket.prototype.write = function (data, ...rest) {
      const isSent = write.call(this, data, ...rest);
      if (String(data).startsWith('{"type":"patch"') && ++patches === 2)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8_000);
      return isSent;
    };`);
  const service = await startService(held);
  const workers = service.workerPids();
  const load = edgeLoad(service, 'none.example.com', 30);
  for (let round = 0; round < 2; round++) {
    process.kill(service.applicationPid, 'SIGUSR2');
    expect((await create(service, `slow${round}.example.com`)).status).toBe(201);
    expect((await create(service, `next${round}.example.com`)).status).toBe(201);
  }
  expect(service.workerPids()).toEqual(workers);
  expect(await replaced(service, 'hung')).toBe(0);
  expect(Object.keys(await load.stop())).toEqual(['404']);
});

test('a service that was paused as a whole keeps its workers', async () => {
  const service = await startService();
  const workers = service.workerPids();
  const all = [service.process.pid ?? 0, service.applicationPid, ...workers];
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  await delay(9_000);
  // They wake up one after the other, as on a machine that slept: nothing has come from its workers then.
  for (const pid of all) process.kill(pid, 'SIGCONT');
  await delay(3_000);
  expect(service.workerPids()).toEqual(workers);
  await expect.poll(() => service.isReady()).toBe(true);
  expect(service.workerPids()).toEqual(workers);
  expect(await replaced(service, 'hung')).toBe(0);
});
