import { expect, test } from 'vitest';
import { domainAt, domainUuid } from '../../../test/support/proxied-domain.ts';
import { openRawEdge, type RawEdge, talk } from '../../../test/support/raw-http.ts';
import { openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import type { DomainRoute } from '../../core/route.ts';
import { CrawlerLookup } from './crawler-lookup.ts';

const gptBot =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/** An edge with a domain, whose upstream says hello. */
async function open(further: Partial<DomainRoute>): Promise<RawEdge> {
  const upstream = await openRawUpstream((connection) => {
    const goOn = async (): Promise<void> => {
      for (;;) {
        await connection.head();
        connection.say('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello');
      }
    };
    // Ends with the connection.
    goOn().catch(() => {});
  });
  const domains = { 'd.example': domainAt({ port: upstream.port }, further) };
  const rules = { 'd.example': { matchPath: '/old*' } };
  return await openRawEdge(rules, [], undefined, { domains });
}

function ask(edge: RawEdge, userAgent: string, start = 'GET /a?b'): Promise<string> {
  return talk(edge.port, request(start, [`User-Agent: ${userAgent}`, 'Connection: close']));
}

test('a domain allows AI crawlers unless its owner said otherwise', async () => {
  const edge = await open({});
  expect(await ask(edge, gptBot)).toMatch(/^HTTP\/1\.1 200 .*hello$/s);
});

test.each([
  ['block', '403 Forbidden', 'This site does not allow AI crawlers.\n'],
  [
    'payment_required',
    '402 Payment Required',
    'This site allows AI crawlers for payment only. Ask its owner for access.\n',
  ],
] as const)('%s answers them %s in plain text, and records it', async (aiCrawlers, status, sentence) => {
  const edge = await open({ aiCrawlers });
  const answer = await ask(edge, gptBot);
  expect(answer.startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
  expect(answer).toMatch(/^content-type: text\/plain; charset=utf-8\r$/im);
  expect(answer).toMatch(/^cache-control: no-store\r$/im);
  expect(answer.endsWith(`\r\n\r\n${sentence}`)).toBe(true);
  expect(edge.records).toMatchObject([
    { status: Number(status.slice(0, 3)), domainUuid, failure: 'ai_crawler', requestId: '' },
  ]);
  expect((await ask(edge, gptBot, 'HEAD /')).endsWith('\r\n\r\n')).toBe(true);
});

test.each([
  ['a person', chrome],
  ['a search engine', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['a program', 'curl/8.5.0'],
  ['a client without a name', ''],
])('%s gets the site of a domain that blocks AI crawlers', async (_, userAgent) => {
  const edge = await open({ aiCrawlers: 'block' });
  expect(await ask(edge, userAgent)).toMatch(/hello$/);
});

test('AI crawlers may read robots.txt, and follow redirects, of a domain that blocks them', async () => {
  const edge = await open({ aiCrawlers: 'block' });
  expect(await ask(edge, gptBot, 'GET /robots.txt')).toMatch(/hello$/);
  expect(await ask(edge, gptBot, 'GET /old')).toMatch(/^HTTP\/1\.1 301 /);
  expect(await ask(edge, gptBot, 'GET /robots.txt/')).toMatch(/^HTTP\/1\.1 403 /);
});

test('the host with www. before it belongs to the domain', async () => {
  const edge = await open({ aiCrawlers: 'block', redirectToWww: true });
  const www = `GET / HTTP/1.1\r\nHost: www.d.example\r\nUser-Agent: ${gptBot}\r\nConnection: close\r\n\r\n`;
  expect(await talk(edge.port, www)).toMatch(/^HTTP\/1\.1 403 /);
});

test('the body of a request that is turned away is read, and the connection is kept', async () => {
  const edge = await open({ aiCrawlers: 'block' });
  const post = request('POST /', [`User-Agent: ${gptBot}`, 'Content-Length: 5']);
  const next = request('GET /', [`User-Agent: ${chrome}`, 'Connection: close']);
  expect(await talk(edge.port, `${post}12345${next}`)).toMatch(/^HTTP\/1\.1 403 .*HTTP\/1\.1 200 .*hello$/s);
});

test('a list that is missing or bad is replaced by the one of the program', () => {
  for (const path of ['/nowhere/crawlers.json', import.meta.filename])
    expect(new CrawlerLookup(path, null, []).classOf(gptBot)).toBe('ai');
});
