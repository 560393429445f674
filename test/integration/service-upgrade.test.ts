/**
 * `nameplate upgrade` replaces the program of a running service, and no client notices. Source:
 * docs/guides/operations.md ("Upgrading").
 */
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { rm, symlink, unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { schemaVersion } from '../../src/control/migrate.ts';
import { errorField } from '../../src/core/error-field.ts';
import { builtProgram } from '../support/built-program.ts';
import { dnsQuery, readAnswer } from '../support/dns-queries.ts';
import { createDomain, loopbackUpstreams, reportOf, startUpstream } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import { edgeLoad, OpenLoad } from '../support/open-load.ts';
import { addMigration, copyProgram } from '../support/other-program.ts';
import { isAlive, serviceEnvironment, TestService } from '../support/service.ts';
import { createRedirect, startService } from '../support/service-of-test.ts';
import { tempDir } from '../support/temp-dir.ts';
import { upgrade } from '../support/upgrades.ts';

const host = 'go.example.com';
const shop = 'shop.example.com';

async function metricOf(service: TestService, name: string): Promise<string | undefined> {
  const { body } = await service.api('/metrics');
  return String(body)
    .split('\n')
    .find((line) => line.startsWith(name));
}

/**
 * Asks by UDP, three times within 14 s at most, as clients do. Each question has a resolver of its own: one that knows how
 * fast the answers were gives up after 3 s.
 */
function askByUdp(port: number, zone: string): () => Promise<unknown> {
  return () => {
    const resolver = new Resolver({ timeout: 2_000, tries: 3 });
    resolver.setServers([`127.0.0.1:${port}`]);
    return resolver.resolveNs(zone);
  };
}

/** Asks on a TCP connection of its own, and again on another one when a generation that ends has cut it off. */
function askByTcp(port: number, zone: string): () => Promise<unknown> {
  const query = dnsQuery(zone, 'NS');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(query.length);
  return async () => {
    for (let tries = 1; ; tries++) {
      const socket = connect({ port, host: '127.0.0.1' });
      try {
        socket.end(Buffer.concat([length, query]));
        const received: Buffer[] = [];
        for await (const chunk of socket) received.push(chunk);
        return readAnswer(Buffer.concat(received).subarray(2));
      } catch (error) {
        // Nobody listens, which is what must not be.
        if (tries >= 3 || errorField(error, 'code') === 'ECONNREFUSED') throw error;
      }
    }
  };
}

/** Asks for the zone's name servers again and again; `stop` answers how often, and rejects when one question got no answer. */
function dnsLoad(ask: () => Promise<unknown>): { readonly stop: () => Promise<number> } {
  const stopping = new AbortController();
  const run = async (): Promise<number> => {
    let answers = 0;
    for (; !stopping.signal.aborted; answers++) {
      await ask();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return answers;
  };
  const running = run();
  running.catch(() => {});
  const stop = () => {
    stopping.abort();
    return running;
  };
  return { stop };
}

test('no client notices three upgrades in a row, and every request is counted once', async () => {
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  const dnsPort = await freePort();
  const zone = {
    NAMEPLATE_DNS_ZONE: 'acme.example.net',
    NAMEPLATE_DNS_NAMESERVERS: 'ns.example.net',
    NAMEPLATE_DNS_PORT: String(dnsPort),
  };
  const service = await startService({ env: { ...loopbackUpstreams, ...zone } });
  const queries = [askByUdp, askByTcp].map((by) => dnsLoad(by(dnsPort, zone.NAMEPLATE_DNS_ZONE)));
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
    new OpenLoad({ port: apiPort, everyMs: 20, path: '/readyz', keepAlive: true, atOnce: 200 }),
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
  for (const load of queries) expect(await load.stop()).toBeGreaterThan(50);
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
  await expect.poll(count, { interval: 250 }).toBe(asked);
  expect(await metricOf(service, 'nameplate_build_info')).toContain('version="9.3.0"');
  expect(await metricOf(service, 'nameplate_upgrades_total')).toBe('nameplate_upgrades_total 3');
  expect(service.stdout.match(/First start/g)).toHaveLength(1);
});

test('a WebSocket lives until the grace period ends', async () => {
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
  const closed = once(client, 'close').then(() => Date.now());
  const handover = /"time":"([^"]+)"[^\n]*handing over/;
  await expect.poll(() => service.output).toMatch(handover);
  const ping = setInterval(() => client.send('x'), 100);
  // By the log's time, as this process may read it late.
  const lived = (await closed) - Date.parse(handover.exec(service.output)?.[1] ?? '');
  clearInterval(ping);
  expect(lived).toBeGreaterThan(8_000);
  // 10 s, and what a busy machine takes; without a limit it would live on.
  expect(lived).toBeLessThan(60_000);
  expect(echoes).toBeGreaterThan(10);
  expect((await upgraded).code).toBe(0);
});

test('SIGHUP upgrades to what is at the path that it was started from, with the same environment', async () => {
  const [old, next] = [await copyProgram('1.0.0'), await copyProgram('2.0.0')];
  const current = join(await tempDir(), 'current');
  await symlink(old, current);
  const env = await serviceEnvironment({ dataDir: await tempDir(), workers: 2 });
  const service = await TestService.startWith(env, { program: join(current, 'dist/bin.cjs') });
  onTestFinished(async () => void (await service.stop()));
  expect(await metricOf(service, 'nameplate_build_info')).toContain('1.0.0');
  await unlink(current);
  await symlink(next, current);
  // As packages are upgraded: what runs goes on without its files.
  await rm(old, { recursive: true });
  service.process.kill('SIGHUP');
  await expect.poll(() => metricOf(service, 'nameplate_build_info').catch(() => '')).toContain('2.0.0');
  await expect.poll(() => service.output).toContain('"message":"version 2.0.0 serves"');
  expect(service.workerPids()).toHaveLength(2);
  // A process that dies later is replaced by one of the new version.
  process.kill(service.applicationPid, 'SIGKILL');
  await expect
    .poll(() => metricOf(service, 'nameplate_application_restarts_total').catch(() => ''))
    .toBe('nameplate_application_restarts_total 1');
  expect(await metricOf(service, 'nameplate_build_info')).toContain('2.0.0');
});

test('a new environment replaces the one before, and stays', async () => {
  const service = await startService({ workers: 1 });
  const env = { ...service.env, NAMEPLATE_EDGE_WORKERS: '3' };
  expect((await upgrade({ env }, '--new-environment')).code).toBe(0);
  await expect.poll(() => service.workerPids().length).toBe(3);
  // Without the option, the command's own environment counts for nothing.
  expect((await upgrade(service)).code).toBe(0);
  expect(service.workerPids()).toHaveLength(3);
});

test('an upgrade to other ports leaves nothing at the old ones, where clients would wait', async () => {
  const service = await startService();
  await createRedirect(service, host);
  const ports = { NAMEPLATE_API_PORT: await freePort(), NAMEPLATE_EDGE_HTTP_PORT: await freePort() };
  const moved = Object.entries(ports).map(([name, port]) => [name, String(port)]);
  const env = { ...service.env, ...Object.fromEntries(moved) };
  expect((await upgrade({ env }, '--new-environment')).code).toBe(0);
  for (const name of Object.keys(ports)) {
    const old = connect({ port: Number(service.env[name]), host: '127.0.0.1' });
    await expect(once(old, 'connect')).rejects.toThrow('ECONNREFUSED');
  }
  const workers = service.workerPids();
  for (const pid of workers) process.kill(pid, 'SIGKILL');
  await expect.poll(() => workers.some(isAlive), { interval: 10 }).toBe(false);
  const load = new OpenLoad({ port: ports.NAMEPLATE_EDGE_HTTP_PORT, everyMs: 50, headers: { host } });
  await expect.poll(() => load.outcomes['301'] ?? 0).toBeGreaterThan(0);
  expect(Object.keys(await load.stop())).toEqual(['301']);
});

test('compatible migrations run beside the old version, which can come back', async () => {
  const service = await startService();
  await createRedirect(service, host);
  const load = edgeLoad(service, host, 20);
  const program = await copyProgram('2.0.0', [addMigration(schemaVersion + 1, true)]);
  const upgraded = upgrade(service, '--program', program);
  // The old version starts again on the newer schema.
  const [before = 0] = service.applicationPids();
  await expect.poll(() => service.output).toContain(`"to":${schemaVersion + 1}`);
  process.kill(before, 'SIGKILL');
  expect((await upgraded).code).toBe(0);
  expect((await createRedirect(service, 'new.example.com')).status).toBe(201);
  expect((await upgrade(service, '--program', builtProgram)).code).toBe(0);
  expect((await createRedirect(service, 'old.example.com')).status).toBe(201);
  expect((await service.edge('new.example.com')).status).toBe(301);
  expect(Object.keys(await load.stop())).toEqual(['301']);
});

test('a data directory has one service', async () => {
  const service = await startService();
  const { pid } = service.process;
  const env = await serviceEnvironment({ dataDir: service.env.NAMEPLATE_DATA_DIR ?? '' });
  const second = await TestService.runToEnd(env);
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(
    new RegExp(
      `^nameplate: NAMEPLATE_DATA_DIR [^\\n]* is used by a running Nameplate, process ${pid}: [^\\n]*\\n$`,
    ),
  );
  expect(await service.isReady()).toBe(true);
  // What a killed service leaves behind doesn't keep the next one from starting.
  await service.kill();
  const next = await TestService.startWith(service.env);
  onTestFinished(async () => void (await next.stop()));
  expect((await upgrade(next)).code).toBe(0);
});
