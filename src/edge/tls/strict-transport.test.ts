import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { ask, connect } from '../../../test/support/http2-client.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { talk } from '../../../test/support/raw-http.ts';
import {
  get,
  openSecureEdge,
  type SecureEdge,
  servedFor,
  shakeHands,
  talkOver,
} from '../../../test/support/secure-edge.ts';
import type { DomainRoute } from '../../core/route.ts';
import { strictTransportLine, withStrictTransport } from './strict-transport.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const hosts = ['d.example', 'w.example', 'www.w.example', 'off.example', 'gone.example', 'page.example'];
const { certificates } = servedFor(authority, hosts);
const ours = ['max-age=31536000'];
const theirs = 'max-age=5; includeSubDomains';

/** An upstream that has a policy of its own, said twice. */
const withPolicy: RequestListener = (request, answer) => {
  answer.setHeader('strict-transport-security', [theirs, 'max-age=6']);
  answer.setHeader('X-Seen', 'yes');
  answer.statusCode = request.url === '/missing' ? 404 : 200;
  if (request.url === '/page') answer.setHeader('Content-Type', 'text/html');
  answer.end('<head></head><body>hello</body>');
};

async function startUpstream(): Promise<number> {
  const server = http.createServer(withPolicy);
  server.on('upgrade', (_, socket) =>
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nStrict-Transport-Security: ${theirs}\r\n\r\n`,
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return address.port;
}

async function openEdge(further: { selfSigned?: boolean } = {}): Promise<SecureEdge> {
  const port = await startUpstream();
  const opted = (more: Partial<DomainRoute> = {}) => domainAt({ port }, { hstsMaxAge: 31_536_000, ...more });
  return await openSecureEdge({
    rules: { 'd.example': { matchPath: '/old*' } },
    domains: {
      'd.example': opted(),
      'w.example': opted({ redirectToWww: true }),
      'page.example': opted({ webAnalytics: 'inject' }),
      'off.example': domainAt({ port }),
      'gone.example': domainAt({ port: 1 }, { hstsMaxAge: 31_536_000 }),
    },
    trustedProxies: ['127.0.0.1'],
    ...(further.selfSigned ? { selfSigned: true } : { certificates }),
  });
}

/** The values of every Strict-Transport-Security field of an answer. */
function policies(answer: string): string[] {
  const head = answer.slice(0, answer.indexOf('\r\n\r\n'));
  return [...head.matchAll(/^strict-transport-security: (.*?)\r?$/gim)].map(([, value]) => value ?? '');
}

async function over(edge: SecureEdge, host: string, request: string): Promise<string> {
  return await talkOver(await shakeHands(edge.port, host), request);
}

describe('a domain that has opted in', () => {
  it('says so in place of its upstream, once, whatever the status', async () => {
    const edge = await openEdge();
    const asked = [
      [200, 'd.example', '/'],
      [404, 'd.example', '/missing'],
      [301, 'd.example', '/old/page'],
      [502, 'gone.example', '/'],
      [301, 'w.example', '/'],
      [200, 'www.w.example', '/'],
      [200, 'page.example', '/page'],
    ] as const;
    for (const [status, host, path] of asked) {
      const answer = await over(edge, host, get(host, path));
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect([host, path, policies(answer)]).toEqual([host, path, ours]);
    }
    const page = await over(edge, 'page.example', get('page.example', '/page'));
    expect(page).toContain('/.nameplate/script.js');
    expect(page).toContain('\r\nX-Seen: yes\r\n');
  });

  it('says so in what the edge answers itself: refusals of content, OPTIONS *, switched protocols', async () => {
    const edge = await openEdge();
    const start = 'HTTP/1.1\r\nHost: d.example\r\n';
    const malformed = `POST / ${start}Transfer-Encoding: chunked\r\n\r\nx\r\n`;
    const options = `OPTIONS * ${start}Connection: close\r\n\r\n`;
    const upgrade = `GET / ${start}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    for (const [status, request] of [
      [400, malformed],
      [204, options],
      [101, upgrade],
    ] as const) {
      const answer = await over(edge, 'd.example', request);
      expect([Number(answer.slice(9, 12)), policies(answer)]).toEqual([status, ours]);
    }
  });

  it('counts what it adds as sent', async () => {
    const edge = await openEdge();
    const answer = await over(edge, 'w.example', get('w.example'));
    expect(edge.records).toMatchObject([{ status: 301, bytesOut: answer.length }]);
  });

  it('says so over HTTP/2 alike', async () => {
    const edge = await openEdge();
    const session = await connect(edge);
    for (const [status, host, path] of [
      [200, 'd.example', '/'],
      [301, 'd.example', '/old/page'],
      [502, 'gone.example', '/'],
      [301, 'w.example', '/'],
      [200, 'www.w.example', '/'],
    ] as const) {
      const answer = await ask(session, { ':authority': host, ':path': path });
      expect(answer).toMatchObject({ status, headers: { 'strict-transport-security': ours[0] } });
    }
    const other = await ask(session, { ':authority': 'off.example' });
    expect(other.headers['strict-transport-security']).toContain(theirs);
  });

  it('says nothing in clear text, also behind a trusted proxy that speaks TLS', async () => {
    const edge = await openEdge();
    expect(policies(await talk(edge.httpPort, get('w.example')))).toEqual([]);
    const forwarded = (host: string) =>
      `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n`;
    expect(policies(await talk(edge.httpPort, forwarded('w.example')))).toEqual([]);
    expect(policies(await talk(edge.httpPort, forwarded('d.example')))).toEqual([theirs, 'max-age=6']);
  });

  it('says nothing with a certificate that nobody would trust', async () => {
    const edge = await openEdge({ selfSigned: true });
    expect(policies(await over(edge, 'w.example', get('w.example')))).toEqual([]);
    expect(policies(await over(edge, 'd.example', get('d.example')))).toEqual([theirs, 'max-age=6']);
  });

  it('says something else from the next request on, also of a connection that is open', async () => {
    const edge = await openEdge();
    const session = await connect(edge);
    const said = async () => (await ask(session, {})).headers['strict-transport-security'];
    expect(await said()).toBe(ours[0]);
    const domain = edge.table.domainOf('d.example')?.route ?? null;
    const change = (hstsMaxAge: number) => {
      const changed = { host: 'd.example', redirect: null, domain: domain && { ...domain, hstsMaxAge } };
      const { revision } = edge.table;
      edge.table.apply({ fromRevision: revision, toRevision: revision + 1, mark: '', hosts: [changed] });
    };
    change(60);
    expect(await said()).toBe('max-age=60');
    change(0);
    expect(await said()).toContain(theirs);
  });
});

it('a domain that has not leaves its upstream’s policy alone', async () => {
  const edge = await openEdge();
  const answer = await over(edge, 'off.example', get('off.example'));
  expect(policies(answer)).toEqual([theirs, 'max-age=6']);
});

it('takes the place of such fields only, whatever their case', () => {
  const fields = 'A: 1\r\nSTRICT-transport-security: max-age=1\r\nStrict-Transport-Security-2: x\r\n';
  const line = strictTransportLine(7);
  expect(withStrictTransport(fields, line)).toBe(
    'A: 1\r\nStrict-Transport-Security-2: x\r\nStrict-Transport-Security: max-age=7\r\n',
  );
  expect(withStrictTransport(fields, '')).toBe(fields);
  expect(withStrictTransport('', line)).toBe(line);
});
