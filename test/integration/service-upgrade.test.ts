/**
 * `nameplate upgrade` replaces the program of a running service, and no client notices. Source:
 * docs/guides/operations.md ("Upgrading").
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { builtProgram } from '../support/built-program.ts';
import { createDomain, loopbackUpstreams, reportOf, startUpstream } from '../support/domains.ts';
import { edgeLoad, OpenLoad } from '../support/open-load.ts';
import { copyProgram } from '../support/other-program.ts';
import { isAlive, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'go.example.com';
const shop = 'shop.example.com';

async function startService(settings: Partial<Parameters<typeof TestService.start>[0]> = {}) {
  const service = await TestService.start({ dataDir: await tempDir(), workers: 2, ...settings });
  onTestFinished(async () => void (await service.stop()));
  return service;
}

function createRedirect(service: TestService, sourceHost: string) {
  const json = { source_host: sourceHost, destination_url: 'https://dest.example' };
  return service.api(service.redirects, { json });
}

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

function upgrade(service: TestService, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...service.env };
    execFile(process.execPath, [builtProgram, 'upgrade', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

async function metricOf(service: TestService, name: string): Promise<string | undefined> {
  const { body } = await service.api('/metrics');
  return String(body)
    .split('\n')
    .find((line) => line.startsWith(name));
}

test('no client notices three upgrades in a row, and every request is counted once', {
  timeout: 240_000,
}, async () => {
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  const service = await startService({ env: loopbackUpstreams });
  const domain = await createDomain(service, shop, upstream.port);
  await createRedirect(service, host);
  const report = `/api/v1/analytics/custom_domains/${domain.uuid}/request_count`;
  const authorization = { authorization: `Bearer ${service.token}` };
  const apiPort = Number(service.env.NAMEPLATE_API_PORT);
  const proxied = [edgeLoad(service, shop, 20), edgeLoad(service, shop, 20, true)];
  const others = [
    edgeLoad(service, host, 20),
    edgeLoad(service, host, 20, true),
    new OpenLoad({ port: apiPort, everyMs: 20, path: '/readyz' }),
    new OpenLoad({ port: apiPort, everyMs: 20, path: '/readyz', keepAlive: true }),
    // Waits while the analytics store changes hands.
    new OpenLoad({ port: apiPort, everyMs: 200, path: report, headers: authorization }),
  ];
  for (let round = 1; round <= 3; round++) {
    const before = [service.applicationPid, ...service.workerPids()];
    const version = `9.${round}.0`;
    expect(await upgrade(service, '--program', await copyProgram(version))).toMatchObject({
      code: 0,
      stdout: `version ${version} serves\n`,
    });
    for (const pid of before) expect(isAlive(pid)).toBe(false);
    // What is written is live at once, and later generations know it.
    expect((await createRedirect(service, `after-${round}.example.com`)).status).toBe(201);
    for (let i = 0; i < 8; i++) expect((await service.edge(`after-${round}.example.com`)).status).toBe(301);
  }
  const outcomes = await Promise.all([...proxied, ...others].map((load) => load.stop()));
  expect(outcomes.map((outcome) => Object.keys(outcome))).toEqual([
    ['200'],
    ['200'],
    ['301'],
    ['301'],
    ['200'],
    ['200'],
    ['200'],
  ]);
  const asked = outcomes.slice(0, 2).reduce((sum, outcome) => sum + (outcome['200'] ?? 0), 0);
  const count = async () => (await reportOf(service, domain, 'request_count')).count;
  await expect.poll(count, { timeout: 30_000, interval: 250 }).toBe(asked);
  expect(await metricOf(service, 'nameplate_build_info')).toBe('nameplate_build_info{version="9.3.0"} 1');
  expect(await metricOf(service, 'nameplate_upgrades_total')).toBe('nameplate_upgrades_total 3');
  expect(service.stdout.match(/First start/g)).toHaveLength(1);
});

test('a WebSocket lives until the grace period ends', { timeout: 120_000 }, async () => {
  const server = createServer();
  new WebSocketServer({ server }).on('connection', (socket) =>
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the upstream has no address');
  const service = await startService({ env: loopbackUpstreams });
  await createDomain(service, shop, address.port);
  const client = new WebSocket(`ws://127.0.0.1:${service.edgePort}/`, { headers: { host: shop } });
  await once(client, 'open');
  const upgraded = upgrade(service);
  let echoes = 0;
  client.on('message', () => echoes++);
  const closed = once(client, 'close');
  const startedTick = performance.now();
  await expect.poll(() => service.output, { timeout: 30_000 }).toContain('handing over');
  const handoverTick = performance.now();
  const ping = setInterval(() => client.send('x'), 500);
  await closed;
  clearInterval(ping);
  const lived = performance.now() - handoverTick;
  expect(startedTick).toBeLessThan(handoverTick);
  expect(lived).toBeGreaterThan(8_000);
  expect(lived).toBeLessThan(15_000);
  expect(echoes).toBeGreaterThan(10);
  expect((await upgraded).code).toBe(0);
  await delay(0);
});
