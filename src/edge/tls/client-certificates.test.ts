/** Hosts that want client certificates of their visitors. Source: docs/reference/tls.md ("Client certificates"). */
import { once } from 'node:events';
import http from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import {
  type MadeCertificate,
  makeAuthority,
  makeCertificate,
  oids,
} from '../../../test/support/certificate-maker.ts';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { ask } from '../../../test/support/http2-client.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { talk } from '../../../test/support/raw-http.ts';
import { serveRules } from '../../../test/support/rules-on-edge.ts';
import {
  defaultHost,
  get,
  openSecureEdge,
  type SecureEdge,
  type SecureEdgeOptions,
  served,
  servedFor,
  shakeHands,
  talkOver,
} from '../../../test/support/secure-edge.ts';
import { clientCaDigestOf } from '../../control/custom-domain-row.ts';
import type { ClientCa, DomainRoute } from '../../core/route.ts';
import { newTicketKeys } from './ticket-keys.ts';

const servers = new TestAuthority();
afterAll(() => servers[Symbol.dispose]());
const hosts = ['d.example', 'www.d.example', 'e.example', 'f.example', 'open.example'];
const { certificate, certificates } = servedFor(servers, [...hosts, '*.w.example']);

const [staff, other] = [makeAuthority('Staff'), makeAuthority('Other')];
const between = makeAuthority('Staff, second', { issuer: staff });
const dayMs = 86_400_000;
const issue = (issuer: MadeCertificate | undefined, more: Parameters<typeof makeCertificate>[0] = {}) =>
  makeCertificate({
    sans: null,
    issuer,
    subject: [[[oids.O, 'Örtel, "x"']], [[oids.CN, 'ann\r\nX-Evil: 1']]],
    ...more,
  });
const ann = issue(staff, { purposes: [oids.clientAuth] });
const byBetween = issue(between);
const refused = {
  'of another authority': issue(other),
  'that has expired': issue(staff, { notAfter: new Date(Date.now() - 1_000) }),
  'that is not valid yet': issue(staff, { notBefore: new Date(Date.now() + dayMs) }),
  'that is for servers only': issue(staff, { purposes: [oids.serverAuth] }),
  'that is signed by itself': issue(undefined),
  'that a client certificate has signed': issue(ann),
};
const versions = ['TLSv1.2', 'TLSv1.3'] as const;

const shown = ({ pem, keyPem }: MadeCertificate, ...chain: readonly MadeCertificate[]) => ({
  cert: [pem, ...chain.map((each) => each.pem)].join(''),
  key: keyPem,
});

const upstream = http.createServer((request, answer) => {
  answer.end(JSON.stringify({ url: request.url, headers: request.headers }));
});
const sockets = new WebSocketServer({ server: upstream });
sockets.on('connection', (socket, request) => socket.send(JSON.stringify(request.headers)));
let port = 0;
beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const address = upstream.address();
  if (typeof address === 'object' && address) port = address.port;
});
afterAll(() => {
  for (const client of sockets.clients) client.terminate();
  upstream.closeAllConnections();
  upstream.close();
});

const cas = new Map<string, ClientCa>();
let domains = 0;

/** A domain that wants certificates of these authorities. */
function wanting(pem: string, more: Partial<DomainRoute> = {}): DomainRoute {
  domains += 1;
  const uuid = `domain ${domains}`;
  return rewanting(domainAt({ port }, { uuid, ...more }), pem);
}

function rewanting(route: DomainRoute, pem: string): DomainRoute {
  const digest = clientCaDigestOf(pem);
  cas.set(route.uuid, { digest, pem });
  return { ...route, tls: { clientCaDigest: digest } };
}

function openEdge(more: SecureEdgeOptions = {}): Promise<SecureEdge> {
  return openSecureEdge({
    domains: {
      'd.example': wanting(staff.pem, { redirectToWww: false }),
      'e.example': wanting(staff.pem),
      'f.example': wanting(other.pem),
      'open.example': domainAt({ port }),
      '*.w.example': wanting(staff.pem),
    },
    certificates,
    clientCas: { clientCaOf: async (uuid) => cas.get(uuid) },
    ...more,
  });
}

/** Changes a host as a patch of routes does. */
function change(edge: SecureEdge, host: string, domain: DomainRoute): void {
  const { revision } = edge.table;
  const patch = {
    fromRevision: revision,
    toRevision: revision + 1,
    mark: '',
    hosts: [{ host, redirect: null, domain }],
  };
  edge.table.apply(patch);
  edge.plane.changed(patch);
}

const routeOf = (edge: SecureEdge, host: string): DomainRoute => {
  const route = edge.table.domainOf(host)?.route;
  if (!route) throw new Error('there is no such domain');
  return route;
};

const statusOf = (answer: string): string => answer.slice(9, 12);
const asking = async (
  edge: SecureEdge,
  options: Parameters<typeof shakeHands>[2] = {},
  host = 'd.example',
  asked = host,
) => talkOver(await shakeHands(edge.port, host, options), get(asked));
const headersIn = (answer: string): Record<string, string> =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).headers;

/** One request and its answer on a connection that stays. */
async function exchange(socket: TLSSocket, request: string): Promise<string> {
  socket.write(request);
  const [chunk] = await once(socket, 'data');
  return String(chunk);
}

describe.each(versions)('over %s', (version) => {
  const only = { minVersion: version, maxVersion: version };

  it('the upstream learns of a certificate of the authority', async () => {
    const edge = await openEdge();
    const answer = await asking(edge, { ...only, ...shown(ann) });
    expect(statusOf(answer)).toBe('200');
    expect(headersIn(answer)).toMatchObject({
      'x-client-cert-fingerprint': served({ cert: ann.pem, key: '' }).fingerprint,
      'x-client-cert-subject': String.raw`CN=ann\0D\0AX-Evil: 1,O=\C3\96rtel\, \"x\"`,
    });
    expect(headersIn(answer)).not.toHaveProperty('x-evil');
  });

  it('an intermediate that the client shows is enough, and one that is missing is not', async () => {
    const edge = await openEdge();
    expect(statusOf(await asking(edge, { ...only, ...shown(byBetween, between) }))).toBe('200');
    expect(statusOf(await asking(edge, { ...only, ...shown(byBetween) }))).toBe('403');
    change(edge, 'd.example', rewanting(routeOf(edge, 'd.example'), between.pem));
    expect(statusOf(await asking(edge, { ...only, ...shown(byBetween) }))).toBe('200');
    expect(statusOf(await asking(edge, { ...only, ...shown(ann) }))).toBe('403');
  });

  it('the handshake succeeds without a certificate, and every request gets 403', async () => {
    const edge = await openEdge();
    for (const path of ['/', '/.nameplate/script.js', '/.nameplate/event', '/.well-known/x'])
      expect(await talkOver(await shakeHands(edge.port, 'd.example', only), get('d.example', path))).toMatch(
        /^HTTP\/1\.1 403 [^]*client_certificate_required/,
      );
    expect(edge.records.map(({ failure }) => failure)).toEqual(Array(4).fill('client_certificate_required'));
    expect(edge.outcomes).toEqual(Array(4).fill('full'));
  });

  it.each(Object.entries(refused))('a certificate %s is as good as none', async (_, made) => {
    const edge = await openEdge();
    // The chain up to the authority is shown, whatever the certificate is.
    expect(statusOf(await asking(edge, { ...only, ...shown(made) }))).toBe('403');
    expect(statusOf(await asking(edge, { ...only, ...shown(made, ann, staff) }))).toBe('403');
  });

  it('a certificate that claims an authority that did not sign it is as good as none, or ends the handshake', async () => {
    const edge = await openEdge();
    const forged = issue({ ...staff, key: other.key });
    for (const chain of [[], [staff]]) {
      const status = await asking(edge, { ...only, ...shown(forged, ...chain) }).then(
        statusOf,
        () => 'ended',
      );
      // Over TLS 1.2, Node takes what OpenSSL says of the signature for an error of the connection.
      expect(version === 'TLSv1.3' ? ['403'] : ['403', 'ended']).toContain(status);
    }
  });

  it('a session is resumed with its proof, on other workers too, and never without one', async () => {
    const keys = newTicketKeys(null);
    const domain = { 'd.example': wanting(staff.pem), 'e.example': wanting(staff.pem) };
    const [edge, elsewhere] = [await openEdge({ domains: domain }), await openEdge({ domains: domain })];
    for (const { plane } of [edge, elsewhere]) plane.setTicketKeys(keys);
    for (const [options, status] of [
      [shown(ann), '200'],
      [{}, '403'],
      [shown(refused['that has expired']), '403'],
      [shown(refused['of another authority']), '403'],
    ] as const) {
      const session = await sessionOf(edge, { ...only, ...options });
      for (const again of [edge, elsewhere]) {
        const socket = await shakeHands(again.port, 'd.example', { ...only, session });
        expect(socket.isSessionReused()).toBe(true);
        expect(statusOf(await talkOver(socket, get('d.example')))).toBe(status);
      }
      const strange = await shakeHands(edge.port, 'e.example', { ...only, session });
      expect(strange.isSessionReused()).toBe(false);
      expect(statusOf(await talkOver(strange, get('e.example')))).toBe('403');
    }
  });

  it('neither a session nor a connection of before counts once the authorities change', async () => {
    const edge = await openEdge();
    const before = routeOf(edge, 'd.example');
    const session = await sessionOf(edge, { ...only, ...shown(ann) });
    const living = await shakeHands(edge.port, 'd.example', { ...only, ...shown(ann) });
    const asked = 'GET / HTTP/1.1\r\nHost: d.example\r\n\r\n';
    expect(statusOf(await exchange(living, asked))).toBe('200');
    change(edge, 'd.example', rewanting(before, other.pem));
    expect(await exchange(living, asked)).toMatch(/^HTTP\/1\.1 403 [^]*\r\nConnection: close\r\n/);
    expect(statusOf(await asking(edge, { ...only, session }))).toBe('403');
    // The same certificate, and an authority more.
    change(edge, 'd.example', rewanting(before, staff.pem + other.pem));
    const resuming = await shakeHands(edge.port, 'd.example', { ...only, session });
    expect(resuming.isSessionReused()).toBe(false);
    expect(statusOf(await talkOver(resuming, get('d.example')))).toBe('403');
    expect(statusOf(await asking(edge, { ...only, ...shown(ann) }))).toBe('200');
  });

  it('a connection from before there were authorities gets 403, and one from after that is served', async () => {
    const edge = await openEdge();
    const living = await shakeHands(edge.port, 'open.example', only);
    const session = await sessionOf(edge, only, 'open.example');
    const before = routeOf(edge, 'open.example');
    change(edge, 'open.example', rewanting(before, staff.pem));
    expect(statusOf(await talkOver(living, get('open.example')))).toBe('403');
    expect(statusOf(await asking(edge, { ...only, session }, 'open.example'))).toBe('403');
    const wanted = await shakeHands(edge.port, 'open.example', { ...only, ...shown(ann) });
    change(edge, 'open.example', before);
    expect(statusOf(await talkOver(wanted, get('open.example')))).toBe('200');
  });
});

async function sessionOf(
  edge: SecureEdge,
  options: Parameters<typeof shakeHands>[2],
  host = 'd.example',
): Promise<Buffer> {
  const socket = await shakeHands(edge.port, host, options);
  let session: Buffer | undefined = socket.getSession();
  socket.on('session', (ticket: Buffer) => {
    session = ticket;
  });
  await talkOver(socket, get(host));
  if (!session) throw new Error('there is no session');
  return session;
}

describe('the host of a request', () => {
  it('has to be the one that the connection was made for, whatever the certificate covers', async () => {
    const edge = await openEdge();
    for (const [host, asked] of [
      ['d.example', 'e.example'],
      ['open.example', 'd.example'],
      ['d.example', 'f.example'],
      ['x.w.example', 'y.w.example'],
      ['', 'd.example'],
      [defaultHost, 'd.example'],
    ] as const)
      expect(statusOf(await asking(edge, shown(ann), host, asked))).toBe('421');
    expect(statusOf(await asking(edge, shown(ann), 'x.w.example'))).toBe('200');
    expect(statusOf(await asking(edge, shown(ann), 'f.example'))).toBe('403');
  });

  it('may be one without authorities, whose upstream hears nothing of the certificate', async () => {
    const edge = await openEdge();
    await serveRules(
      edge.table,
      'open.example',
      [{ if: { client_certificate: true }, then: { block: {} } }],
      { domain: domainAt({ port }) },
    );
    const answer = await asking(edge, shown(ann), 'd.example', 'open.example');
    expect(statusOf(answer)).toBe('200');
    expect(headersIn(answer)).not.toHaveProperty('x-client-cert-fingerprint');
  });

  it('is compared for each stream of HTTP/2', async () => {
    const edge = await openEdge();
    const session = connectHttp2(`https://d.example:${edge.port}`, {
      host: '127.0.0.1',
      servername: 'd.example',
      rejectUnauthorized: false,
      ...shown(ann),
    });
    onTestFinished(() => session.destroy());
    const statuses = await Promise.all(
      ['d.example', 'e.example', 'f.example', 'open.example'].map(
        async (host) => (await ask(session, { ':authority': host })).status,
      ),
    );
    expect(statuses).toEqual([200, 421, 421, 200]);
    expect((await ask(session, {})).status).toBe(200);
    change(edge, 'd.example', rewanting(routeOf(edge, 'd.example'), other.pem));
    const closed = once(session, 'close');
    expect((await ask(session, {})).status).toBe(403);
    await closed;
  });
});

describe('clear text', () => {
  it('is redirected to HTTPS, whatever is asked for and whether that is on', async () => {
    for (const upgradesToHttps of [true, false]) {
      const edge = await openEdge({ upgradesToHttps, selfSigned: true, certificates: {} });
      await serveRules(
        edge.table,
        'd.example',
        [{ if: { path: '/old' }, then: { redirect: { to: '/new', status: 301, query: true } } }],
        { domain: routeOf(edge, 'd.example') },
      );
      for (const path of [
        '/',
        '/old?a=b',
        '/.nameplate/script.js',
        '/.well-known/acme-challenge/unknown-token-of-somebody',
      ])
        expect(await talk(edge.httpPort, get('d.example', path))).toContain(
          `\r\nLocation: https://d.example${path}\r\n`,
        );
      const posted = `POST /.nameplate/event HTTP/1.1\r\nHost: d.example\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`;
      expect(await talk(edge.httpPort, posted)).toMatch(/^HTTP\/1\.1 308 /);
      const all = 'OPTIONS * HTTP/1.1\r\nHost: d.example\r\nConnection: close\r\n\r\n';
      expect(await talk(edge.httpPort, all)).toContain('\r\nLocation: https://d.example/\r\n');
      expect(edge.records.every(({ upstream: asked }) => asked === '')).toBe(true);
    }
  });

  it('behind a proxy that ends TLS gets 403, as no certificate can be seen', async () => {
    const edge = await openEdge({ trustedProxies: ['127.0.0.1/32'] });
    const request = (scheme: string) =>
      `GET / HTTP/1.1\r\nHost: d.example\r\nX-Forwarded-Proto: ${scheme}\r\nX-Client-Cert-Fingerprint: AA\r\nConnection: close\r\n\r\n`;
    expect(statusOf(await talk(edge.httpPort, request('https')))).toBe('403');
    expect(statusOf(await talk(edge.httpPort, request('http')))).toBe('308');
  });
});

describe('without a certificate', () => {
  const token = 'evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA';
  const challenges = {
    keyAuthorizationFor: async (_: string, asked: string) => (asked === token ? `${token}.thumbprint` : ''),
    challengeCertificateFor: async () => certificate,
  };

  it('challenges of authorities and health checks are answered, over TLS and in clear text', async () => {
    const edge = await openEdge({ challenges });
    for (const path of [`/.well-known/acme-challenge/${token}`, '/.nameplate/health']) {
      expect(statusOf(await talk(edge.httpPort, get('d.example', path)))).toBe('200');
      const socket = await shakeHands(edge.port, 'd.example');
      expect(statusOf(await talkOver(socket, get('d.example', path)))).toBe('200');
    }
    const unknown = '/.well-known/acme-challenge/unknown-token-of-somebody';
    expect(statusOf(await talk(edge.httpPort, get('d.example', unknown)))).toBe('308');
    const socket = await shakeHands(edge.port, 'd.example');
    expect(statusOf(await talkOver(socket, get('d.example', unknown)))).toBe('403');
    const validated = await shakeHands(edge.port, 'd.example', { ALPNProtocols: ['acme-tls/1'] });
    expect(validated.alpnProtocol).toBe('acme-tls/1');
  });
});

it('switches protocols only for a certificate', async () => {
  const edge = await openEdge();
  const open = (more: object) => {
    const options = {
      servername: 'd.example',
      headers: { host: 'd.example', 'x-client-cert-subject': 'CN=root' },
      rejectUnauthorized: false,
      ...more,
    };
    return new WebSocket(`wss://127.0.0.1:${edge.port}/`, options);
  };
  const good = open(shown(ann));
  const [message] = await once(good, 'message');
  expect(JSON.parse(String(message))).toMatchObject({
    'x-client-cert-subject': expect.stringMatching(/^CN=ann/),
  });
  good.terminate();
  const [error] = await once(open({}), 'error');
  expect(String(error)).toContain('403');
});

it('drops the fields that clients send, on every host', async () => {
  const edge = await openEdge({ trustedProxies: ['127.0.0.0/8'] });
  const fields =
    'X-Client-Cert-Fingerprint: AA\r\nX_Client_Cert_Subject: CN=root\r\nx-client-cert-subject: CN=root\r\n';
  for (const [host, options] of [
    ['open.example', {}],
    ['d.example', shown(ann)],
  ] as const) {
    const request = `GET / HTTP/1.1\r\nHost: ${host}\r\n${fields}Connection: close\r\n\r\n`;
    const answer = await talkOver(await shakeHands(edge.port, host, options), request);
    expect(answer).not.toContain('CN=root');
    expect(headersIn(answer)['x-client-cert-fingerprint']).toBe(
      host === 'open.example' ? undefined : served({ cert: ann.pem, key: '' }).fingerprint,
    );
  }
});

it('a certificate that expires meanwhile no longer counts', async () => {
  let offsetMs = 0;
  const edge = await openEdge({ clock: { now: () => Date.now() + offsetMs } });
  const living = await shakeHands(edge.port, 'd.example', shown(ann));
  const asked = 'GET / HTTP/1.1\r\nHost: d.example\r\n\r\n';
  expect(statusOf(await exchange(living, asked))).toBe('200');
  offsetMs = 91 * dayMs;
  expect(statusOf(await exchange(living, asked))).toBe('403');
});

it('hands no connection over while the authorities cannot be read', async () => {
  let fails = true;
  const edge = await openEdge({
    clientCas: {
      clientCaOf: async (uuid) => {
        if (fails) throw new Error('the file is away');
        return cas.get(uuid);
      },
    },
  });
  await expect(shakeHands(edge.port, 'd.example')).rejects.toThrow(/internal error|alert number 80/);
  fails = false;
  expect(statusOf(await asking(edge, shown(ann)))).toBe('200');
});
