import { brotliDecompressSync } from 'node:zlib';
import { fastify, type InjectOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { Collector } from '../../analytics/ingest/collector.ts';
import { FloodGuard } from '../../analytics/ingest/collector-flood-guard.ts';
import { decodePageviewRecord } from '../../analytics/ingest/pageview-codec.ts';
import { TrackerScript } from '../../analytics/ingest/tracker-script.ts';
import { VisitorHasher } from '../../analytics/ingest/visitor-hash.ts';
import { systemClock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import type { WebAnalyticsMode } from '../../core/route.ts';
import { linksScriptPath } from '../../core/tracker-paths.ts';
import { addErrorHandlers } from '../error-handler.ts';
import { addTrackerRoutes } from './tracker.ts';

const day = 86_400_000;
const uuid = '0197aaaa-0000-7000-8000-000000000001';
const account = '0197aaaa-0000-7000-8000-00000000000a';
const source = 'console.log("tracker");'.repeat(20);
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

function routes(options: { isStoreAway?: true; eventsPerMinute?: number } = {}) {
  const app = fastify();
  onTestFinished(() => app.close());
  addErrorHandlers(app);
  const lines: string[] = [];
  const visitors = new VisitorHasher();
  const now = systemClock.now();
  visitors.setSalts([{ fromMs: now - day, toMs: now + day, key: Buffer.alloc(32, 1).toString('base64') }]);
  const sink = { appendDurably: async (line: string) => void lines.push(line) };
  const collector = new Collector(visitors, sink, new FloodGuard(options.eventsPerMinute ?? 0), systemClock);
  const domains: Record<
    string,
    { webAnalytics: WebAnalyticsMode; referrerPaths: boolean; redirectToWww: boolean }
  > = {
    'shop.example': { webAnalytics: 'manual', referrerPaths: false, redirectToWww: true },
    'plain.example': { webAnalytics: 'inject', referrerPaths: true, redirectToWww: false },
    'foreign.example': { webAnalytics: 'manual', referrerPaths: false, redirectToWww: false },
    'off.example': { webAnalytics: 'off', referrerPaths: false, redirectToWww: false },
  };
  const sites = {
    findByHost: async (host: string) => {
      if (options.isStoreAway) throw new Error('the store is away');
      return (
        domains[host] && {
          uuid,
          accountUuid: host === 'foreign.example' ? uuid : account,
          engagement: host === 'shop.example',
          webVitals: host === 'shop.example',
          ...domains[host],
        }
      );
    },
  };
  const tokens = {
    remembers: (authorization: string | undefined) => authorization === 'Bearer writer',
    authenticate: async (authorization: string | undefined) => {
      if (authorization === 'Bearer writer') return { accountUuid: account, scope: 'write' } as const;
      if (authorization === 'Bearer reader') return { accountUuid: account, scope: 'read' } as const;
      throw new ServiceError('unauthorized', 'the access token is unknown');
    },
  };
  addTrackerRoutes(app, sites, tokens, {
    collector,
    script: new TrackerScript(Buffer.from(source), new Map([[linksScriptPath, Buffer.from('// links')]])),
    clientAddressOf: (fields, peer) => fields[fields.indexOf('X-Forwarded-For') + 1] ?? peer,
  });
  const report = (payload: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/.nameplate/event',
      headers: { 'user-agent': browser, 'content-type': 'text/plain;charset=UTF-8', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const ask = (url: string, further: InjectOptions = {}) => app.inject({ url, ...further });
  return { lines, collector, report, ask };
}

test('take events of any site that has a custom domain', async () => {
  const { report, lines } = routes();
  const answer = await report({ u: 'https://shop.example/a', r: '', w: 5 });
  expect(answer.statusCode).toBe(202);
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
  expect(answer.body).toBe('');
  expect((await report({ u: 'https://www.shop.example/b' })).statusCode).toBe(202);
  expect((await report({ u: 'https://docs.other.example/c', d: 'shop.example' })).statusCode).toBe(202);
  expect(lines.map((line) => decodePageviewRecord(line)?.path)).toEqual(['/a', '/b', '/c']);
});

test('keep the path of the referrer where the domain records it', async () => {
  const { report, lines } = routes();
  for (const u of ['https://shop.example/', 'https://plain.example/'])
    expect((await report({ u, r: 'https://r.example/b?secret' })).statusCode).toBe(202);
  expect(lines.map((line) => decodePageviewRecord(line)?.referrerPath)).toEqual([undefined, '/b']);
});

test.each<[unknown, Record<string, string>, number, string]>([
  [{ u: 'https://none.example/' }, {}, 400, 'domain_unknown'],
  [{ u: 'https://www.plain.example/' }, {}, 400, 'domain_unknown'],
  [{ u: 'https://shop.example/', d: 'none.example' }, {}, 400, 'domain_unknown'],
  [{ u: 'https://off.example/' }, {}, 400, 'web_analytics_off'],
  ['nonsense', {}, 400, 'body_invalid'],
  ['', {}, 400, 'body_invalid'],
  ['x'.repeat(65 * 1024 + 1), {}, 413, 'body_too_large'],
  [{ u: 'https://shop.example/' }, { 'user-agent': 'curl/8' }, 400, 'bot'],
  [{ u: 'https://shop.example/' }, { 'sec-gpc': '1' }, 400, 'privacy_signal'],
])('refuse %j with %j: %i %s', async (body, headers, status, reason) => {
  const { report, lines, collector } = routes();
  const answer = await report(body, headers);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject({ 'x-nameplate-reason': reason, 'access-control-allow-origin': '*' });
  expect(lines).toEqual([]);
  expect(collector.counts).toEqual({ accepted: 0, refused: { [reason]: 1 } });
});

const server = { authorization: 'Bearer writer', 'user-agent': 'curl/8' };
const purchase = { u: 'https://shop.example/cart', n: 'Purchase', ip: '198.51.100.7', ua: browser };

test('take events of servers for the visitors they name', async () => {
  const { report, lines } = routes();
  expect((await report({ ...purchase, n: undefined }, server)).statusCode).toBe(202);
  expect((await report(purchase, server)).statusCode).toBe(202);
  expect((await report({ ...purchase, ip: '::ffff:198.51.100.7' }, server)).statusCode).toBe(202);
  const { ua: _, ...withoutAgent } = purchase;
  const asBrowser = { authorization: 'Bearer writer' };
  expect((await report(withoutAgent, asBrowser)).statusCode).toBe(202);
  expect((await report({ ...purchase, ip: '198.51.100.8' }, server)).statusCode).toBe(202);
  const records = lines.map(decodePageviewRecord);
  expect(records.map((record) => record?.details?.name)).toEqual([undefined, ...Array(4).fill('Purchase')]);
  const visitors = records.map((record) => record?.visitor);
  expect(new Set(visitors.slice(0, 4)).size).toBe(1);
  expect(visitors[4]).not.toBe(visitors[0]);
  expect(lines.join('')).not.toMatch(/198\.51\.100\.[78]"/);
});

test.each<[unknown, Record<string, string>, number, string]>([
  [purchase, { authorization: 'Bearer other' }, 401, 'token_invalid'],
  [purchase, { authorization: 'Basic d3JpdGVy' }, 401, 'token_invalid'],
  [purchase, { authorization: 'Bearer reader' }, 403, 'token_read_only'],
  [{ ...purchase, u: 'https://foreign.example/' }, server, 400, 'domain_unknown'],
  [{ ...purchase, u: 'https://none.example/' }, server, 400, 'domain_unknown'],
  [{ ...purchase, ip: 'localhost' }, server, 400, 'sender_invalid'],
  [{ ...purchase, ip: 7 }, server, 400, 'sender_invalid'],
  [{ ...purchase, ua: {} }, server, 400, 'sender_invalid'],
  [{ ...purchase, ua: '' }, server, 400, 'user_agent_missing'],
  [{ ...purchase, ua: 'Googlebot/2.1' }, server, 400, 'bot'],
  [{ u: purchase.u }, server, 400, 'bot'],
  [purchase, { ...server, 'sec-gpc': '1' }, 400, 'privacy_signal'],
  ['nonsense', server, 400, 'body_invalid'],
])('refuse the server event %j with %j: %i %s', async (body, headers, status, reason) => {
  const { report, lines } = routes();
  const answer = await report(body, headers);
  expect([answer.statusCode, answer.headers['x-nameplate-reason']]).toEqual([status, reason]);
  expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  expect(answer.body).not.toMatch(/writer|reader|other/);
  expect(lines).toEqual([]);
});

test('hold back whoever tries tokens', async () => {
  const { report } = routes({ eventsPerMinute: 2 });
  const statuses = [];
  for (let i = 0; i < 4; i++)
    statuses.push((await report(purchase, { authorization: `Bearer ${i}` })).statusCode);
  expect(statuses).toEqual([401, 401, 429, 429]);
});

test('take a body of any media type', async () => {
  const { report } = routes();
  const event = { u: 'https://shop.example/a' };
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'image/png']) {
    expect((await report(event, { 'content-type': type })).statusCode).toBe(202);
  }
  const answer = await report(event, { 'content-type': 'nonsense' });
  expect([answer.statusCode, answer.headers['x-nameplate-reason']]).toEqual([400, 'body_invalid']);
});

test('answer 503 while the control store is away', async () => {
  const { report } = routes({ isStoreAway: true });
  const answer = await report({ u: 'https://shop.example/a' });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers).toMatchObject({ 'x-nameplate-reason': 'not_stored', 'retry-after': '1' });
});

test('hold back floods from one address', async () => {
  const { report } = routes({ eventsPerMinute: 2 });
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await report({ u: 'https://shop.example/a' })).statusCode);
  expect(statuses).toEqual([202, 202, 429, 429]);
});

test('serve the script', async () => {
  const { ask } = routes();
  const answer = await ask('/.nameplate/script.js', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.statusCode).toBe(200);
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(source);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'access-control-allow-origin': '*',
    vary: 'Accept-Encoding',
  });
  const etag = String(answer.headers.etag);
  const kept = await ask('/.nameplate/script.js', {
    headers: { 'accept-encoding': 'br', 'if-none-match': etag },
  });
  expect(kept.statusCode).toBe(304);
  expect(kept.headers).not.toHaveProperty('content-type');
  expect(kept.headers.etag).toBe(etag);
  const head = await ask('/.nameplate/script.js', { method: 'HEAD' });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
    200,
    String(source.length),
    '',
  ]);
});

test('serve the script for other links, and take events at another path', async () => {
  const { ask } = routes();
  expect((await ask('/.nameplate/links.js')).body).toBe('// links');
  const answer = await ask('/.nameplate/n', {
    method: 'POST',
    headers: { 'user-agent': browser, 'content-type': 'text/plain' },
    payload: '{"u":"https://shop.example/a"}',
  });
  expect(answer.statusCode).toBe(202);
});

test('answer preflights and refuse other methods', async () => {
  const { ask } = routes();
  const preflight = await ask('/.nameplate/event', { method: 'OPTIONS' });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
  });
  const refused = await ask('/.nameplate/event', { method: 'GET' });
  expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'OPTIONS, POST']);
  expect((await ask('/.nameplate/script.js', { method: 'POST' })).statusCode).toBe(405);
});
