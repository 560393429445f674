import { once } from 'node:events';
import { createServer, get, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEdge } from '../../test/support/composed-edge.ts';
import { TestDnsServer } from '../../test/support/dns-server.ts';
import { AddressPolicy } from '../core/address-policy.ts';
import { systemClock } from '../core/clock.ts';
import { reachPath } from '../core/reach-token.ts';
import { EdgeAddresses } from './edge-addresses.ts';
import { resolveHost } from './host-answer.ts';
import { ReachCheck, type ReachOptions } from './reach.ts';
import { DnsResolver } from './resolver.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const host = 'shop.example.com';
/** Loopback addresses stand for public ones. */
const ours = '127.0.0.1';
const elsewhere = '127.0.0.2';

type World = {
  readonly records: readonly string[];
  readonly addresses?: readonly string[];
  /** What listens at an address beside the edge's. */
  readonly servers?: Readonly<Record<string, RequestListener>>;
  readonly edgeIsAway?: boolean;
} & Pick<ReachOptions, 'hasVisitor'>;

async function look({ records, addresses = [ours], servers = {}, edgeIsAway, hasVisitor }: World) {
  const { edge } = await openEdge({ rules: { [host]: {} } }, onTestFinished);
  edge.reach.setKeys([key]);
  const port = edge.http?.port ?? 0;
  for (const [address, answer] of Object.entries(servers)) await listen(address, port, answer);
  const dns = await TestDnsServer.start([...records]);
  onTestFinished(() => dns[Symbol.asyncDispose]());
  const openResolver = (signal: AbortSignal) => new DnsResolver([dns.address], signal);
  const edgeAddresses = new EdgeAddresses(
    { publicHostname: undefined, publicAddresses: addresses },
    openResolver,
    systemClock,
  );
  const check = new ReachCheck({
    edge: edgeAddresses,
    policy: new AddressPolicy(['127.0.0.0/29'], []),
    keys: () => [edgeIsAway ? Buffer.alloc(32, 8).toString('base64') : key],
    ports: { http: port, https: 1 },
    timeoutMs: 2_000,
    ...(hasVisitor && { hasVisitor }),
  });
  const resolver = openResolver(AbortSignal.timeout(5_000));
  const answer = await resolveHost(resolver, host, () => 'random');
  const { reachable, code } = await check.run(answer, resolver, { accountUuid: 'a', siteUuid: 's' });
  return { reachable, code, port };
}

async function listen(address: string, port: number, answer: RequestListener): Promise<void> {
  const server = createServer(answer);
  server.listen(port, address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
}

/** As a customer's CDN, which leads to the edge. */
const passOn: RequestListener = ({ url, headers: { host: asked = '' } }, answer) => {
  const { port } = new URL(`http://${asked}`);
  get({ host: ours, port, path: url, headers: { host: asked } }, (message) => {
    answer.writeHead(message.statusCode ?? 500);
    message.pipe(answer);
  });
};

function redirectTo(target: (port: string) => string): RequestListener {
  return ({ headers }, answer) => {
    const { port } = new URL(`http://${headers.host}`);
    answer.writeHead(302, { location: target(port) }).end();
  };
}

describe('a host is reached', () => {
  it('directly at our address', async () => {
    expect(await look({ records: [`${host} A ${ours}`] })).toMatchObject({ reachable: 'direct', code: null });
  });

  it('through a CDN of the customer that passes the token on', async () => {
    const world = { records: [`${host} A ${elsewhere}`], servers: { [elsewhere]: passOn } };
    expect(await look(world)).toMatchObject({ reachable: 'proxied', code: null });
  });

  it('through a CDN that redirects and then passes it on', async () => {
    const cdn: RequestListener = (request, answer) => {
      if (request.url?.endsWith('?again')) passOn(request, answer);
      else answer.writeHead(302, { location: `${request.url}?again` }).end();
    };
    const world = { records: [`${host} A ${elsewhere}`], servers: { [elsewhere]: cdn } };
    expect(await look(world)).toMatchObject({ reachable: 'proxied' });
  });

  it('where visitors come although we cannot reach our own address', async () => {
    const world = { records: [`${host} A ${ours}`], edgeIsAway: true };
    expect(await look(world)).toMatchObject({ reachable: null, code: 'edge_unreachable' });
    expect(await look({ ...world, hasVisitor: async () => true })).toMatchObject({ reachable: 'direct' });
  });
});

describe('a host is not reached', () => {
  const notFound: RequestListener = (_request, answer) => answer.writeHead(404).end('nothing');
  it.each([
    ['without an address', { records: [`${host} TXT x`] }, 'no_address'],
    ['where port 80 is closed', { records: [`${host} A ${elsewhere}`] }, 'port_80_closed'],
    [
      'where something else answers',
      { records: [`${host} A ${elsewhere}`], servers: { [elsewhere]: notFound } },
      'token_missing',
    ],
    [
      'where one of two addresses is of somebody else',
      { records: [`${host} A ${ours}`, `${host} A ${elsewhere}`], servers: { [elsewhere]: notFound } },
      'token_missing',
    ],
    [
      'where a redirect leads elsewhere',
      {
        records: [`${host} A ${elsewhere}`, 'other.example.com A 127.0.0.3'],
        servers: {
          [elsewhere]: redirectTo((port) => `http://other.example.com:${port}/`),
          '127.0.0.3': notFound,
        },
      },
      'redirected_elsewhere',
    ],
    [
      'where redirects never end',
      {
        records: [`${host} A ${elsewhere}`],
        servers: { [elsewhere]: redirectTo(() => '/') },
      },
      'too_many_redirects',
    ],
    ['at an address that is not public', { records: [`${host} A 127.0.0.9`] }, 'address_not_public'],
    [
      'where a redirect leads to an address that is not public',
      {
        records: [`${host} A ${elsewhere}`],
        servers: { [elsewhere]: redirectTo((port) => `http://127.0.0.9:${port}/`) },
      },
      'address_not_public',
    ],
    [
      'where one breaks connections off',
      {
        records: [`${host} A ${elsewhere}`],
        servers: { [elsewhere]: (request) => request.socket.destroy() },
      },
      'connection_broken',
    ],
    [
      'at an address of ours that is silent while another answers',
      {
        records: [`${host} A 127.0.0.4`],
        addresses: [ours, '127.0.0.4'],
        servers: { '127.0.0.4': () => {} },
      },
      'address_unreachable',
    ],
  ] satisfies readonly (readonly [string, World, string])[])('%s', async (_name, world, code) => {
    expect(await look(world)).toMatchObject({ reachable: 'no', code });
  });
});

it('silence proves nothing', async () => {
  const world = { records: [`${host} A ${elsewhere}`], servers: { [elsewhere]: () => {} } };
  expect(await look(world)).toMatchObject({ reachable: null, code: 'no_answer' });
});

it('a token is answered for each host and key in its own way, and neither recorded nor logged', async () => {
  const { edge, seen } = await openEdge({ rules: { [host]: {} } }, onTestFinished);
  const port = edge.http?.port ?? 0;
  const ask = async (name: string, token: string) => {
    return await new Promise<{ status: number; body: string }>((resolve) =>
      get({ host: ours, port, path: reachPath(token), headers: { host: name } }, (message) => {
        let body = '';
        message.on('data', (chunk: Buffer) => (body += chunk.toString()));
        message.on('end', () => resolve({ status: message.statusCode ?? 0, body }));
      }),
    );
  };
  const token = 'a'.repeat(43);
  expect((await ask('nobody.example.com', token)).status).toBe(404);
  edge.reach.setKeys([key, Buffer.alloc(32, 8).toString('base64')]);
  const { status, body } = await ask(host, token);
  expect(status).toBe(200);
  expect(body).toMatch(/^[\w-]{43}\n[\w-]{43}\n$/);
  expect((await ask('nobody.example.com', token)).body).not.toBe(body);
  expect((await ask(host, 'b'.repeat(43))).body).not.toBe(body);
  expect(seen.records).toEqual([]);
});
