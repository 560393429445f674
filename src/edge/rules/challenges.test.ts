/** Challenges over raw sockets. Source: docs/reference/rules.md ("Challenge"). */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  challengeKey,
  openChallengeEdge,
  type Puzzle,
  solvePuzzle as solve,
} from '../../../test/support/challenge-edge.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { type RawEdge, talk } from '../../../test/support/raw-http.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import type { DomainRoute } from '../../core/route.ts';
import { pageFields, solverScript } from './challenge-page.ts';

const clock = { time: Date.UTC(2026, 10, 24, 12), now: () => clock.time };
const challenge = { then: { challenge: {} } };
const letIn = { then: { respond: { body: 'let in' } } };

const open = (
  list: readonly object[] = [challenge, letIn],
  keys?: readonly string[],
  domain: DomainRoute | null = null,
): Promise<RawEdge> => openChallengeEdge(list, domain, keys, { clock });

type Asked = {
  readonly method?: string;
  readonly accept?: string;
  readonly from?: string;
  readonly host?: string;
  readonly cookie?: string;
  readonly userAgent?: string;
};

function ask(edge: RawEdge, target: string, asked: Asked = {}): Promise<string> {
  const { method = 'GET', accept = 'text/html,*/*;q=0.8', from = '192.0.2.1', host = 'go.example' } = asked;
  const { cookie, userAgent } = asked;
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, `Accept: ${accept}`];
  if (userAgent !== undefined) lines.push(`User-Agent: ${userAgent}`);
  if (cookie !== undefined) lines.push(`Cookie: a=b; ${cookie}; c=d`);
  return talk(
    edge.port,
    [...lines, `X-Forwarded-For: ${from}`, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n'),
  );
}

const statusOf = (response: string) => Number(response.slice(9, 12));

const post = (edge: RawEdge, { token, answer }: Puzzle, asked: Asked = {}) =>
  ask(edge, `/.nameplate/challenge?token=${token}&answer=${answer}`, { method: 'POST', ...asked });
const cookieOf = (response: string) => /^Set-Cookie: (__np_c=[^;\r]+)/m.exec(response)?.[1] ?? '';

test('a browser solves the puzzle and is let in, at its host and from its network alone', async () => {
  const edge = await open();
  const page = await ask(edge, '/a?b');
  expect(statusOf(page)).toBe(403);
  expect(page).toContain('Cache-Control: private, no-store\r\n');
  expect(page).toContain('<noscript>');
  expect(page).not.toMatch(/(?:src|href)=/);
  expect(edge.records.at(-1)).toMatchObject({ failure: 'challenge_required', rule: '#1' });
  const solved = await post(edge, solve(page));
  expect(statusOf(solved)).toBe(204);
  expect(solved).toMatch(/; Path=\/; Max-Age=86400; SameSite=Lax\r\n/);
  const cookie = cookieOf(solved);
  const status = async (asked: Asked) => statusOf(await ask(edge, '/a?b', { cookie, ...asked }));
  expect(await status({})).toBe(200);
  expect(await status({ from: '192.0.2.250', method: 'POST', accept: '*/*' })).toBe(200);
  expect(await status({ from: '192.0.3.1' })).toBe(403);
  expect(await status({ host: 'other.example' })).toBe(403);
  const middle = cookie.length - 20;
  const other = cookie[middle] === 'A' ? 'B' : 'A';
  for (const forged of [
    cookie.slice(0, middle) + other + cookie.slice(middle + 1),
    cookie.replace('=', '=z'),
    cookie.slice(0, -1),
    `${cookie}A`,
    '__np_c=',
    '__np_c',
  ])
    expect(await status({ cookie: forged })).toBe(403);
  clock.time += 24 * 3_600_000 - 1;
  expect(await status({})).toBe(200);
  clock.time += 1;
  expect(await status({})).toBe(403);
});

test('answers that are late, from elsewhere, of another host, wrong or forged are refused', async () => {
  const edge = await open();
  const from = '2001:db8:1:2::1';
  const right = solve(await ask(edge, '/', { from }));
  expect(statusOf(await post(edge, right, { from: '2001:db8:1:2:ffff::1' }))).toBe(204);
  const refused = async (puzzle: Puzzle, asked: Asked = {}) => {
    const response = await post(edge, puzzle, { from, ...asked });
    expect(cookieOf(response)).toBe('');
    return statusOf(response);
  };
  expect(await refused(right, { from: '2001:db8:1:3::1' })).toBe(403);
  expect(await refused(right, { from: '192.0.2.1' })).toBe(403);
  expect(await refused(right, { host: 'other.example' })).toBe(403);
  expect(await refused({ ...right, answer: right.answer + 1 })).toBe(403);
  expect(await refused({ ...right, token: `1${right.token}` })).toBe(403);
  expect(await refused({ ...right, token: '' })).toBe(403);
  const elsewhere = await open(undefined, [challengeKey(8)]);
  expect(statusOf(await post(elsewhere, right, { from }))).toBe(403);
  // A cookie is no challenge that was issued.
  const cookie = cookieOf(await post(edge, right, { from })).slice('__np_c='.length);
  expect(await refused({ ...right, token: cookie })).toBe(403);
  expect(statusOf(await ask(edge, '/.nameplate/challenge'))).toBe(405);
  clock.time += 10 * 60_000;
  expect(statusOf(await post(edge, right, { from }))).toBe(204);
  clock.time += 1;
  expect(await refused(right)).toBe(403);
});

test.each([
  ['GET', '*/*'],
  ['GET', 'application/json'],
  ['GET', 'text/html-like, x-text/html'],
  ['POST', 'text/html'],
  ['OPTIONS', 'text/html'],
])('%s with Accept: %s gets no page', async (method, accept) => {
  const response = await ask(await open(), '/', { method, accept });
  expect(statusOf(response)).toBe(403);
  expect(response).toContain('Cache-Control: private, no-store\r\n');
  expect(response).toContain('"error_code":"challenge_required"');
});

test('the cookie is checked once for a request, however many rules challenge it', async () => {
  const edge = await open([...Array.from({ length: 20 }, () => challenge), letIn]);
  const cookie = cookieOf(await post(edge, solve(await ask(edge, '/'))));
  const checks = vi.spyOn(edge.edge.challenges, 'letsIn');
  expect(statusOf(await ask(edge, '/', { cookie }))).toBe(200);
  expect(checks).toHaveBeenCalledTimes(1);
});

test("a neighbour's cookies don't keep the visitor's from being seen", async () => {
  const edge = await open();
  const cookie = cookieOf(await post(edge, solve(await ask(edge, '/'))));
  const four = '__np_c=1,__np_c=2,__np_c=3,__np_c=4';
  expect(statusOf(await ask(edge, '/', { cookie: `a=,${four}; ${cookie}` }))).toBe(200);
  expect(statusOf(await ask(edge, '/', { cookie: `${four.replaceAll(',', '; ')}; ${cookie}` }))).toBe(200);
  expect(statusOf(await ask(edge, '/', { cookie: `${cookie}\r\nCookie: e=f` }))).toBe(200);
  const many = Array.from({ length: 16 }, (_, index) => `__np_c=${index}`).join('; ');
  expect(statusOf(await ask(edge, '/', { cookie: `${many}; ${cookie}` }))).toBe(403);
});

/** Its operator documents addresses alone. */
const gptBot = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

test.each([
  [gptBot, '20.171.206.1', 200],
  [gptBot, '192.0.2.1', 403],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '20.171.206.1', 403],
])('%s from %s: %d', async (userAgent, from, status) => {
  expect(statusOf(await ask(await open(), '/', { userAgent, from }))).toBe(status);
});

test("crawlers are verified by the operator's own ranges, and by the program's while the file is missing", async () => {
  const crawlerRanges = join(await tempDir(), 'ranges.json');
  const openWith = () => openChallengeEdge([challenge, letIn], null, undefined, { clock, crawlerRanges });
  const status = async (edge: RawEdge, from: string) =>
    statusOf(await ask(edge, '/', { userAgent: gptBot, from }));
  expect(await status(await openWith(), '20.171.206.1')).toBe(200);
  await writeFile(crawlerRanges, JSON.stringify({ GPTBot: ['192.0.2.0/24'] }));
  const edge = await openWith();
  expect(await status(edge, '192.0.2.1')).toBe(200);
  expect(await status(edge, '20.171.206.1')).toBe(403);
});

test('HEAD gets what GET does, without the page', async () => {
  const response = await ask(await open(), '/', { method: 'HEAD' });
  expect(response).toMatch(/^HTTP\/1.1 403 [^]*Content-Type: text\/html[^]*\r\n\r\n$/);
});

test.each([
  ['/.well-known/security.txt', 200],
  ['/robots.txt', 200],
  ['/.nameplate/other', 200],
  ['/.well-known', 403],
  ['/robots.txt/x', 403],
  ['/.well-known/../admin', 403],
  ['/.well-known/%2e%2e/admin', 403],
  ['/.well-known/..%2fadmin', 403],
  ['/.nameplate/..;/admin', 403],
  ['/.nameplate//../../admin', 403],
])('%s: %d', async (path, status) => {
  expect(statusOf(await ask(await open(), path))).toBe(status);
});

test('a key that is rotated away is still good, another is not, and without one everybody gets in', async () => {
  const edge = await open();
  const cookie = cookieOf(await post(edge, solve(await ask(edge, '/'))));
  edge.edge.challenges.setKeys([challengeKey(8), challengeKey(7)]);
  expect(statusOf(await ask(edge, '/', { cookie }))).toBe(200);
  edge.edge.challenges.setKeys([challengeKey(8)]);
  expect(statusOf(await ask(edge, '/', { cookie }))).toBe(403);
  edge.edge.challenges.setKeys([]);
  expect(statusOf(await ask(edge, '/'))).toBe(200);
});

test('the upstream gets the other cookies, and rules set no fields of the page', async () => {
  const server = http.createServer((request, response) => response.end(JSON.stringify(request.headers)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on TCP
  const { port } = server.address() as AddressInfo;
  const policy = { 'Content-Security-Policy': "default-src 'none'", 'Cache-Control': 'max-age=60' };
  const list = [{ then: { set_headers: { response: policy } } }, challenge];
  const edge = await open(list, undefined, domainAt({ port }));
  const page = await ask(edge, '/');
  expect(page).toContain(pageFields);
  expect(page).not.toContain('max-age');
  const cookie = cookieOf(await post(edge, solve(page)));
  const passed = await ask(edge, '/', { cookie });
  expect(passed).toContain('"cookie":"a=b; c=d"');
  expect(passed).toContain('Cache-Control: max-age=60');
  expect(passed).not.toContain('__np_c');
  expect(await ask(edge, '/robots.txt', { cookie: '__np_cx=1' })).toContain('__np_cx=1');
});

test.each([
  [{ 'Strict-Transport-Security': 'max-age=63072000', 'X-Other': 'a' }, ['max-age=63072000']],
  [{ 'Strict-Transport-Security': null }, []],
  [{ 'X-Other': 'a' }, []],
])('the page has the HSTS that rules set: %j', async (response, expected) => {
  const page = await ask(await open([{ then: { set_headers: { response } } }, challenge]), '/');
  const lines = [...page.matchAll(/^Strict-Transport-Security: (.*)\r$/gm)];
  expect(lines.map(([, value]) => value)).toEqual(expected);
  expect(page).not.toContain('X-Other');
});

test('the page finds what SHA-256 says', () => {
  for (const text of ['', 'a'.repeat(43), 'Z_-09'.repeat(8)]) {
    const find: unknown = runInNewContext(`${solverScript};solver(${JSON.stringify(text)},12)`);
    if (typeof find !== 'function') throw new Error('no solver');
    const isSolved = (answer: number) =>
      createHash('sha256').update(`${text}${answer}`).digest().readUInt32BE(0) >>> 20 === 0;
    const expected = Array.from({ length: 100_000 }, (_, answer) => answer).find(isSolved);
    expect(find(1)).toBe(expected === 0 ? 0 : -1);
    expect(find(1_000_000)).toBe(expected);
  }
});
