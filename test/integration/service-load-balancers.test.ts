/**
 * The service behind load balancers: health checks, the end of service they get told of, and the PROXY protocol.
 * Source: docs/reference/edge.md ("Health checks", "PROXY protocol").
 */
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePorts } from '../support/free-port.ts';
import { hang, hangsOnSignal, hangTimeoutMs } from '../support/hang.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'shop.example.com';
const path = '/.nameplate/health';
const header4 = 'PROXY TCP4 192.0.2.7 198.51.100.1 56324 443\r\n';
/** Version 2 of `header4`. */
const header4Binary = Buffer.concat([
  Buffer.from('\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c', 'latin1'),
  Buffer.from([192, 0, 2, 7, 198, 51, 100, 1, 0xdc, 0x04, 0x01, 0xbb]),
]);

async function startService(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const service = await TestService.start({ dataDir: await tempDir(), workers: 2, env });
  onTestFinished(async () => void (await service.stop()));
  return service;
}

/** A connection from another address of this machine. */
async function connectFrom(localAddress: string, port: number): Promise<Socket> {
  const socket = connectTcp({ host: '127.0.0.1', port, localAddress });
  await once(socket, 'connect');
  return socket;
}

async function healthOf(service: TestService, askedHost = host): Promise<[number, unknown]> {
  const answer = await service.edge(askedHost, path);
  return [answer.status, JSON.parse(answer.body)];
}

test('a health check fails before the edge stops, while everything is still served', async () => {
  const service = await startService({ NAMEPLATE_LAME_DUCK: '15' });
  await service.api(service.redirects, {
    json: { source_host: host, destination_url: 'https://dest.example' },
  });
  expect(await healthOf(service, 'unknown.example')).toEqual([
    200,
    { status: 'ok', application: 'ok', routes: 1 },
  ]);
  const stopping = service.stop();
  await expect
    .poll(() => healthOf(service))
    .toEqual([503, { status: 'draining', application: 'ok', routes: 1 }]);
  const ready = await service.api('/readyz', { token: null });
  expect(ready).toMatchObject({
    status: 503,
    body: { status: 'unavailable', checks: { start: 'stopping' } },
  });
  expect((await service.edge(host, '/')).status).toBe(301);
  expect(await stopping).toBe(0);
  expect(service.output).toContain('health checks fail from now on');
});

test('an edge whose application hangs is healthy, and says that it is away', async () => {
  const service = await startService(await hangsOnSignal());
  await hang(service, service.applicationPid);
  await expect
    .poll(() => healthOf(service), { interval: 250 })
    .toEqual([200, { status: 'ok', application: 'away', routes: 0 }]);
  // The supervisor gives up on it, and starts another.
  await expect
    .poll(() => healthOf(service), { interval: 250, timeout: hangTimeoutMs })
    .toEqual([200, { status: 'ok', application: 'ok', routes: 0 }]);
});

test('a trusted balancer names the client in clear text and over TLS', async () => {
  const clients: unknown[] = [];
  const upstream = await startUpstream((request, answer) => {
    clients.push(request.headers['x-forwarded-for']);
    answer.end('ok');
  });
  onTestFinished(() => upstream.close());
  const [httpsPort = 0] = await freePorts(1);
  const service = await startService({
    ...loopbackUpstreams,
    NAMEPLATE_TRUSTED_PROXIES: '127.0.0.2',
    NAMEPLATE_EDGE_HTTPS_PORT: String(httpsPort),
    NAMEPLATE_HTTPS_REDIRECT: 'false',
  });
  await createDomain(service, host, upstream.port);
  const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 6.6.6.6\r\nConnection: close\r\n\r\n`;

  for (const pieces of [[header4, request], [header4 + request], [header4Binary, request], [request]]) {
    const socket = await connectFrom('127.0.0.2', service.edgePort);
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  }
  // Byte by byte.
  const slow = await connectFrom('127.0.0.2', service.edgePort);
  slow.setNoDelay(true);
  for (const byte of header4Binary) {
    slow.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  slow.write(request);
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 200 /);

  for (const ALPNProtocols of [['http/1.1'], ['h2']]) {
    const raw = await connectFrom('127.0.0.2', httpsPort);
    raw.write(header4Binary);
    const socket = connectTls({ socket: raw, servername: host, rejectUnauthorized: false, ALPNProtocols });
    await once(socket, 'secureConnect');
    expect(socket.alpnProtocol).toBe(ALPNProtocols[0]);
    if (socket.alpnProtocol === 'http/1.1') {
      socket.write(request);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    }
    socket.destroy();
  }
  // Behind a header the client is no longer a trusted proxy, so its own claims are dropped.
  expect(clients).toEqual([
    '192.0.2.7',
    '192.0.2.7',
    '192.0.2.7',
    '6.6.6.6, 127.0.0.2',
    '192.0.2.7',
    '192.0.2.7',
  ]);
});

test('a PROXY header from anyone else, or a malformed one, gets no answer of a domain', async () => {
  const service = await startService({ NAMEPLATE_TRUSTED_PROXIES: '127.0.0.2' });
  const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const stranger = await connectFrom('127.0.0.3', service.edgePort);
  stranger.write(header4 + request);
  expect(await text(stranger)).toMatch(/^HTTP\/1\.1 400 /);
  const broken = await connectFrom('127.0.0.2', service.edgePort);
  broken.on('error', () => {});
  broken.write(`PROXY TCP4 nobody\r\n${request}`);
  expect(await text(broken).catch(() => '')).toBe('');
  const silent = await connectFrom('127.0.0.2', service.edgePort);
  silent.end();
  expect(await text(silent)).toBe('');
  const metric = 'nameplate_edge_connections_turned_away_total{reason="proxy_header"} 1';
  await expect.poll(async () => String((await service.api('/metrics')).body)).toContain(metric);
});

test('only this machine and NAMEPLATE_HEALTH_ALLOW may ask for the health', async () => {
  const service = await startService({
    NAMEPLATE_TRUSTED_PROXIES: '127.0.0.2',
    NAMEPLATE_HEALTH_ALLOW: '192.0.2.0/24',
  });
  const ask = async (client: string, method = 'GET'): Promise<number> => {
    const socket = await connectFrom('127.0.0.2', service.edgePort);
    socket.write(
      `PROXY TCP4 ${client} 198.51.100.1 1 2\r\n${method} ${path} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`,
    );
    return Number(/^HTTP\/1\.1 ([0-9]+) /.exec(await text(socket))?.[1]);
  };
  expect(await ask('192.0.2.200')).toBe(200);
  expect(await ask('192.0.2.200', 'HEAD')).toBe(200);
  expect(await ask('192.0.2.200', 'POST')).toBe(405);
  expect(await ask('198.51.100.7')).toBe(404);
});
