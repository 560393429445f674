/** What upstreams get of requests for custom domains, and what visitors get of their answers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { expect, onTestFinished } from 'vitest';
import { makeAuthority, makeCertificate } from '../support/certificate-maker.ts';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import { ask } from '../support/http2-client.ts';
import { RawClient, statuses } from '../support/raw-http.ts';
import type { ServiceClient } from '../support/service-client.ts';
import { createRedirect, expectError, newHost, type Row, requestId, trustingService } from './row.ts';

const source = 'docs/reference/proxy.md ("Requests")';

type Proxied = {
  readonly host: string;
  /** The path of its upstream in the API. */
  readonly upstream: string;
  /** The requests that the upstream got. */
  readonly requests: IncomingMessage[];
};

/** A custom domain whose upstream answers as told, with a word by default. */
async function newProxied(
  service: ServiceClient,
  attributes: Readonly<Record<string, unknown>> = {},
  listener: RequestListener = (_, answer) => void answer.end('hello'),
): Promise<Proxied> {
  const requests: IncomingMessage[] = [];
  const upstream = await startUpstream((request, answer) => {
    requests.push(request);
    listener(request, answer);
  });
  onTestFinished(() => upstream.close());
  const { host, upstreamUuid } = await createDomain(service, newHost(), upstream.port, attributes);
  return { host, requests, upstream: `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}` };
}

const forged = {
  'x-served-for': 'forged',
  X_Served_For: 'forged',
  'x-forwarded-for': '203.0.113.7',
  X_FORWARDED_FOR: 'forged',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'outer.example',
  'x-nameplate-auth-token': 'forged',
  X_Nameplate_Auth_Token: 'forged',
  Content_Length: 'forged',
} as const;

export const proxyRows: readonly Row[] = [
  {
    source,
    statement:
      'proxied requests carry Host, X-Served-For, X-Forwarded-* and the token, and no inbound copy of them',
    async check(service) {
      const { host, requests, upstream } = await newProxied(service);
      expect(await service.edge(host, '/a%2Fb?c', { headers: forged })).toMatchObject({
        status: 200,
        body: 'hello',
      });
      const { body: stored } = await service.api(upstream);
      const [request] = requests;
      expect(request?.url).toBe('/a%2Fb?c');
      expect(request?.headers).toMatchObject({
        host: '127.0.0.1',
        'x-served-for': host,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': host,
        'x-nameplate-auth-token': stored.auth_token,
      });
      expect(request?.rawHeaders.join('\n')).not.toMatch(/forged|203\.0\.113\.7|outer\.example/);
    },
  },
  {
    source,
    statement: 'X-Forwarded-* is believed from trusted proxies',
    async check(_service, bench) {
      const service = await trustingService(bench);
      const { host, requests } = await newProxied(service);
      await service.edge(host, '/', { headers: forged });
      expect(requests[0]?.headers).toMatchObject({
        'x-forwarded-for': '203.0.113.7, 127.0.0.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'outer.example',
        'x-served-for': host,
      });
      expect(requests[0]?.rawHeaders).not.toContain('forged');
    },
  },
  {
    source: 'docs/reference/proxy.md ("Geo fields")',
    statement:
      'an upstream with geo_fields gets the visitor’s place, and never a client’s copy of these fields',
    codes: ['geo_fields_invalid'],
    async check(_service, bench) {
      const service = await trustingService(bench);
      const { host, requests, upstream: path } = await newProxied(service);
      const headers = { 'x-forwarded-for': '8.8.8.8', 'x-geo-country': 'XX' };
      for (const [on, country] of [
        [true, 'US'],
        [false, 'XX'],
      ] as const) {
        const { status } = await service.api(path, {
          method: 'PUT',
          json: { geo_fields: on },
        });
        expect(status).toBe(200);
        await service.edge(host, '/', { headers });
        expect(requests.at(-1)?.headers['x-geo-country']).toBe(country);
      }
      const wrong = await service.api(path, { method: 'PUT', json: { geo_fields: 'yes' } });
      expectError(wrong, 400, 'geo_fields_invalid', 'geo_fields', 'true or false');
    },
  },
  {
    source: 'docs/reference/proxy.md ("Compression")',
    statement: 'an upstream with compression has its answers compressed for clients that take it',
    codes: ['compression_invalid'],
    async check(service) {
      const text = 'hello '.repeat(1_000);
      const { host, upstream } = await newProxied(service, { web_analytics: 'off' }, (_, answer) => {
        answer.setHeader('content-type', 'text/plain');
        answer.end(text);
      });
      const headers = { 'accept-encoding': 'gzip' };
      const plain = await service.edge(host, '/', { headers });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect((await service.api(upstream, { method: 'PUT', json: { compression: true } })).status).toBe(200);
      const compressed = await service.edge(host, '/', { headers });
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(compressed.headers['vary']).toBe('Accept-Encoding');
      expect(compressed.body.length).toBeLessThan(1_000);
      const wrong = await service.api(upstream, { method: 'PUT', json: { compression: 'yes' } });
      expectError(wrong, 400, 'compression_invalid', 'compression', 'true or false');
    },
  },
  {
    source: 'docs/reference/domains.md ("TLS to upstreams")',
    statement:
      'an upstream is trusted by tls_ca and shown the client certificate on every worker, from the PUT on',
    process: 'several workers',
    async check(service) {
      const [root, clients] = [makeAuthority('Root'), makeAuthority('Clients')];
      const served = makeCertificate({ issuer: root, sans: ['inner.example'] });
      const client = makeCertificate({ issuer: clients, sans: null });
      const demanding = https.createServer(
        {
          cert: served.pem,
          key: served.keyPem,
          ca: clients.pem,
          requestCert: true,
          rejectUnauthorized: true,
        },
        (_, answer) => void answer.end('hello'),
      );
      demanding.listen(0, '127.0.0.1');
      await once(demanding, 'listening');
      onTestFinished(() => {
        demanding.closeAllConnections();
        demanding.close();
      });
      const address = demanding.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const { host, upstream } = await newProxied(service);
      // A machine that is too busy to connect in time answers 504.
      const askConnected = async (): Promise<number> => {
        const { status } = await service.edge(host, '/');
        return status === 504 ? await askConnected() : status;
      };
      const statusesWith = async (json: Readonly<Record<string, unknown>>) => {
        const { status } = await service.api(upstream, { method: 'PUT', json });
        expect(status).toBe(200);
        const answers = await Promise.all(Array.from({ length: 4 }, askConnected));
        return [...new Set(answers)];
      };
      expect(await statusesWith({ port, tls: true, tls_server_name: 'inner.example' })).toEqual([502]);
      expect(await statusesWith({ tls_ca: root.pem })).toEqual([502]);
      const mutual = { tls_client_certificate: client.pem, tls_client_key: client.keyPem };
      expect(await statusesWith(mutual)).toEqual([200]);
      expect(await statusesWith({ tls_client_certificate: '' })).toEqual([502]);
      expect(await statusesWith(mutual)).toEqual([200]);
    },
  },
  {
    source: 'docs/reference/proxy.md ("Request ids and traces")',
    statement: 'every proxied request has an id of its own, and traceparent and tracestate as they came',
    async check(service) {
      const { host, requests } = await newProxied(service);
      const trace = {
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        tracestate: 'congo=t61rcWkgMzE',
      };
      await service.edge(host, '/', {
        headers: { 'x-request-id': 'forged', X_Request_Id: 'forged', ...trace },
      });
      await service.edge(host, '/');
      const [first, second] = requests;
      expect(first?.headers).toMatchObject(trace);
      expect(first?.headers['x-request-id']).toMatch(requestId);
      expect(first?.rawHeaders).not.toContain('forged');
      expect(second?.headers['x-request-id']).toMatch(requestId);
      expect(second?.headers['x-request-id']).not.toBe(first?.headers['x-request-id']);
      expect(second?.headers).not.toHaveProperty('traceparent');
    },
  },
  {
    source: 'docs/reference/proxy.md ("Request ids and traces")',
    statement:
      "every answer has our id in X-Request-Id, and beside an upstream's own in X-Nameplate-Request-Id",
    async check(service, bench) {
      const { host, requests } = await newProxied(service, {}, (request, answer) => {
        if (request.url === '/own') answer.setHeader('X-Request-Id', 'theirs');
        answer.end('hello');
      });
      const passed = await service.edge(host, '/');
      expect(passed.headers['x-request-id']).toBe(requests[0]?.headers['x-request-id']);
      const own = await service.edge(host, '/own');
      expect(own.headers['x-request-id']).toBe('theirs');
      expect(own.headers['x-nameplate-request-id']).toBe(requests[1]?.headers['x-request-id']);
      const redirected = await service.edge((await createRedirect(service)).source_host, '/');
      for (const answer of [redirected, await service.edge(newHost())])
        expect(answer.headers['x-request-id']).toMatch(requestId);
      const trusting = await trustingService(bench);
      const behind = await newProxied(trusting);
      const answer = await trusting.edge(behind.host, '/', { headers: { 'x-request-id': 'Root=1-abc' } });
      expect(behind.requests[0]?.headers['x-request-id']).toBe('Root=1-abc');
      expect(answer.headers['x-request-id']).toMatch(requestId);
    },
  },
  {
    source: 'docs/reference/proxy.md ("Request ids and traces")',
    statement: "a trusted proxy's request id is kept, unless it has other characters",
    async check(_service, bench) {
      const service = await trustingService(bench);
      const { host, requests } = await newProxied(service);
      for (const id of ['Root=1-abc', 'two words'])
        await service.edge(host, '/', { headers: { 'x-request-id': id } });
      expect(requests[0]?.headers['x-request-id']).toBe('Root=1-abc');
      expect(requests[1]?.headers['x-request-id']).toMatch(requestId);
    },
  },
  {
    source,
    statement: 'hop-by-hop fields, and those that Connection names, are dropped both ways',
    async check(service) {
      const hopByHop = {
        connection: 'x-hop, close',
        'x-hop': '1',
        'keep-alive': 'timeout=9',
        'proxy-connection': 'x',
        te: 'gzip',
      };
      const { host, requests } = await newProxied(service, {}, (_, answer) => {
        answer.writeHead(200, { ...hopByHop, 'x-end': '2' });
        answer.end();
      });
      const { headers } = await service.edge(host, '/', { headers: { ...hopByHop, 'x-end': '2' } });
      for (const name of Object.keys(hopByHop)) {
        expect(requests[0]?.headers[name]).toBeUndefined();
        if (name !== 'connection') expect(headers[name]).toBeUndefined();
      }
      expect([requests[0]?.headers['x-end'], headers['x-end']]).toEqual(['2', '2']);
    },
  },
  {
    source,
    statement: 'redirect_to_www sends the bare host to www., which is served under the bare name',
    async check(service) {
      const { host, requests } = await newProxied(service, { redirect_to_www: true });
      expect(await service.edge(host, '/a?b')).toMatchObject({
        status: 301,
        location: `http://www.${host}/a?b`,
      });
      expect(await service.edge(`www.${host}`, '/a?b')).toMatchObject({ status: 200, body: 'hello' });
      expect(requests.map(({ headers }) => headers['x-served-for'])).toEqual([host]);
    },
  },
  {
    source,
    statement: 'a redirect of the upstream is passed on, not followed',
    async check(service) {
      const { host, requests } = await newProxied(service, {}, (_, answer) => {
        answer.writeHead(302, { location: '/elsewhere' });
        answer.end();
      });
      expect(await service.edge(host)).toMatchObject({ status: 302, location: '/elsewhere' });
      expect(requests).toHaveLength(1);
    },
  },
  {
    source,
    statement: 'an upstream that cannot be reached, or does not answer in time, is a page with a request id',
    async check(_service, bench) {
      const service = await bench.newService({
        env: { ...loopbackUpstreams, NAMEPLATE_UPSTREAM_RESPONSE_TIMEOUT: '1' },
      });
      const { host } = await newProxied(service, {}, () => {});
      const gone = await createDomain(service, newHost(), await freePort());
      for (const [asked, status] of [
        [host, 504],
        [gone.host, 502],
      ] as const) {
        const answer = await service.edge(asked);
        expect(answer.status).toBe(status);
        expect(answer.headers['x-request-id']).toMatch(requestId);
        expect(answer.body).toContain(String(answer.headers['x-request-id']));
        expect(answer.body).not.toContain('127.0.0.1');
      }
    },
  },
  {
    source,
    statement:
      'an upstream on an internal address is refused at each connection, whatever was allowed when it was saved',
    async check(_service, bench) {
      const requests: string[] = [];
      const upstream = await startUpstream((request, answer) => {
        requests.push(request.url ?? '');
        answer.end('hello');
      });
      onTestFinished(() => upstream.close());
      const env = await bench.newEnvironment({ env: loopbackUpstreams });
      const before = await bench.start(env);
      const { host } = await createDomain(before, newHost(), upstream.port);
      expect((await before.edge(host, '/before')).status).toBe(200);
      await before.stop();
      const { NAMEPLATE_UPSTREAM_ALLOW: _allow, ...closed } = env;
      const after = await bench.start(closed);
      const answer = await after.edge(host, '/after');
      expect(answer.status).toBe(502);
      expect(answer.body).not.toMatch(/127\.0\.0\.1|loopback/);
      expect(requests).toEqual(['/before']);
    },
  },
  {
    source,
    statement:
      'an answer with a status above 599 becomes 502 over HTTP/1.1 and HTTP/2, and costs nobody else a thing',
    process: 'a worker that dies is another process from then on',
    async check(service) {
      const port = service.tlsPort;
      const { host } = await newProxied(service, {}, (request, answer) => {
        answer.statusCode = request.url === '/odd' ? 999 : 200;
        answer.end('hello');
      });
      const pids = service.workerPids();
      const session = http2.connect(`https://${host}:${port}`, {
        host: '127.0.0.1',
        servername: host,
        rejectUnauthorized: false,
      });
      onTestFinished(() => session.destroy());
      for (let i = 0; i < 3; i++) {
        expect((await service.edge(host, '/odd')).status).toBe(502);
        expect((await ask(session, { ':path': '/odd', ':authority': host })).status).toBe(502);
        expect((await ask(session, { ':path': '/', ':authority': host })).body).toBe('hello');
      }
      expect(service.workerPids()).toEqual(pids);
    },
  },
  {
    source,
    statement:
      'one client may have NAMEPLATE_UPSTREAM_CLIENT_LIMIT requests under way at an upstream, further ones get 429',
    async check(_service, bench) {
      const held: ServerResponse[] = [];
      const service = await bench.newService({
        env: { ...loopbackUpstreams, NAMEPLATE_UPSTREAM_CLIENT_LIMIT: '1' },
      });
      const { host } = await newProxied(service, {}, (_, answer) => void held.push(answer));
      const first = service.edge(host);
      await expect.poll(() => held.length).toBe(1);
      const refused = await service.edge(host);
      expect(refused.status).toBe(429);
      expect(refused.headers['retry-after']).toBe('1');
      held[0]?.end('hello');
      expect(await first).toMatchObject({ status: 200, body: 'hello' });
      await expect
        .poll(async () => (await service.api('/metrics')).body)
        .toContain('nameplate_edge_upstream_failures_total{reason="client_limit"} 1');
    },
  },
  {
    source,
    statement: 'a client that is killed takes its request to the upstream with it, over HTTP/1.1 and HTTP/2',
    command: 'curl',
    async check(service) {
      const port = service.tlsPort;
      let streams = 0;
      const { host } = await newProxied(service, {}, (_, answer) => {
        streams++;
        answer.on('close', () => streams--);
        answer.write('data: 1\n\n');
      });
      const curls = ['--http1.1', '--http2'].map((version) =>
        spawn('curl', [
          '-sNk',
          version,
          '--resolve',
          `${host}:${port}:127.0.0.1`,
          `https://${host}:${port}/events`,
        ]),
      );
      onTestFinished(() => curls.forEach((curl) => void curl.kill('SIGKILL')));
      await expect.poll(() => streams).toBe(2);
      for (const curl of curls) curl.kill('SIGKILL');
      // The edge gives up a silent upstream by itself after 60 s.
      await expect.poll(() => streams, { timeout: 20_000 }).toBe(0);
    },
  },
  {
    source,
    statement: 'a request body slower than NAMEPLATE_BODY_MIN_RATE gets 408 after a grace period of 20 s',
    async check(service) {
      const { host } = await newProxied(service, {}, (request, answer) => {
        request.on('end', () => answer.end('hello')).resume();
      });
      const client = new RawClient(service.edgePort);
      const startedAt = performance.now();
      client.send(`POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9999\r\n\r\n`);
      const dribble = setInterval(() => client.send('a'), 1_000);
      await client.until(/\r\n\r\n/);
      clearInterval(dribble);
      expect(statuses(client.received)).toEqual([408]);
      expect(performance.now() - startedAt).toBeGreaterThan(19_000);
      await expect
        .poll(async () => (await service.api('/metrics')).body)
        .toMatch(/nameplate_edge_refusals_total\{reason="body_too_slow"\} [1-9]/);
    },
  },
];
