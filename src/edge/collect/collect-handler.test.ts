/** The tracker's script and events, on raw sockets. Source: docs/reference/tracker.md ("On the edge"). */
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { startUpstream } from '../../../test/support/domains.ts';
import { domainAt, domainUuid } from '../../../test/support/proxied-domain.ts';
import { openRawEdge, RawClient, type RawEdge, statuses, talk } from '../../../test/support/raw-http.ts';
import type { CollectCounts } from '../../analytics/ingest/collector-refusals.ts';
import { decodePageviewRecord } from '../../analytics/ingest/pageview-codec.ts';
import { TrackerScript } from '../../analytics/ingest/tracker-script.ts';
import { systemClock } from '../../core/clock.ts';
import type { RedirectRule } from '../../core/redirect-route.ts';
import { reportScripts } from '../../core/report-scripts.ts';
import { linksScriptPath } from '../../core/tracker-paths.ts';

const day = 86_400_000;
const agent = 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\n';
const source = 'console.log("tracker");'.repeat(20);
const body = '{"u":"https://shop.example/a","r":"","w":800}';

type Options = {
  readonly eventsPerMinute?: number;
  readonly rules?: Readonly<Record<string, Partial<RedirectRule>>>;
  readonly trustedProxies?: readonly string[];
  readonly append?: (line: string) => Promise<void>;
};

async function open(options: Options = {}): Promise<{
  edge: RawEdge;
  lines: string[];
  counts: () => CollectCounts;
  forwarded: string[];
}> {
  const forwarded: string[] = [];
  const upstream = await startUpstream((request, answer) => {
    forwarded.push(`${request.method} ${request.url}`);
    answer.end('from the upstream');
  });
  const lines: string[] = [];
  const append = async (line: string) => void lines.push(line);
  const { port } = upstream;
  const edge = await openRawEdge(options.rules ?? {}, options.trustedProxies, undefined, {
    domains: {
      'shop.example': domainAt({ port }, { webAnalytics: 'inject' }),
      'www-shop.example': domainAt(
        { port },
        { webAnalytics: 'manual', redirectToWww: true, engagement: true, webVitals: true },
      ),
      'paths.example': domainAt({ port }, { webAnalytics: 'manual', referrerPaths: true }),
      'off.example': domainAt({ port }, { webAnalytics: 'off' }),
    },
    pageviews: { appendDurably: options.append ?? append },
    script: new TrackerScript(
      Buffer.from(source),
      new Map([
        [linksScriptPath, Buffer.from('// links')],
        [reportScripts.engagement.path, Buffer.from('// time')],
        [reportScripts.vitals.path, Buffer.from('// vitals')],
      ]),
    ),
    eventsPerMinute: options.eventsPerMinute ?? 0,
  });
  const now = systemClock.now();
  edge.edge.visitors.setSalts([
    { fromMs: now - day, toMs: now + day, key: Buffer.alloc(32, 1).toString('base64') },
  ]);
  return { edge, lines, counts: () => edge.edge.eventCounts, forwarded };
}

function post(text: string, fields = '', host = 'shop.example'): string {
  return (
    `POST /.nameplate/event HTTP/1.1\r\nHost: ${host}\r\n${agent}Content-Type: text/plain;charset=UTF-8\r\n` +
    `${fields}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  );
}

const close = 'Connection: close\r\n';
const get = (fields = '', target = '/.nameplate/script.js', host = 'shop.example', method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${fields}${close}\r\n`;

it('answers 202 once an event is stored, and counts it as a request of the domain', async () => {
  const { edge, lines, forwarded } = await open();
  const answer = await talk(edge.port, post(body, close));
  expect(answer).toMatch(/^HTTP\/1\.1 202 Accepted\r\nAccess-Control-Allow-Origin: \*\r\n/);
  expect(answer).toMatch(/Content-Length: 0\r\nConnection: close\r\n\r\n$/);
  expect(lines.map(decodePageviewRecord)).toMatchObject([
    { domainUuid, path: '/a', width: 800, clientNetwork: '127.0.0.0' },
  ]);
  expect(edge.records).toMatchObject([{ status: 202, domainUuid }]);
  expect(forwarded).toEqual([]);
});

it('stores the path of the referrer only of a domain that records it', async () => {
  const { edge, lines } = await open();
  for (const host of ['shop.example', 'paths.example']) {
    const text = JSON.stringify({ u: `https://${host}/a`, r: 'https://r.example/b?secret' });
    await talk(edge.port, post(text, `Referer: https://r.example/c\r\n${close}`, host));
  }
  expect(lines.map((line) => decodePageviewRecord(line)?.referrerPath)).toEqual([undefined, '/b']);
  expect(edge.records.map(({ referrerPaths }) => referrerPaths)).toEqual([false, true]);
});

it('does not answer before the event is stored', async () => {
  let stored = () => {};
  const { edge } = await open({
    append: () =>
      new Promise((resolve) => {
        stored = resolve;
      }),
  });
  const client = new RawClient(edge.port).send(post(body));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(client.received).toBe('');
  stored();
  expect(statuses(await client.until(/\r\n\r\n/))).toEqual([202]);
});

it('takes events cut anywhere, chunked, asked for leave, and one after the other', async () => {
  const { edge, lines } = await open();
  const text = post(body, close);
  expect(statuses(await talk(edge.port, ...text.split('')))).toEqual([202]);
  const chunked =
    `POST /.nameplate/event HTTP/1.1\r\nHost: shop.example\r\n${agent}Transfer-Encoding: chunked\r\n${close}\r\n` +
    body
      .split('')
      .map((letter) => `1\r\n${letter}\r\n`)
      .join('');
  expect(statuses(await talk(edge.port, `${chunked}0\r\n\r\n`))).toEqual([202]);
  const client = new RawClient(edge.port);
  client.send(
    post('', 'Expect: 100-continue\r\n').replace('Content-Length: 0', `Content-Length: ${body.length}`),
  );
  await client.until(/100 Continue\r\n\r\n/);
  client.send(body);
  expect(statuses(await client.until(/ 202 .*\r\n\r\n/s))).toEqual([100, 202]);
  const several = post(body) + post('nonsense') + post(body) + post(body, close);
  expect(statuses(await talk(edge.port, several))).toEqual([202, 400, 202, 202]);
  expect(lines).toHaveLength(6);
});

it.each<[name: string, request: string, status: number, reason: string]>([
  ['an access token', post(body, 'authorization: bearer np_abc\r\n'), 400, 'server_event'],
  ['no JSON', post('{'), 400, 'body_invalid'],
  ['no body', post(''), 400, 'body_invalid'],
  ['another host', post('{"u":"https://other.example/"}'), 400, 'host_other'],
  ['javascript:', post('{"u":"javascript:alert(1)"}'), 400, 'url_invalid'],
  ['a bot', post(body).replace(agent, 'User-Agent: Googlebot/2.1\r\n'), 400, 'bot'],
  ['no user agent', post(body).replace(agent, ''), 400, 'user_agent_missing'],
  ['Global Privacy Control', post(body, 'Sec-GPC: 1\r\n'), 400, 'privacy_signal'],
  ['a prerender', post(body, 'Sec-Purpose: prefetch;prerender\r\n'), 400, 'prefetch'],
  ['65 KiB', post(`"${'x'.repeat(65 * 1024)}"`), 413, 'body_too_large'],
  [
    'a referrer of 64 KiB',
    post(JSON.stringify({ u: 'https://shop.example/', r: 'x'.repeat(65_536) })),
    413,
    'body_too_large',
  ],
])('refuses %s', async (_name, request, status, reason) => {
  const { edge, lines, counts } = await open();
  const client = new RawClient(edge.port).send(request);
  const answer = await client.until(/\r\n\r\n.+\n/s);
  expect(statuses(answer)).toEqual([status]);
  expect(answer).toContain(`\r\nX-Nameplate-Reason: ${reason}\r\n`);
  expect(answer).toContain('\r\nAccess-Control-Allow-Origin: *\r\n');
  expect(lines).toEqual([]);
  expect(counts()).toEqual({ accepted: 0, refused: { [reason]: 1 } });
});

it('refuses an endless body as soon as it is too long', async () => {
  const { edge, counts } = await open();
  const head = `POST /.nameplate/event HTTP/1.1\r\nHost: shop.example\r\n${agent}Transfer-Encoding: chunked\r\n\r\n`;
  const client = new RawClient(edge.port).send(head);
  for (let i = 0; i < 70; i++) client.send(`400\r\n${'x'.repeat(1024)}\r\n`);
  expect(statuses(await client.until(/\r\n\r\n.+\n/s))).toEqual([413]);
  await client.closed;
  expect(counts().refused).toEqual({ body_too_large: 1 });
});

it('holds back floods from one address, behind a trusted proxy too', async () => {
  const { edge, counts } = await open({ eventsPerMinute: 6, trustedProxies: ['127.0.0.1'] });
  const from = (address: string) => post(body, `X-Forwarded-For: ${address}\r\n`);
  const flood = await talk(
    edge.port,
    from('192.0.2.1').repeat(8),
    post(body, `X-Forwarded-For: 192.0.2.2\r\n${close}`),
  );
  expect(statuses(flood)).toEqual([202, 202, 202, 202, 202, 202, 429, 429, 202]);
  expect(flood).toContain('\r\nRetry-After: 10\r\n');
  expect(counts()).toEqual({ accepted: 7, refused: { flood: 2 } });
});

it('answers 503 while events cannot be stored', async () => {
  const { edge } = await open({ append: () => Promise.reject(new Error('full')) });
  const answer = await talk(edge.port, post(body, close));
  expect(statuses(answer)).toEqual([503]);
  expect(answer).toContain('\r\nRetry-After: 1\r\n');
  expect(answer).toContain('\r\nX-Nameplate-Reason: not_stored\r\n');
});

it('lives on when a client goes away in the middle of an event', async () => {
  const { edge, lines } = await open();
  const client = new RawClient(edge.port).send(post(body).slice(0, -5));
  await new Promise((resolve) => setTimeout(resolve, 20));
  client.socket.resetAndDestroy();
  expect(statuses(await talk(edge.port, post(body, close)))).toEqual([202]);
  expect(lines).toHaveLength(1);
});

it('serves the script, compressed, to be kept', async () => {
  const { edge, forwarded } = await open();
  const plain = await talk(edge.port, get());
  expect(plain).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Type: text\/javascript; charset=utf-8\r\n/);
  expect(plain).toMatch(/Cache-Control: public, max-age=86400/);
  expect(plain).toContain('Access-Control-Allow-Origin: *\r\n');
  expect(plain.endsWith(`\r\n\r\n${source}`)).toBe(true);
  const gzipped = await talk(edge.port, get('Accept-Encoding: gzip\r\n'));
  const bytes = Buffer.from(gzipped.slice(gzipped.indexOf('\r\n\r\n') + 4), 'latin1');
  expect(gunzipSync(bytes).toString()).toBe(source);
  expect(gzipped).toContain(`\r\nContent-Length: ${bytes.length}\r\n`);
  const etag = /ETag: (\S+)/.exec(gzipped)?.[1] ?? '';
  const kept = await talk(edge.port, get(`Accept-Encoding: gzip\r\nIf-None-Match: ${etag}\r\n`));
  expect(kept).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n/);
  expect(kept).not.toMatch(/^Content-(Type|Encoding|Length)/m);
  const head = await talk(edge.port, get('', undefined, undefined, 'HEAD'));
  expect(head).toContain(`\r\nContent-Length: ${source.length}\r\n`);
  expect(head.endsWith('\r\n\r\n')).toBe(true);
  const version = etag.replace(/"|-.*/g, '');
  expect(await talk(edge.port, get('', `/.nameplate/script.js?v=${version}`))).toContain('immutable');
  expect(forwarded).toEqual([]);
});

it('has the script for other links, and takes events at another path', async () => {
  const { edge, lines, forwarded } = await open();
  const links = await talk(edge.port, get('', '/.nameplate/links.js'));
  expect([statuses(links), links.endsWith('\r\n\r\n// links')]).toEqual([[200], true]);
  const event = post(body, close).replace('/.nameplate/event', '/.nameplate/n');
  expect(statuses(await talk(edge.port, event))).toEqual([202]);
  expect([lines.length, forwarded]).toEqual([1, []]);
});

it('answers preflights and refuses other methods', async () => {
  const { edge, forwarded } = await open();
  const preflight = await talk(edge.port, get('Origin: null\r\n', '/.nameplate/event', undefined, 'OPTIONS'));
  expect(preflight).toMatch(/^HTTP\/1\.1 204 /);
  expect(preflight).toContain('\r\nAccess-Control-Allow-Methods: POST, OPTIONS\r\n');
  for (const [method, path, allow] of [
    ['GET', 'event', 'POST, OPTIONS'],
    ['PUT', 'event', 'POST, OPTIONS'],
    ['POST', 'script.js', 'GET, HEAD, OPTIONS'],
    ['DELETE', 'script.js', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await talk(edge.port, get('', `/.nameplate/${path}`, undefined, method));
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toContain(`\r\nAllow: ${allow}\r\n`);
  }
  expect(forwarded).toEqual([]);
});

it('has neither where web analytics are off, nor beside these two addresses', async () => {
  const { edge, lines, forwarded } = await open();
  expect(statuses(await talk(edge.port, get('', undefined, 'off.example')))).toEqual([404]);
  const answer = await talk(edge.port, post('{"u":"https://off.example/"}', close, 'off.example'));
  expect(statuses(answer)).toEqual([404]);
  expect(answer).toContain('X-Nameplate-Reason: web_analytics_off');
  expect(forwarded).toEqual([]);
  expect(await talk(edge.port, get('', '/.nameplate/other'))).toContain('from the upstream');
  expect(statuses(await talk(edge.port, get('', undefined, 'none.example')))).toEqual([404]);
  expect(lines).toEqual([]);
});

it('comes after the redirect of the host and before the one to www.', async () => {
  const rules = { 'shop.example': { matchPath: '/old*' }, 'www-shop.example': { matchPath: '*' } };
  const { edge, lines } = await open({ rules });
  expect(statuses(await talk(edge.port, get()))).toEqual([200]);
  expect(statuses(await talk(edge.port, get('', undefined, 'www-shop.example')))).toEqual([301]);
  const without = await open();
  const own = post('{"u":"https://www.www-shop.example/"}', '', 'www-shop.example');
  const twin = post('{"u":"https://www-shop.example/"}', close, 'www.www-shop.example');
  expect(statuses(await talk(without.edge.port, own + twin))).toEqual([202, 202]);
  expect(without.lines).toHaveLength(2);
  expect(lines).toHaveLength(0);
});

it('takes reports where they are asked for, drops them elsewhere, and counts none as an event', async () => {
  const { edge, lines, counts } = await open();
  const valid = [
    { n: 'engagement', e: 7, sd: 9 },
    { n: 'vitals', lcp: 1200.5, cls: 0.1234 },
  ];
  const report = (host: string, members: object) =>
    post(JSON.stringify({ u: `https://${host}/a`, ...members }), '', host);
  const asked = 'www-shop.example';
  const wrong = [
    { n: 'engagement', e: Number.MAX_VALUE, sd: 0 },
    { n: 'engagement', e: 7, sd: 101 },
    { n: 'vitals', lcp: 86_400_001 },
    { n: 'vitals', inp: -1 },
    { n: 'vitals', ttfb: null },
    { n: 'vitals', cls: 1000.5 },
    { n: 'vitals', cls: '0.1' },
  ];
  const infinite = post(`{"n":"vitals","u":"https://${asked}/a","lcp":1e999}`, '', asked);
  const sent = [
    ...valid.flatMap((one) => [report(asked, one), report('shop.example', one)]),
    ...wrong.flatMap((one) => [report(asked, one), report('shop.example', one)]),
    infinite,
    post(body, close),
  ];
  expect(statuses(await talk(edge.port, sent.join('')))).toEqual([
    ...Array.from({ length: 4 }, () => 202),
    ...Array.from({ length: 15 }, () => 400),
    202,
  ]);
  expect(lines.map(decodePageviewRecord)).toMatchObject([
    { path: '/a', details: { name: 'engagement', props: { '': '', e: '7', sd: '9' } } },
    { path: '/a', details: { name: 'vitals', props: { '': '', lcp: '1201', cls: '123' } } },
    { path: '/a' },
  ]);
  expect(counts()).toEqual({ accepted: 1, refused: { engagement_invalid: 4, vitals_invalid: 11 } });
  expect((await talk(edge.port, get('', '/.nameplate/engagement.js'))).endsWith('// time')).toBe(true);
  expect((await talk(edge.port, get('', '/.nameplate/vitals.js'))).endsWith('// vitals')).toBe(true);
});
