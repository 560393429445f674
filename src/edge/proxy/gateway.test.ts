import { execFile } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { RawClient, type RawEdge, statuses, talk } from '../../../test/support/raw-http.ts';
import { answering, openProxyEdge, openRawUpstream, request } from '../../../test/support/raw-upstream.ts';

const get = request('GET /', ['Connection: close']);
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Asks once and expects a page that names nothing but its id, which the log has too. */
async function expectPage(edge: RawEdge, status: 502 | 504, failure: string): Promise<void> {
  const received = await talk(edge.port, get);
  expect(statuses(received)).toEqual([status]);
  const id = /\r\nX-Request-Id: ([0-9a-f-]{36})\r\n/.exec(received)?.[1];
  expect(received).toMatch(/\r\nContent-Type: text\/plain; charset=utf-8\r\n/);
  expect(received).toMatch(/\r\nCache-Control: no-store\r\n/);
  expect(received).toContain(`\nRequest id: ${id}\n`);
  expect(edge.failures).toHaveLength(1);
  expect(edge.records.at(-1)?.failure).toBe(failure);
  expect(edge.failures).toMatchObject([
    { failure, requestId: id, answerId: id, host: 'd.example', upstreamUuid: 'u1' },
  ]);
  expect(received.slice(received.indexOf('\r\n\r\n'))).not.toMatch(
    /127\.|localhost|::1|loopback|private|ECONN|\d+ ms/,
  );
  expect(edge.records).toMatchObject([{ status, bytesOut: received.length }]);
  await expect.poll(() => edge.proxy.openConnections).toBe(0);
}

describe('an upstream that cannot be reached', () => {
  it('refuses', async () => {
    await expectPage(await openProxyEdge(await freePort()), 502, 'refused');
  });

  it('has a name that leads nowhere', async () => {
    await expectPage(await openProxyEdge(80, { upstream: { host: 'nowhere.invalid' } }), 502, 'not_found');
  });

  it('does not accept in time', async () => {
    const edge = await openProxyEdge(await fullBacklog(), { connectTimeoutMs: 200 });
    await expectPage(edge, 504, 'connect_timeout');
  });

  it('accepts, but does not finish the TLS handshake in time', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port, { connectTimeoutMs: 100, upstream: { tls: true } });
    await expectPage(edge, 504, 'connect_timeout');
    await upstream.connections[0]?.gone();
  });

  it('does not answer in time', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port, { responseTimeoutMs: 200 });
    await expectPage(edge, 504, 'response_timeout');
    await upstream.connections[0]?.gone();
    expect(upstream.connections).toHaveLength(1);
  });

  it('gives interim answers, but no final one in time', async () => {
    const upstream = await openRawUpstream(answering('HTTP/1.1 102 Processing\r\n\r\n'));
    const edge = await openProxyEdge(upstream.port, { responseTimeoutMs: 2_000 });
    const received = await talk(edge.port, get);
    expect(statuses(received)).toEqual([102, 504]);
  });

  it('takes long over its content, which is not limited', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port, { responseTimeoutMs: 2_000 });
    const client = new RawClient(edge.port).send(get);
    const connection = await upstream.next();
    await connection.head();
    connection.say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    connection.say('k');
    await client.closed;
    expect(client.received).toMatch(/ok$/);
    expect(edge.failures).toEqual([]);
  });

  it('answers a request with content by a page, too, and the connection stays in use', async () => {
    const edge = await openProxyEdge(await freePort());
    const client = new RawClient(edge.port).send(request('POST /', ['Content-Length: 3'], 'abc') + get);
    await client.closed;
    expect(statuses(client.received)).toEqual([502, 502]);
    expect(edge.records.map(({ bytesIn }) => bytesIn)).toEqual([
      request('POST /', ['Content-Length: 3'], 'abc').length,
      get.length,
    ]);
  });

  it('gets a page without content for HEAD', async () => {
    const edge = await openProxyEdge(await freePort());
    expect(await talk(edge.port, get.replace('GET', 'HEAD'))).toMatch(/Content-Length: [1-9][^]*\r\n\r\n$/);
  });
});

/** The port of a listener that accepts nothing and whose backlog is full: the kernel drops what comes further. */
async function fullBacklog(): Promise<number> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 20);
    });`,
    { eval: true },
  );
  const [port]: number[] = await once(worker, 'message');
  if (port === undefined) throw new Error('no port');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const fillers = Array.from({ length: 4 }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(async () => {
    for (const filler of fillers) filler.destroy();
    await worker.terminate();
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  return port;
}

describe('addresses that are not allowed', () => {
  it.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '0.0.0.0', '::ffff:127.0.0.1', 'fd00::1'])(
    'refuses the literal %s before it connects',
    async (host) => {
      const upstream = await openRawUpstream();
      const edge = await openProxyEdge(upstream.port, { allow: [], upstream: { host } });
      await expectPage(edge, 502, 'address_refused');
      expect(upstream.connections).toEqual([]);
    },
  );

  it.each(['localhost', '127.1', '0x7f000001', '2130706433', '0177.0.0.1'])(
    'refuses %s, which leads to one',
    async (host) => {
      const upstream = await openRawUpstream();
      for (const tls of [false, true]) {
        const edge = await openProxyEdge(upstream.port, { allow: [], upstream: { host, tls } });
        await expectPage(edge, 502, 'address_refused');
        expect(edge.failures[0]?.detail).toBe(
          `${host} resolves to an address that is not public, refused unless NAMEPLATE_UPSTREAM_ALLOW covers it`,
        );
      }
      expect(upstream.connections).toEqual([]);
    },
  );

  it('refuses the ports of the service itself where its addresses are allowed', async () => {
    const upstream = await openRawUpstream(answering(ok));
    const ownPorts = [upstream.port];
    for (const host of ['127.0.0.1', 'localhost']) {
      await expectPage(
        await openProxyEdge(upstream.port, { ownPorts, upstream: { host } }),
        502,
        'address_refused',
      );
    }
    expect(upstream.connections).toEqual([]);
  });

  it('goes by name to one that is', async () => {
    const upstream = await openRawUpstream(answering(ok));
    const edge = await openProxyEdge(upstream.port, { upstream: { host: 'localhost' } });
    expect(statuses(await talk(edge.port, get))).toEqual([200]);
  });

  it('passes a redirect to one on and does not follow it', async () => {
    const other = await openRawUpstream();
    const upstream = await openRawUpstream(
      answering(
        `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${other.port}/\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    const edge = await openProxyEdge(upstream.port);
    const received = await talk(edge.port, get);
    expect(statuses(received)).toEqual([302]);
    expect(received).toContain(`\r\nLocation: http://127.0.0.1:${other.port}/\r\n`);
    expect(other.connections).toEqual([]);
  });
});

describe('an upstream with TLS', () => {
  let authority: TestAuthority;
  beforeAll(() => {
    authority = new TestAuthority();
  });
  afterAll(() => authority[Symbol.dispose]());

  it('must have a certificate of a known authority', async () => {
    const upstream = await openRawUpstream(answering(ok), authority.issue('DNS:localhost'));
    const edge = await openProxyEdge(upstream.port, { upstream: { host: 'localhost', tls: true } });
    await expectPage(edge, 502, 'tls');
    expect(upstream.connections.every(({ received }) => received === '')).toBe(true);
  });

  it('must speak it', async () => {
    const upstream = await openRawUpstream((connection) => connection.say('HTTP/1.1 400 No\r\n\r\n'));
    await expectPage(await openProxyEdge(upstream.port, { upstream: { tls: true } }), 502, 'tls');
  });

  it('must not leave in the handshake', async () => {
    const upstream = await openRawUpstream((connection) => connection.end());
    await expectPage(await openProxyEdge(upstream.port, { upstream: { tls: true } }), 502, 'unreachable');
  });

  it('of TLS 1.1 is refused', async () => {
    const secure = {
      ...authority.issue('DNS:localhost'),
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'ALL:@SECLEVEL=0',
    } as const;
    const upstream = await openRawUpstream(answering(ok), secure);
    await expectPage(await openProxyEdge(upstream.port, { upstream: { tls: true } }), 502, 'tls');
  });

  type Told = {
    readonly answers: readonly string[];
    readonly failures: readonly { failure: string; detail: string }[];
    readonly connections: number;
  };

  /** Asks through an edge that trusts the test's authority. */
  async function askTrusting(port: number, host: string, count = 1, name = ''): Promise<Told> {
    const script = fileURLToPath(new URL('../../../test/support/tls-edge.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, String(port), host, String(count), name],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority.path } },
    );
    return JSON.parse(stdout);
  }

  it('is used when all is well, by name and by address, its connection kept', async () => {
    for (const [name, host] of [
      ['DNS:localhost', 'localhost'],
      ['IP:127.0.0.1', '127.0.0.1'],
    ] as const) {
      const names: unknown[] = [];
      const upstream = await openRawUpstream(answering(ok), {
        ...authority.issue(name),
        ALPNProtocols: ['h2', 'http/1.1'],
        SNICallback: (server, callback) => {
          names.push(server);
          callback(null);
        },
      });
      const told = await askTrusting(upstream.port, host, 2);
      expect(told.failures).toEqual([]);
      expect(told.answers.flatMap(statuses)).toEqual([200, 200]);
      expect(upstream.connections).toHaveLength(1);
      expect(told.connections).toBe(1);
      expect(names).toEqual(host === 'localhost' ? ['localhost'] : []);
    }
  });

  it('is known by its tls_server_name where it has one', async () => {
    for (const [name, host] of [
      ['DNS:inner.example', 'localhost'],
      ['DNS:inner.example', '127.0.0.1'],
    ] as const) {
      const names: unknown[] = [];
      const upstream = await openRawUpstream(answering(ok), {
        ...authority.issue(name),
        SNICallback: (server, callback) => {
          names.push(server);
          callback(null);
        },
      });
      const told = await askTrusting(upstream.port, host, 1, 'inner.example');
      expect(told.failures).toEqual([]);
      expect(names).toEqual(['inner.example']);
      const refused = await askTrusting(upstream.port, host, 1, 'other.example');
      expect(refused.failures).toMatchObject([{ failure: 'tls' }]);
    }
  });

  it.each([
    ['another name', 'DNS:other.example', 'valid', /localhost/],
    ['an expired certificate', 'DNS:localhost', 'expired', /expired/],
  ] as const)('with %s is refused', async (_, name, validity, detail) => {
    const upstream = await openRawUpstream(answering(ok), authority.issue(name, validity));
    const told = await askTrusting(upstream.port, 'localhost');
    expect(told.answers.flatMap(statuses)).toEqual([502]);
    expect(told.failures).toMatchObject([{ failure: 'tls' }]);
    expect(told.failures[0]?.detail).toMatch(detail);
    expect(upstream.connections.every(({ received }) => received === '')).toBe(true);
  });
});

describe('a change of the upstream', () => {
  it('counts from the next request on', async () => {
    const before = await openRawUpstream(answering(ok));
    const after = await openRawUpstream(answering(ok.replace('ok', 'no')));
    const edge = await openProxyEdge(before.port);
    const client = new RawClient(edge.port).send(request('GET /'));
    await client.until(/ok$/);
    edge.table.apply({
      fromRevision: 1,
      toRevision: 2,
      mark: '',
      hosts: [{ host: 'd.example', redirect: null, domain: domainAt({ port: after.port }) }],
    });
    client.send(get);
    await client.closed;
    expect(client.received).toMatch(/no$/);
  });
});
