/** Crawlers that are verified by the hosts of their addresses, at a real edge. Source: docs/reference/bots.md ("Reverse DNS"). */
import { expect, onTestFinished, test } from 'vitest';
import { openChallengeEdge } from '../../../test/support/challenge-edge.ts';
import { TestDnsServer } from '../../../test/support/dns-server.ts';
import { type RawEdge, talk } from '../../../test/support/raw-http.ts';

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const answer = (status: number) => ({ then: { respond: { status, body: `${status}` } } });
const rules = [
  { if: { path: '/challenged' }, then: { challenge: {} } },
  { if: { path: '/judged', verified: true }, ...answer(201) },
  { if: { path: '/judged', verified: false }, ...answer(410) },
  answer(200),
];

async function open() {
  const clock = { time: Date.UTC(2026, 10, 24, 12), now: () => clock.time };
  const dns = await TestDnsServer.start([
    '7.113.0.203.in-addr.arpa PTR crawl-7.googlebot.com',
    'crawl-7.googlebot.com A 203.0.113.7',
    '8.113.0.203.in-addr.arpa PTR crawl-8.googlebot.com',
  ]);
  onTestFinished(() => dns[Symbol.asyncDispose]());
  const edge = await openChallengeEdge(rules, null, undefined, { clock, dnsServers: [dns.address] });
  const status = (path: string, from: string, agent = googlebot) => statusOf(edge, path, from, agent);
  return { clock, dns, status };
}

async function statusOf(edge: RawEdge, path: string, from: string, agent: string): Promise<number> {
  const fields = [
    'Host: go.example',
    'Accept: text/html',
    `User-Agent: ${agent}`,
    `X-Forwarded-For: ${from}`,
  ];
  const response = await talk(
    edge.port,
    [`GET ${path} HTTP/1.1`, ...fields, 'Connection: close', '', ''].join('\r\n'),
  );
  return Number(response.slice(9, 12));
}

test('a crawler is verified once its host is confirmed, and one that lies is claimed', async () => {
  const { dns, status } = await open();
  expect(await status('/judged', '203.0.113.7')).toBe(200);
  await expect.poll(() => status('/judged', '203.0.113.7')).toBe(201);
  expect(await status('/challenged', '203.0.113.7')).toBe(200);
  for (const liar of ['203.0.113.8', '203.0.113.9']) {
    expect(await status('/judged', liar)).toBe(200);
    await expect.poll(() => status('/judged', liar)).toBe(410);
    expect(await status('/challenged', liar)).toBe(403);
  }
  expect(dns.questions).toEqual([
    'PTR 7.113.0.203.in-addr.arpa',
    'A crawl-7.googlebot.com',
    'PTR 8.113.0.203.in-addr.arpa',
    'A crawl-8.googlebot.com',
    'PTR 9.113.0.203.in-addr.arpa',
  ]);
});

test('while a zone is silent neither condition holds and no challenge stops the crawler, for ten minutes', async () => {
  const { clock, dns, status } = await open();
  dns.setFault('7.113.0.203.in-addr.arpa', 'silent');
  const both = async () => [
    await status('/judged', '203.0.113.7'),
    await status('/challenged', '203.0.113.7'),
  ];
  expect(await both()).toEqual([200, 200]);
  clock.time += 10 * 60_000 - 1;
  expect(await both()).toEqual([200, 200]);
  clock.time += 1;
  expect(await both()).toEqual([410, 403]);
  clock.time += 24 * 3_600_000;
  expect(await both()).toEqual([410, 403]);
});

test('people are not looked up, nor are crawlers where no rule asks', async () => {
  const { dns, status } = await open();
  expect(await status('/judged', '203.0.113.7', person)).toBe(200);
  expect(await status('/challenged', '203.0.113.7', person)).toBe(403);
  expect(await status('/', '203.0.113.7')).toBe(200);
  expect(await status('/judged', '203.0.113.7', 'GPTBot/1.0')).toBe(410);
  expect(dns.questions).toEqual([]);
});
