/**
 * The edge outlives the application process: killed, hung, or unable to start again.
 * Source: docs/reference/edge.md ("Without the application process").
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, newDatabase } from '../support/databases.ts';
import { createDomain, loopbackUpstreams, reportOf, startUpstream } from '../support/domains.ts';
import { hang, hangsOnSignal, hangTimeoutMs, loads } from '../support/hang.ts';
import { edgeLoad, OpenLoad } from '../support/open-load.ts';
import { listenersOn } from '../support/open-sockets.ts';
import { Passage } from '../support/passage.ts';
import { isAlive, type TestService } from '../support/service.ts';
import { createRedirect, startService, whenReady } from '../support/service-of-test.ts';
import { skipLoudly } from '../support/skips.ts';

const host = 'go.example.com';
const shop = 'shop.example.com';

/** Kills the application process; resolves when another one is ready. */
async function killApplication(service: TestService): Promise<void> {
  const before = service.applicationPid;
  process.kill(before, 'SIGKILL');
  await expect.poll(() => isAlive(before)).toBe(false);
  await whenReady(service);
}

test('no visitor notices that it was killed, and every request is counted', async () => {
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  const service = await startService({ env: loopbackUpstreams });
  const domain = await createDomain(service, shop, upstream.port);
  await createRedirect(service, host);
  const workers = service.workerPids();
  const redirected = edgeLoad(service, host, 10);
  const proxied = edgeLoad(service, shop, 20);

  for (let round = 0; round < 5; round++) {
    await killApplication(service);
    // What it answers is live at once on workers that it has not started itself.
    const further = `after-${round}.example.com`;
    expect((await createRedirect(service, further)).status).toBe(201);
    for (let i = 0; i < 8; i++) expect((await service.edge(further)).status).toBe(301);
  }

  expect(Object.keys(await redirected.stop())).toEqual(['301']);
  const { 200: answered = 0, ...others } = await proxied.stop();
  expect(others).toEqual({});
  expect(service.workerPids()).toEqual(workers);
  await expect
    .poll(async () => (await reportOf(service, domain, 'request_count')).count, {
      interval: 250,
    })
    .toBe(answered);
  expect(service.stdout.match(/First start/g)).toHaveLength(1);
  expect(service.output).toContain('the application process is gone, starting another; the edge serves on');
});

test('connections wait, on the edge and on the API, while every process that accepts them is replaced', async () => {
  const service = await startService();
  await createRedirect(service, host);
  const load = edgeLoad(service, host, 5);
  const apiLoad = new OpenLoad({ port: Number(service.env.NAMEPLATE_API_PORT), everyMs: 10, path: '/livez' });

  for (let round = 0; round < 3; round++) {
    const before = [service.applicationPid, ...service.workerPids()];
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await expect.poll(() => before.some(isAlive), { interval: 10 }).toBe(false);
    await whenReady(service);
    await expect.poll(() => service.workerPids().length).toBe(2);
  }

  const { 301: redirected = 0, ...failed } = await load.stop();
  const { 200: answered = 0, ...apiFailed } = await apiLoad.stop();
  expect(redirected).toBeGreaterThan(100);
  expect(answered).toBeGreaterThan(50);
  // What a process had accepted when it was killed gets no answer.
  for (const outcome of [...Object.keys(failed), ...Object.keys(apiFailed)])
    expect(outcome).not.toContain('ECONNREFUSED');
});

test('one that hangs is killed, and another takes over', async () => {
  const service = await startService({ env: await hangsOnSignal() });
  await createRedirect(service, host);
  const load = edgeLoad(service, host, 20);
  const before = service.applicationPid;
  await hang(service, before);
  await expect.poll(() => isAlive(before), { interval: 250, timeout: hangTimeoutMs }).toBe(false);
  await whenReady(service);
  expect(Object.keys(await load.stop())).toEqual(['301']);
  expect(await service.stop()).toBe(0);
});

test('workers that die beside one that hangs are replaced soon, and are its own once it is awake', async () => {
  const service = await startService();
  await createRedirect(service, host);
  const application = service.applicationPid;
  const before = service.workerPids();
  process.kill(application, 'SIGSTOP');
  for (const pid of before) {
    process.kill(pid, 'SIGKILL');
    const others = () => listenersOn(service.edgePort, service.workerPids());
    // 2 s on a quiet machine; the 60 s of this wait are half of what it would take without them.
    await expect.poll(() => others().length, { interval: 50 }).toBe(2);
    expect((await service.edge(host)).status).toBe(301);
  }
  process.kill(application, 'SIGCONT');
  const workers = service.workerPids();
  await whenReady(service);
  expect(service.applicationPid).toBe(application);
  expect(service.workerPids()).toEqual(workers);
  expect((await createRedirect(service, 'later.example.com')).status).toBe(201);
  for (let i = 0; i < 8; i++) expect((await service.edge('later.example.com')).status).toBe(301);
});

test('a worker that dies meanwhile is replaced by the next one', async () => {
  const service = await startService();
  await createRedirect(service, host);
  const [victim = 0, survivor = 0] = service.workerPids();
  const before = service.applicationPid;
  process.kill(before, 'SIGKILL');
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => isAlive(victim) || isAlive(before)).toBe(false);
  await whenReady(service);
  const workers = service.workerPids();
  expect(workers).toHaveLength(2);
  expect(workers).toContain(survivor);
  expect(workers).not.toContain(victim);
  for (let i = 0; i < 8; i++) expect((await service.edge(host)).status).toBe(301);
});

test('a worker that hangs meanwhile does not keep it from starting', async () => {
  const service = await startService({ env: await hangsOnSignal() });
  await createRedirect(service, host);
  const [victim = 0] = service.workerPids();
  await hang(service, victim);
  const before = service.applicationPid;
  process.kill(before, 'SIGKILL');
  await expect.poll(() => isAlive(before)).toBe(false);
  // It is ready when another worker has taken the place of the one that hangs.
  await expect.poll(() => service.isReady(), { timeout: hangTimeoutMs }).toBe(true);
  expect(service.workerPids()).not.toContain(victim);
  await expect.poll(() => service.workerPids().length).toBe(2);
});

test('without the supervisor nothing is left behind', async () => {
  const service = await startService();
  const all = [service.applicationPid, ...service.workerPids()];
  service.process.kill('SIGKILL');
  for (const pid of all) await expect.poll(() => isAlive(pid)).toBe(false);
  await expect(service.edge(host)).rejects.toThrow('ECONNREFUSED');
});

test('nor where an exit of the application process would not end', async () => {
  const service = await startService({
    env: await loads(
      `if (process.argv[1]?.endsWith('application.js')) process.on('exit', () => { for (;;); });`,
    ),
  });
  const processes = [service.applicationPid, ...service.workerPids()];
  try {
    service.process.kill('SIGKILL');
    await expect.poll(() => processes.filter(isAlive)).toEqual([]);
  } finally {
    for (const pid of processes.filter(isAlive)) process.kill(pid, 'SIGKILL');
  }
});

test('a signal while it is away ends the service', async () => {
  const service = await startService();
  process.kill(service.applicationPid, 'SIGKILL');
  const workers = service.workerPids();
  expect(await service.stop()).toBe(0);
  for (const pid of workers) await expect.poll(() => isAlive(pid)).toBe(false);
});

if (hasPostgres()) {
  test('while PostgreSQL is away it cannot start, and the edge serves on', async () => {
    const url = new URL(await newDatabase('tables'));
    const passage = new Passage(url.hostname, Number(url.port));
    onTestFinished(() => passage.shut());
    url.port = String(await passage.open());
    const service = await startService({ control: { kind: 'postgres', url: url.href } });
    await createRedirect(service, host);
    const load = edgeLoad(service, host, 20);
    await passage.shut();
    process.kill(service.applicationPid, 'SIGKILL');
    await delay(5_000);
    expect((await service.edge(host)).status).toBe(301);
    expect(await service.isReady()).toBe(false);
    await passage.open();
    await whenReady(service);
    expect((await createRedirect(service, 'later.example.com')).status).toBe(201);
    for (let i = 0; i < 8; i++) expect((await service.edge('later.example.com')).status).toBe(301);
    expect(Object.keys(await load.stop())).toEqual(['301']);
  });
} else {
  skipLoudly('the edge while PostgreSQL is away', 'no PostgreSQL binaries');
}
