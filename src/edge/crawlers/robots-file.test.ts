import { expect, test } from 'vitest';
import { page, readAnswer } from '../../../test/support/page-edge.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { openRawEdge, talk } from '../../../test/support/raw-http.ts';
import { openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import { aiRobotsTokens } from '../../analytics/lookup/bot-class.ts';
import type { DomainRoute } from '../../core/route.ts';

const plain = 'Content-Type: text/plain';
const own = 'User-agent: *\nDisallow: /private\nSitemap: https://d.example/map.xml';
const group = `# AI crawlers are not allowed here.\n${aiRobotsTokens.map((token) => `User-agent: ${token}\n`).join('')}Disallow: /\n\n`;

/** Asks once; what the upstream was sent is in `asked`. */
async function ask(
  answer: string,
  start = 'GET /robots.txt',
  fields: readonly string[] = [],
  further: Partial<DomainRoute> = {},
) {
  let asked = '';
  const upstream = await openRawUpstream((connection) => {
    const answerOne = async (): Promise<void> => {
      asked = await connection.head();
      connection.say(answer);
    };
    answerOne().catch(() => {});
  });
  const route = domainAt({ port: upstream.port }, { aiCrawlersRobotsTxt: true, ...further });
  const edge = await openRawEdge({}, [], undefined, { domains: { 'd.example': route } });
  const received = await talk(edge.port, request(start, [...fields, 'Connection: close']));
  return { ...readAnswer(received), asked, records: edge.records };
}

test('the group is put before the rules of the upstream, with the right length', async () => {
  const { head, fields, body, records } = await ask(page(own, [plain, 'Cache-Control: max-age=60']));
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(body).toBe(`${group}${own}`);
  expect(fields.get('content-length')).toBe(String(body.length));
  expect(fields.get('cache-control')).toBe('max-age=60');
  expect(records).toMatchObject([{ status: 200, failure: '' }]);
});

test('the group names every AI crawler, and the tokens that stand for no user agent', () => {
  expect(aiRobotsTokens).toEqual(
    expect.arrayContaining(['GPTBot', 'ClaudeBot', 'Google-Extended', 'Applebot-Extended', 'CCBot']),
  );
});

test('an answer in chunks stays one, and its trailers lose what is about its bytes', async () => {
  const chunks = `3\r\n${own.slice(0, 3)}\r\n${(own.length - 3).toString(16)}\r\n${own.slice(3)}\r\n`;
  const { body, received } = await ask(
    `HTTP/1.1 200 OK\r\n${plain}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\nRepr-Digest: x\r\nX-T: 1\r\n\r\n`,
  );
  expect(body).toBe(`${group}${own}`);
  expect(received).toMatch(/0\r\nX-T: 1\r\n\r\n$/);
});

test.each([
  ['404', page('<h1>Not found</h1>', [], '404 Not Found')],
  ['410', page('Gone', [plain, 'ETag: "a"'], '410 Gone')],
  ['a page for any path', page('<!doctype html><title>Shop</title>')],
])('an upstream without the file, which answers %s, gets one with the group alone', async (_, answer) => {
  const { head, fields, body, records } = await ask(answer);
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(fields.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(fields.get('etag')).toBeUndefined();
  expect(body).toBe(group);
  expect(fields.get('content-length')).toBe(String(group.length));
  expect(records).toMatchObject([{ status: 200 }]);
});

test.each([
  ['a redirect', 'HTTP/1.1 301 Moved Permanently\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n'],
  ['403', page('no', [plain], '403 Forbidden')],
  ['503', page('later', [plain], '503 Service Unavailable')],
  ['a content coding that was not asked for', page('\u001f\u008b', [plain, 'Content-Encoding: gzip'])],
  ['UTF-16', page('U\0s\0', ['Content-Type: text/plain; charset=utf-16le'])],
])('%s is passed on as it is', async (_, answer) => {
  const { head, body } = await ask(answer);
  expect(head.slice(0, 12)).toBe(answer.slice(0, 12));
  expect(body).toBe(answer.slice(answer.indexOf('\r\n\r\n') + 4));
});

test.each([
  ['whole', ['\u00ef\u00bb\u00bfUser-agent: *\n']],
  ['in pieces', ['\u00ef', '\u00bb', '\u00bfUser', '-agent: *\n']],
])('a byte order mark that comes %s does not spoil the first line', async (_, pieces) => {
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');
  const { body } = await ask(
    `HTTP/1.1 200 OK\r\n${plain}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
  );
  expect(body).toBe(`${group}\n\n\nUser-agent: *\n`);
});

test.each(['', 'U', '\u00ef', '\u00efx'])('a file that is hardly one is kept: %j', async (content) => {
  const { fields, body } = await ask(page(content, [plain]));
  expect(body.slice(0, group.length)).toBe(group);
  expect(body.slice(group.length)).toBe(content.replace('\u00ef', '\n'));
  expect(fields.get('content-length')).toBe(String(body.length));
});

test('HEAD says what GET would, without content', async () => {
  const length = `HTTP/1.1 200 OK\r\n${plain}\r\nContent-Length: ${own.length}\r\n\r\n`;
  const { fields, body } = await ask(length, 'HEAD /robots.txt');
  expect([fields.get('content-length'), body]).toEqual([String(group.length + own.length), '']);
  const missing = await ask('HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n', 'HEAD /robots.txt');
  expect(missing.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect([missing.fields.get('content-length'), missing.body]).toEqual([String(group.length), '']);
});

test('the upstream is asked for all of its file, and the client told nothing of its validators', async () => {
  const conditions = ['If-None-Match: "a"', 'If-Modified-Since: Tue, 24 Nov 2026 00:00:00 GMT'];
  const { asked, fields } = await ask(
    page(own, [plain, 'ETag: "a"', 'Last-Modified: Tue, 24 Nov 2026 00:00:00 GMT', 'Accept-Ranges: bytes']),
    'GET /robots.txt',
    [...conditions, 'Range: bytes=0-9', 'Accept-Encoding: gzip', 'Accept: text/plain'],
  );
  expect(asked).not.toMatch(/^(?:if-|range:)/im);
  expect(asked.match(/^accept-encoding: .*$/gim)).toEqual(['Accept-Encoding: identity']);
  expect(asked).toMatch(/^accept: text\/plain\r$/im);
  expect([fields.get('etag'), fields.get('last-modified'), fields.get('accept-ranges')]).toEqual([
    undefined,
    undefined,
    'none',
  ]);
});

test.each([
  ['another path', 'GET /robots.txt.bak', {}],
  ['another method', 'POST /robots.txt', {}],
  ['a domain that did not ask for it', 'GET /robots.txt', { aiCrawlersRobotsTxt: false }],
])('nothing is added for %s', async (_, start, further) => {
  const fields = start.startsWith('POST') ? ['Content-Length: 0'] : [];
  const { body } = await ask(page(own, [plain, 'ETag: "a"']), start, fields, further);
  expect(body).toBe(own);
});

test('a domain with injection has both', async () => {
  const { body } = await ask(page(own, [plain]), 'GET /robots.txt?v=1', [], { webAnalytics: 'inject' });
  expect(body).toBe(`${group}${own}`);
});

test('an upstream that dies in the middle breaks the answer off', async () => {
  const answer = page(own, [plain]).slice(0, -10);
  const upstream = await openRawUpstream((connection) => {
    const answerOne = async (): Promise<void> => {
      await connection.head();
      connection.say(answer);
      connection.end();
    };
    answerOne().catch(() => {});
  });
  const route = domainAt({ port: upstream.port }, { aiCrawlersRobotsTxt: true });
  const edge = await openRawEdge({}, [], undefined, { domains: { 'd.example': route } });
  const received = await talk(edge.port, request('GET /robots.txt', ['Connection: close']));
  const { fields, body } = readAnswer(received);
  expect(Number(fields.get('content-length'))).toBe(group.length + own.length);
  expect(body.length).toBeLessThan(group.length + own.length);
});
