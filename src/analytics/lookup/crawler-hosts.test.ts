import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BotLookup } from './bot.ts';
import { crawlerHosts, isInZones, zonesOf } from './crawler-hosts.ts';
import { CrawlerJudge } from './crawler-judge.ts';
import { HostLookUps } from './host-look-ups.ts';

const clock = { now: () => 0 };

test('each crawler has one operator, and a name that crawlers are given', () => {
  const bots = new BotLookup();
  const names = crawlerHosts.flatMap(({ crawlers }) => crawlers);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  for (const name of names) expect(bots.nameOf(`Mozilla/5.0 (compatible; ${name}/1.0)`)).toBe(name);
});

test('the documentation lists them', () => {
  const page = readFileSync('docs/reference/bots.md', 'utf8');
  const table = /<!-- hosts -->\n([^]*?)<!-- \/hosts -->/.exec(page)?.[1]?.split('\n').slice(2, -1);
  expect(table).toEqual(
    crawlerHosts.map(
      ({ crawlers, zones }) =>
        `| ${crawlers.join(' · ')} | ${zones.map((zone) => `\`${zone}\``).join(', ')} |`,
    ),
  );
});

test.each([
  ['Googlebot', 'crawl-66-249-66-1.googlebot.com', true],
  ['Googlebot', 'geo-crawl-35-247-243-240.geo.googlebot.com', true],
  // Where Google fetches what people send it to.
  ['Googlebot', 'google-proxy-66-249-80-1.google.com', false],
  ['Googlebot', 'rate-limited-proxy-66-249-90-77.google.com', false],
  ['AdsBot-Google', 'rate-limited-proxy-66-249-90-77.google.com', true],
  ['AdsBot-Google', 'rate-limited-proxy-66-249-90-77.google.com.example', false],
  ['AdsBot-Google', 'rate-limited-proxy-1.corp.google.com', false],
  ['AdsBot-Google', 'rate-limited-proxy-.google.com', false],
  ['AdsBot-Google', 'google-proxy-66-249-80-1.google.com', false],
  ['FeedFetcher-Google', 'google-proxy-66-249-80-1.google.com', true],
  ['PetalBot', 'petalbot-114-119-144-17.petalsearch.com', true],
  ['PetalBot', 'petalbot-114-119-144-17.aspiegel.com', true],
  // Semrush documents no hosts.
  ['SemrushBot', '13.bl.bot.semrush.com', false],
])('%s from %s: %s', (bot, host, isVerified) => {
  expect(isInZones(host, zonesOf(bot) ?? [])).toBe(isVerified);
});

test('a crawler is verified by hosts of its own operator only', async () => {
  const found: Readonly<Record<string, readonly string[]>> = {
    '192.0.2.1': ['crawl-1.googlebot.com'],
    '192.0.2.2': ['crawl-2.example', 'spider-2.yandex.net'],
  };
  const judge = new CrawlerJudge(
    undefined,
    undefined,
    new HostLookUps(async (address) => found[address] ?? [], clock),
  );
  const verdictOf = (bot: string, address: string) => judge.verdictOf(bot, address, 'account');
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    expect(verdictOf('Googlebot', address)).toBe('pending');
  // Ranges are enough, and people and crawlers without documented hosts aren't looked up.
  expect(verdictOf('Googlebot', '66.249.66.1')).toBe('verified');
  expect(verdictOf('', '192.0.2.9')).toBe('none');
  expect(verdictOf('GPTBot', '192.0.2.9')).toBe('claimed');
  expect(verdictOf('Googlebot', '')).toBe('claimed');
  expect(judge.verdictOf('Googlebot', '192.0.2.9')).toBe('claimed');
  await new Promise((resolve) => setImmediate(resolve));
  expect(
    ['Googlebot', 'googlebot-image', 'YandexBot', 'Bingbot', 'GPTBot'].map((bot) =>
      ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => verdictOf(bot, address)),
    ),
  ).toEqual([
    ['verified', 'claimed', 'claimed'],
    ['verified', 'claimed', 'claimed'],
    ['claimed', 'verified', 'claimed'],
    ['claimed', 'claimed', 'claimed'],
    ['claimed', 'claimed', 'claimed'],
  ]);
});
