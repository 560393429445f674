/** Unknown names that the operator's endpoint decides about, in a running service. Source: docs/reference/ask.md. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ComposedService } from '../support/composed-service.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { type LocalUpstream, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePorts } from '../support/free-port.ts';
import { findPebble, Pebble } from '../support/pebble.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const edgeAddress = '203.0.113.7';
const isThere = findPebble();
if (!isThere) skipLoudly('certificates of names that were asked for', 'no pebble on this machine');
let dns: TestDnsServer;
let endpoint: Server;
let upstream: LocalUpstream;
let service: ComposedService;
let upstreamUuid = '';
const asked: string[] = [];

/** By the host's first label. */
const answers: Readonly<Record<string, RequestListener>> = {
  yes: (_, response) => response.end('OK'),
  tls: (_, response) => response.end('OK'),
  named: (_, response) =>
    response.end(JSON.stringify({ upstream_uuid: upstreamUuid, external_id: 'customer-7' })),
  go: (_, response) => response.end('{"redirect":{"destination_url":"https://www.example.com/"}}'),
  no: (_, response) => response.writeHead(404).end(),
  broken: (_, response) => response.writeHead(503).end(),
  away: (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  long: (_, response) => response.end('x'.repeat(100_000)),
  slow: () => {},
};

beforeAll(async () => {
  const names = [...Object.keys(answers), 'known'];
  dns = await TestDnsServer.start([
    ...names.map((name) => `${name}.${name}-customer.com A ${edgeAddress}`),
    'elsewhere.example.org A 198.51.100.1',
  ]);
  endpoint = createServer((request, response) => {
    const host = new URL(request.url ?? '', 'http://local').searchParams.get('domain') ?? '';
    asked.push(host);
    answers[host.split('.')[0] ?? '']?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
  const address = endpoint.address();
  const port = typeof address === 'object' ? address?.port : 0;
  upstream = await startUpstream();
  const [tlsPort] = await freePorts(1);
  const env: Record<string, string> = {
    ...loopbackUpstreams,
    NAMEPLATE_EDGE_ADDRESSES: edgeAddress,
    NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
    NAMEPLATE_DNS_SERVERS: dns.address,
    NAMEPLATE_ASK_URL: `http://127.0.0.1:${port}/check`,
    NAMEPLATE_HTTPS_REDIRECT: 'false',
  };
  service = await ComposedService.start({ dataDir: await tempDir('file'), env });
  const upstreams = `/api/v1/accounts/${service.accountUuid}/upstreams`;
  const created = await service.api(upstreams, {
    json: { host: '127.0.0.1', port: upstream.port, tls: false },
  });
  upstreamUuid = created.body.uuid;
  await service.stop();
  service = await ComposedService.startWith({ ...service.env, NAMEPLATE_ASK_UPSTREAM: upstreamUuid });
});

afterAll(async () => {
  await service?.stop();
  await upstream?.close();
  endpoint?.closeAllConnections();
  endpoint?.close();
  await dns?.[Symbol.asyncDispose]();
});

const hostOf = (name: string): string => `${name}.${name}-customer.com`;

async function shake(servername: string): Promise<string> {
  const socket = tls.connect({
    host: '127.0.0.1',
    port: service.tlsPort,
    servername,
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect');
    return String(socket.getPeerX509Certificate()?.subjectAltName);
  } catch (error) {
    return String(error);
  } finally {
    socket.destroy();
  }
}

async function added(host: string) {
  const { body } = await service.api(`/api/v1/accounts/${service.accountUuid}/custom_domains?host=${host}`);
  return body.data;
}

test('the first request over HTTP waits, and is served', async () => {
  expect(await service.edge(hostOf('yes'))).toMatchObject({ status: 200, body: 'hello\n' });
  expect(await added(hostOf('yes'))).toMatchObject([{ upstream_uuid: upstreamUuid, external_id: '' }]);
  expect(await service.edge(hostOf('named'))).toMatchObject({ status: 200 });
  expect(await added(hostOf('named'))).toMatchObject([{ external_id: 'customer-7' }]);
  expect(await service.edge(hostOf('go'))).toMatchObject({
    status: 301,
    location: 'https://www.example.com/',
  });
  expect(asked).toEqual(['yes', 'named', 'go'].map(hostOf));
});

test('a handshake ends with unrecognized_name until the name is served', async () => {
  expect(await shake(hostOf('tls'))).toMatch(/unrecognized name|alert number 112/);
  await expect.poll(() => shake(hostOf('tls'))).toBe(`DNS:${hostOf('tls')}`);
  expect(asked.filter((host) => host === hostOf('tls'))).toHaveLength(1);
});

test.each(['no', 'broken', 'away', 'long'])('%s: 404, asked once, nothing added', async (name) => {
  for (let times = 0; times < 3; times++) expect((await service.edge(hostOf(name))).status).toBe(404);
  expect(asked.filter((host) => host === hostOf(name))).toHaveLength(1);
  expect(await added(hostOf(name))).toEqual([]);
});

test('a slow endpoint holds a request for two seconds', async () => {
  const begin = performance.now();
  expect((await service.edge(hostOf('slow'))).status).toBe(404);
  const seconds = (performance.now() - begin) / 1_000;
  expect(seconds).toBeGreaterThan(1.9);
  // It would take five.
  expect(seconds).toBeLessThan(4.5);
});

test('what leads elsewhere, has no record or is there already is not asked for', async () => {
  const before = asked.length;
  const paused = { source_host: hostOf('known'), destination_url: 'https://dest.example', active: false };
  expect((await service.api(service.redirects, { json: paused })).status).toBe(201);
  for (const host of ['elsewhere.example.org', 'none.example.org', '203.0.113.7', hostOf('known')])
    expect((await service.edge(host)).status, host).toBe(404);
  expect(asked).toHaveLength(before);
});

test('metrics count the questions', async () => {
  const { body } = await service.api('/metrics');
  expect(body).toContain('nameplate_asks_total{outcome="yes"} 4');
  expect(body).toContain('nameplate_asks_total{outcome="no"} 1');
});

test.skipIf(!isThere)('the certificate is ordered as soon as the name is added', async () => {
  const [httpPort = 0, tlsPort = 0, apiPort = 0] = await freePorts(3);
  const released: (() => Promise<void>)[] = [];
  const pebble = await Pebble.start({ httpPort, tlsPort, validitySeconds: 90 * 86_400 }, (release) =>
    released.push(release),
  );
  const { NAMEPLATE_EDGE_ADDRESSES: _address, ...env } = service.env;
  // The authority's own certificate is of an authority that only a process of its own can be told.
  const ordering = await TestService.startWith({
    ...env,
    ...pebble.env,
    NAMEPLATE_DATA_DIR: await tempDir('file'),
    NAMEPLATE_API_PORT: String(apiPort),
    NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net',
    NAMEPLATE_EDGE_HTTP_PORT: String(httpPort),
    NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
    NAMEPLATE_ASK_UPSTREAM: '',
  });
  try {
    const host = 'go.shop.example.com';
    const handshake = async (): Promise<string> => {
      const socket = tls.connect({
        host: '127.0.0.1',
        port: tlsPort,
        servername: host,
        ca: [...pebble.roots],
      });
      try {
        await once(socket, 'secureConnect');
        return 'trusted';
      } catch (error) {
        return String(error);
      } finally {
        socket.destroy();
      }
    };
    expect(await handshake()).toMatch(/unrecognized name|alert number 112/);
    // Nobody tries again meanwhile.
    await expect
      .poll(async () => {
        const { body } = await ordering.api(
          `/api/v1/accounts/${ordering.accountUuid}/automatic_certificates`,
        );
        return body.data.find((each: { host: string }) => each.host === host)?.state;
      })
      .toBe('valid');
    expect(await handshake()).toBe('trusted');
  } finally {
    await ordering.stop();
    for (const release of released.toReversed()) await release();
  }
});
