/** Rules on connections with TLS: over HTTP/1.1 and HTTP/2, and on what switches protocols. Source: docs/reference/rules.md. */
import { once } from 'node:events';
import http from 'node:http';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { challengeKey, solvePuzzle } from '../../../test/support/challenge-edge.ts';
import { ask as askHttp2, connect } from '../../../test/support/http2-client.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { talk } from '../../../test/support/raw-http.ts';
import { request } from '../../../test/support/raw-upstream.ts';
import { serveRules } from '../../../test/support/rules-on-edge.ts';
import {
  openSecureEdge,
  type SecureEdge,
  served,
  shakeHands,
  talkOver,
} from '../../../test/support/secure-edge.ts';
import type { ServedCertificate } from '../../core/served-certificate.ts';
import { hashPassword } from '../../secrets/password-hash.ts';

const host = 'd.example';
const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const certificate = served(authority.issue(`DNS:${host}`));

type Certificates = Readonly<Record<string, readonly ServedCertificate[]>>;

/** An edge for `d.example`, whose upstream answers with the fields it got, or speaks WebSocket. */
async function open(
  rules: readonly object[],
  certificates: Certificates = { [host]: [certificate] },
  upgradesToHttps = true,
): Promise<SecureEdge> {
  const server = http.createServer((asked, answer) => {
    answer.setHeader('X-Of-Upstream', 'yes');
    answer.setHeader('Cache-Control', 'max-age=60');
    answer.end(JSON.stringify(asked.headers));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('headers', (lines) => lines.push('X-Of-Upstream: yes'));
  sockets.on('connection', (socket, asked) => socket.send(JSON.stringify(asked.headers)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the upstream has no address');
  const edge = await openSecureEdge({ certificates, upgradesToHttps });
  edge.challenges.setKeys([challengeKey(7)]);
  await serveRules(edge.table, host, rules, { domain: domainAt({ port: address.port }) });
  return edge;
}

const overTls = async (edge: SecureEdge, start: string, fields: readonly string[] = []) =>
  talkOver(await shakeHands(edge.port, host), request(start, [...fields, 'Connection: close']));
const inClear = (edge: SecureEdge, start: string, fields: readonly string[] = []) =>
  talk(edge.httpPort, request(start, [...fields, 'Connection: close']));

test('basic_auth leads to HTTPS before it asks for a password or looks at one', async () => {
  const users = [{ name: 'ann', password_hash: await hashPassword('secret') }];
  const edge = await open([
    { then: { set_headers: { response: { 'X-Rule': 'yes' } } } },
    { if: { path: '/moved' }, then: { redirect: { to: '/new', status: 302, query: true } } },
    { then: { basic_auth: { realm: 'Staff', users } } },
  ]);
  const login = `Authorization: Basic ${btoa('ann:secret')}`;
  for (const fields of [[], [login], [`Authorization: Basic ${btoa('ann:wrong')}`]]) {
    const answer = await inClear(edge, 'GET /staff?a=b', fields);
    expect(answer).toMatch(/^HTTP\/1\.1 308 /);
    expect(answer).toContain(`\r\nLocation: https://${host}/staff?a=b\r\n`);
    expect(answer).toContain('\r\nX-Rule: yes\r\n');
    expect(answer).not.toMatch(/^www-authenticate/im);
  }
  // What answers before it does so in clear text, and so do the challenges of certificate authorities.
  expect(await inClear(edge, 'GET /moved')).toMatch(/^HTTP\/1\.1 302 /);
  expect(await inClear(edge, 'GET /.well-known/acme-challenge/x')).toMatch(/^HTTP\/1\.1 401 /);

  const asked = await overTls(edge, 'GET /staff');
  expect(asked).toMatch(/^HTTP\/1\.1 401 /);
  expect(asked).toContain('\r\nWWW-Authenticate: Basic realm="Staff", charset="UTF-8"\r\n');
  const letIn = await overTls(edge, 'GET /staff', [login]);
  expect(letIn).toMatch(/^HTTP\/1\.1 200 /);
  expect(letIn).not.toContain(btoa('ann:secret'));
});

test('basic_auth asks in clear text where the host has no certificate that browsers trust', async () => {
  const users = [{ name: 'ann', password_hash: await hashPassword('secret') }];
  const edge = await open([{ then: { basic_auth: { realm: 'Staff', users } } }], {});
  expect(await inClear(edge, 'GET /')).toMatch(/^HTTP\/1\.1 401 /);
});

const page = ['Accept: text/html'];

/** The `Set-Cookie` of a visitor who answers the challenge over TLS. */
async function solveOverTls(edge: SecureEdge): Promise<string> {
  const { token, answer } = solvePuzzle(await overTls(edge, 'GET /', page));
  const solved = await overTls(edge, `POST /.nameplate/challenge?token=${token}&answer=${answer}`, [
    'Content-Length: 0',
  ]);
  return /^Set-Cookie: ([^\r]+)/m.exec(solved)?.[1] ?? '';
}

const passing = (cookie: string) => [...page, `Cookie: ${cookie.split(';')[0]}`];

test('challenge leads to HTTPS, and its cookie is for HTTPS alone', async () => {
  const edge = await open([{ then: { challenge: {} } }]);
  const answer = await inClear(edge, 'GET /a?b', page);
  expect(answer).toMatch(/^HTTP\/1\.1 308 /);
  expect(answer).toContain(`\r\nLocation: https://${host}/a?b\r\n`);
  const cookie = await solveOverTls(edge);
  expect(cookie).toMatch(/; SameSite=None; Secure$/);
  expect(await overTls(edge, 'GET /', passing(cookie))).toMatch(/^HTTP\/1\.1 200 /);
});

test('where clear text is served, who answered a challenge over HTTPS is let in there, too', async () => {
  const edge = await open([{ then: { challenge: {} } }], undefined, false);
  expect(await inClear(edge, 'GET /', page)).toMatch(/^HTTP\/1\.1 403 /);
  const cookie = await solveOverTls(edge);
  expect(cookie).toMatch(/^__np_c=/);
  expect(cookie).toMatch(/; SameSite=Lax$/);
  expect(await inClear(edge, 'GET /', passing(cookie))).toMatch(/^HTTP\/1\.1 200 /);
});

const edits = {
  if: { path: '/edited/*' },
  then: {
    set_headers: {
      request: { 'X-Asked': 'by rule', Cookie: null, Accept: 'text/plain' },
      response: { 'X-Rule': 'yes', 'Cache-Control': 'no-cache', 'X-Of-Upstream': null, 'Set-Cookie': 'a=b' },
    },
  },
};

test('set_headers changes requests and responses over HTTP/2', async () => {
  const edge = await open([
    edits,
    {
      if: { path: '/edited/own' },
      then: { respond: { status: 200, content_type: 'text/plain', body: 'own' } },
    },
    { if: { path: '/edited/blocked' }, then: { block: {} } },
  ]);
  const session = await connect(edge);
  const fields = { cookie: 'c=d', accept: 'text/html', 'x-mine': 'kept' };
  const [proxied, own, blocked, head, other] = await Promise.all([
    askHttp2(session, { ':path': '/edited/x', ...fields }),
    askHttp2(session, { ':path': '/edited/own', ...fields }),
    askHttp2(session, { ':path': '/edited/blocked', ...fields }),
    askHttp2(session, { ':path': '/edited/x', ':method': 'HEAD', ...fields }),
    askHttp2(session, { ':path': '/', ...fields }),
  ]);
  const seen: Record<string, string> = JSON.parse(proxied.body);
  expect(seen).toMatchObject({ 'x-asked': 'by rule', accept: 'text/plain', 'x-mine': 'kept' });
  expect(seen).not.toHaveProperty('cookie');
  for (const [answer, status] of [
    [proxied, 200],
    [own, 200],
    [blocked, 403],
    [head, 200],
  ] as const) {
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-rule': 'yes',
      'cache-control': 'no-cache',
      'set-cookie': ['a=b'],
    });
    expect(answer.headers).not.toHaveProperty('x-of-upstream');
  }
  expect([own.body, head.body]).toEqual(['own', '']);
  expect(other.headers).toMatchObject({ 'x-of-upstream': 'yes', 'cache-control': 'max-age=60' });
  expect(JSON.parse(other.body)).toMatchObject({ cookie: 'c=d', accept: 'text/html' });
});

test.each(['wss', 'ws'])(
  'set_headers changes the request and the 101 of a WebSocket, over %s',
  async (scheme) => {
    const edge = await open([edits], scheme === 'wss' ? { [host]: [certificate] } : {});
    const port = scheme === 'wss' ? edge.port : edge.httpPort;
    const options = { headers: { Host: host, Cookie: 'c=d' }, servername: host, rejectUnauthorized: false };
    const socket = new WebSocket(`${scheme}://127.0.0.1:${port}/edited/chat`, options);
    onTestFinished(() => socket.terminate());
    const upgraded = once(socket, 'upgrade');
    const message = once(socket, 'message');
    const [answer] = await upgraded;
    expect(answer.statusCode).toBe(101);
    expect(answer.headers).toMatchObject({ 'x-rule': 'yes', 'set-cookie': ['a=b'] });
    expect(answer.headers).not.toHaveProperty('x-of-upstream');
    const [text] = await message;
    const seen: Record<string, string> = JSON.parse(String(text));
    expect(seen).toMatchObject({ 'x-asked': 'by rule', upgrade: 'websocket' });
    expect(seen).not.toHaveProperty('cookie');
  },
);
