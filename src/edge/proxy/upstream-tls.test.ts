/** Upstreams with certificates of their own. Source: docs/reference/domains.md ("TLS to upstreams"). */
import { TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type MadeCertificate,
  makeAuthority,
  makeCertificate,
  oids,
} from '../../../test/support/certificate-maker.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { openRawEdge, RawClient, type RawEdge, statuses, talk } from '../../../test/support/raw-http.ts';
import { answering, openRawUpstream, type RawUpstream } from '../../../test/support/raw-upstream.ts';
import type { UpstreamRoute, UpstreamTls } from '../../core/route.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const root = makeAuthority('Root');
const serving = makeCertificate({ issuer: root, sans: ['localhost'] });
const clients = makeAuthority('Clients');
const mine = makeCertificate({ issuer: clients, subject: [[[oids.CN, 'mine']]], sans: null });

const openUpstream = ({ pem, keyPem }: MadeCertificate = serving) =>
  openRawUpstream(answering(ok), { cert: pem, key: keyPem });

/** What the worker's file has, by the upstream's uuid. */
type Files = Map<string, { digest: string } & UpstreamTls>;

/** An edge for `a.example` and `b.example`, on upstreams `a` and `b` at the same place. */
async function openEdge(
  { port }: RawUpstream,
  upstreams: Readonly<Record<string, Partial<UpstreamRoute>>>,
  files: Files,
  options: { connectTimeoutMs?: number; stuck?: true } = {},
): Promise<RawEdge & { reads: string[] }> {
  const reads: string[] = [];
  const domains = Object.entries(upstreams).map(([uuid, upstream]) => [
    `${uuid}.example`,
    domainAt({ uuid, host: 'localhost', port, tls: true, ...upstream }),
  ]);
  const edge = await openRawEdge({}, [], onTestFinished, {
    domains: Object.fromEntries(domains),
    connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
    upstreamTls: {
      async upstreamTlsOf(uuid) {
        reads.push(uuid);
        if (options.stuck) await new Promise(() => {});
        if (!files.has(uuid)) throw new Error('the file is away');
        return files.get(uuid);
      },
    },
  });
  return Object.assign(edge, { reads });
}

async function statusOf(edge: RawEdge, host: string): Promise<number | undefined> {
  return statuses(await talk(edge.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))[0];
}

const trusting = (tlsCa: string, digest = 'd1', client?: MadeCertificate | null) => ({
  digest,
  tlsCa,
  tlsClientCertificate: client === undefined ? '' : (client ?? mine).pem,
  tlsClientKey: client === undefined ? '' : (client?.keyPem ?? null),
});

test('an authority is trusted in place of the system’s, and read once for all connections', async () => {
  const upstream = await openUpstream();
  const files: Files = new Map([['a', trusting(root.pem)]]);
  const edge = await openEdge(upstream, { a: { tlsDigest: 'd1' }, b: {} }, files);
  for (let n = 0; n < 3; n++) {
    expect(await statusOf(edge, 'a.example')).toBe(200);
    for (const { socket } of upstream.connections) socket.destroy();
    await expect.poll(() => edge.proxy.openConnections).toBe(0);
  }
  expect(edge.reads).toEqual(['a']);
  expect(upstream.connections).toHaveLength(3);
  expect(await statusOf(edge, 'b.example')).toBe(502);
});

test.each<[string, string, number]>([
  ['another authority', makeAuthority('Other').pem, 502],
  ['another authority and the right one', makeAuthority('Other').pem + root.pem, 200],
  ['line ends and text around it', `# root\r\n${root.pem.replaceAll('\n', '\r\n')}\r\nbye`, 200],
])('with %s', async (_name, tlsCa, status) => {
  const edge = await openEdge(
    await openUpstream(),
    { a: { tlsDigest: 'd1' } },
    new Map([['a', trusting(tlsCa)]]),
  );
  expect(await statusOf(edge, 'a.example')).toBe(status);
});

test('an intermediate, or the upstream’s own certificate, is enough', async () => {
  const intermediate = makeAuthority('Intermediate', { issuer: root });
  const own = makeCertificate({ issuer: intermediate, sans: ['localhost'] });
  const upstream = await openUpstream({ ...own, pem: own.pem + intermediate.pem });
  for (const { pem } of [intermediate, own]) {
    const edge = await openEdge(upstream, { a: { tlsDigest: 'd1' } }, new Map([['a', trusting(pem)]]));
    expect(await statusOf(edge, 'a.example')).toBe(200);
  }
});

test('a neighbour’s upstream at the same place never gets the connection, nor what is trusted for it', async () => {
  const upstream = await openUpstream();
  const files: Files = new Map([['a', trusting(root.pem)]]);
  // The neighbour has even the same digest.
  files.set('b', trusting(makeAuthority('Other').pem));
  const edge = await openEdge(upstream, { a: { tlsDigest: 'd1' }, b: { tlsDigest: 'd1' } }, files);
  expect(await statusOf(edge, 'a.example')).toBe(200);
  expect(edge.proxy.openConnections).toBe(1);
  expect(await statusOf(edge, 'b.example')).toBe(502);
  expect(await statusOf(edge, 'a.example')).toBe(200);
  expect(upstream.connections.filter(({ receivedBytes }) => receivedBytes > 0)).toHaveLength(1);
});

test('a change counts from the next request on', async () => {
  const upstream = await openUpstream();
  const files: Files = new Map([['a', trusting(root.pem)]]);
  const edge = await openEdge(upstream, { a: { tlsDigest: 'd1' } }, files);
  expect(await statusOf(edge, 'a.example')).toBe(200);
  files.set('a', trusting(makeAuthority('Other').pem, 'd2'));
  // The connection made before is still there, and its session could be resumed.
  const domain = domainAt({ uuid: 'a', host: 'localhost', port: upstream.port, tls: true, tlsDigest: 'd2' });
  edge.table.apply({
    fromRevision: 1,
    toRevision: 2,
    mark: '',
    hosts: [{ host: 'a.example', redirect: null, domain }],
  });
  expect(await statusOf(edge, 'a.example')).toBe(502);
  expect(edge.failures).toMatchObject([{ failure: 'tls', upstreamUuid: 'a' }]);
});

test('nothing is sent while the file can’t be read', async () => {
  const upstream = await openUpstream();
  const edge = await openEdge(upstream, { a: { tlsDigest: 'd1' } }, new Map());
  expect(await statusOf(edge, 'a.example')).toBe(502);
  expect(edge.failures).toMatchObject([
    { failure: 'tls', detail: expect.stringContaining('the file is away') },
  ]);
  const late = await openEdge(upstream, { a: { tlsDigest: 'd1' } }, new Map(), {
    connectTimeoutMs: 100,
    stuck: true,
  });
  expect(await statusOf(late, 'a.example')).toBe(504);
  expect(late.failures).toMatchObject([{ failure: 'connect_timeout' }]);
  expect(upstream.connections).toHaveLength(0);
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a client certificate in %s', (maxVersion) => {
  /** Answers only clients that an authority of its own has certified, with what each is called. */
  const openDemanding = () =>
    openRawUpstream(
      (connection) => {
        const { socket } = connection;
        const name = socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : '';
        answering(`HTTP/1.1 200 OK\r\nX-Client: ${String(name)}\r\nContent-Length: 2\r\n\r\nok`)(connection);
      },
      {
        cert: own.pem,
        key: own.keyPem,
        maxVersion,
        requestCert: true,
        rejectUnauthorized: true,
        ca: clients.pem,
      },
    );
  const own = makeCertificate({ issuer: root, sans: ['localhost'] });
  const clientOf = async (edge: RawEdge, host: string) => {
    const received = await talk(edge.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return /^X-Client: (.*)\r$/m.exec(received)?.[1] ?? statuses(received)[0];
  };

  test('is shown on connections of its upstream, and on no neighbour’s', async () => {
    const upstream = await openDemanding();
    const theirs = makeCertificate({ issuer: clients, subject: [[[oids.CN, 'theirs']]], sans: null });
    const files: Files = new Map([
      ['a', trusting(root.pem, 'd1', mine)],
      ['b', trusting(root.pem, 'd1', theirs)],
      ['c', trusting(root.pem, 'd1')],
    ]);
    const edge = await openEdge(
      upstream,
      { a: { tlsDigest: 'd1' }, b: { tlsDigest: 'd1' }, c: { tlsDigest: 'd1' } },
      files,
    );
    for (let n = 0; n < 2; n++) {
      expect(await clientOf(edge, 'a.example')).toBe('mine');
      expect(await clientOf(edge, 'c.example')).toBe(502);
      expect(await clientOf(edge, 'b.example')).toBe('theirs');
    }
    expect(edge.proxy.openConnections).toBe(2);
    // It says why, whether the refusal comes in the handshake or after it.
    expect(edge.failures).toMatchObject([
      { failure: 'tls', detail: expect.stringMatching(/alert/), upstreamUuid: 'c' },
      { failure: 'tls', upstreamUuid: 'c' },
    ]);
  });

  test('is another one after a change, which resumes no session', async () => {
    const upstream = await openDemanding();
    const files: Files = new Map([['a', trusting(root.pem, 'd1', mine)]]);
    const edge = await openEdge(upstream, { a: { tlsDigest: 'd1' } }, files);
    expect(await clientOf(edge, 'a.example')).toBe('mine');
    const renewed = makeCertificate({ issuer: clients, subject: [[[oids.CN, 'renewed']]], sans: null });
    files.set('a', trusting(root.pem, 'd2', renewed));
    const domain = domainAt({
      uuid: 'a',
      host: 'localhost',
      port: upstream.port,
      tls: true,
      tlsDigest: 'd2',
    });
    edge.table.apply({
      fromRevision: 1,
      toRevision: 2,
      mark: '',
      hosts: [{ host: 'a.example', redirect: null, domain }],
    });
    expect(await clientOf(edge, 'a.example')).toBe('renewed');
  });
});

test('targets share what the upstream has, and nothing is sent while its key can’t be read', async () => {
  const upstream = await openUpstream();
  const files: Files = new Map([['a', trusting(root.pem, 'd1', null)]]);
  const targets = [{ host: 'localhost', port: upstream.port }];
  const edge = await openEdge(upstream, { a: { tlsDigest: 'd1', port: await freePort(), targets } }, files);
  expect(await statusOf(edge, 'a.example')).toBe(502);
  expect(edge.failures).toMatchObject([{ failure: 'client_key_unreadable' }]);
  expect(edge.targetChanges).toEqual([]);
  // The secret key arrived on this machine.
  files.set('a', trusting(root.pem, 'd1', mine));
  expect(await statusOf(edge, 'a.example')).toBe(200);
  expect(edge.targetChanges).toMatchObject([{ isUp: false }]);
});

test('upgrades go over the same connections', async () => {
  const upstream = await openRawUpstream(
    answering('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello'),
    { cert: serving.pem, key: serving.keyPem },
  );
  const edge = await openEdge(upstream, { a: { tlsDigest: 'd1' } }, new Map([['a', trusting(root.pem)]]));
  const client = new RawClient(edge.port).send(
    'GET / HTTP/1.1\r\nHost: a.example\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n',
  );
  await client.until(/^HTTP\/1\.1 101 .*hello$/s);
});
