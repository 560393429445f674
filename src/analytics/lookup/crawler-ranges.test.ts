import { mkdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { verifiableCrawlers } from '../../core/verifiable-crawlers.ts';
import { BotLookup } from './bot.ts';
import { botClassOf } from './bot-class.ts';
import { crawlerHosts } from './crawler-hosts.ts';
import { CrawlerJudge } from './crawler-judge.ts';
import { crawlerRangeTable } from './crawler-range-table.ts';
import { CrawlerRanges, readCrawlerRanges } from './crawler-ranges.ts';

async function newFile(content: unknown): Promise<string> {
  const path = join(await tempDir(), 'ranges.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const own = (path: string) => ({ path, isDownloaded: false });

test('the names that the dashboard knows are those with ranges or with hosts', () => {
  const withHosts = crawlerHosts.flatMap(({ crawlers }) => crawlers);
  const names = new Set([...Object.keys(crawlerRangeTable), ...withHosts]);
  expect(verifiableCrawlers.toSorted()).toEqual([...names].toSorted());
});

test('judges crawlers by the ranges that come with the program', () => {
  const judge = new CrawlerJudge();
  for (const [bot, address, verdict] of [
    ['Googlebot', '66.249.66.1', 'verified'],
    ['googlebot-image', '66.249.79.255', 'verified'],
    ['Googlebot', '::ffff:66.249.66.1', 'verified'],
    ['Googlebot', '2001:4860:4801:10::1', 'verified'],
    ['Googlebot', '66.249.80.0', 'claimed'],
    ['Googlebot', '66.249.63.255', 'claimed'],
    ['Googlebot', '2001:4860:4802::1', 'claimed'],
    ['Googlebot', '157.55.39.1', 'claimed'],
    ['Googlebot', '', 'claimed'],
    ['Bingbot', '157.55.39.1', 'verified'],
    ['GPTBot', '74.7.227.200', 'verified'],
    ['GPTBot', '132.196.86.7', 'verified'],
    ['GPTBot', '132.196.87.7', 'claimed'],
    ['CCBot', '2600:1f28:365:80b0::1', 'verified'],
    ['CCBot', '2600:1f28:365:8100::1', 'claimed'],
    ['constructor', '66.249.66.1', 'claimed'],
    ['curl', '66.249.66.1', 'claimed'],
    // People on an operator's network are people.
    ['', '66.249.66.1', 'none'],
  ])
    expect([bot, address, judge.verdictOf(bot ?? '', address ?? '')]).toEqual([bot, address, verdict]);
});

test('every name of the program’s ranges is one that crawlers are given', () => {
  const bots = new BotLookup();
  for (const name of Object.keys(crawlerRangeTable)) {
    expect(botClassOf(name), name).not.toBe('other');
    if (!name.startsWith('Google')) expect(bots.nameOf(`${name}/1.0`).toLowerCase()).toBe(name.toLowerCase());
  }
});

test('the program’s ranges are a file that is taken', async () => {
  const { ranges, builtAtMs } = readCrawlerRanges(await newFile(crawlerRangeTable));
  expect(ranges).toEqual(crawlerRangeTable);
  expect(builtAtMs).toBeUndefined();
});

const anyBits = (least: number, most: number) => fc.integer({ min: least, max: most });
const anyIpv4 = fc.tuple(fc.constantFrom(10, 11, 203), fc.nat(3), fc.nat(255), fc.nat(255));
const anyIpv6 = fc.tuple(fc.constantFrom('2001', '2002'), fc.constantFrom('db8', '0'), fc.nat(3), fc.nat(9));
const ipv4Text = anyIpv4.map((parts) => parts.join('.'));
const ipv6Text = anyIpv6.map(([a, b, c, d]) => `${a}:${b}:${c}::${d}`);
const anyRange = fc.oneof(
  ipv4Text,
  ipv6Text,
  fc.tuple(ipv4Text, anyBits(8, 32)).map(([address, bits]) => `${address}/${bits}`),
  fc.tuple(ipv6Text, anyBits(16, 128)).map(([address, bits]) => `${address}/${bits}`),
);

test('property: an address is found as if every range were looked at', () => {
  fc.assert(
    fc.property(
      fc.array(anyRange, { maxLength: 12 }),
      fc.array(fc.oneof(ipv4Text, ipv6Text), { minLength: 1, maxLength: 20 }),
      (ranges, addresses) => {
        const list = new BlockList();
        const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
        for (const range of ranges) {
          const [address = '', bits] = range.split('/');
          if (bits === undefined) list.addAddress(address, familyOf(address));
          else list.addSubnet(address, Number(bits), familyOf(address));
        }
        const found = new CrawlerRanges({ Acme: ranges });
        for (const address of addresses)
          expect([address, found.includes('ACME', address)]).toEqual([
            address,
            list.check(address, familyOf(address)),
          ]);
        expect(found.includes('Other', addresses[0] ?? '')).toBe(false);
      },
    ),
  );
});

test.each([
  ['<html>', 'it is not JSON'],
  ['[]', 'it is not a JSON object'],
  ['null', 'it is not a JSON object'],
  ['{}', 'it has no crawlers'],
  ['{"creationTime":"2026-11-01T00:00:00Z"}', 'it has no crawlers'],
  ['{"creationTime":"yesterday","a":[]}', '"creationTime" is "yesterday"; allowed: a time'],
  ['{"a":"203.0.113.0/24"}', '"a" has no JSON array of ranges'],
  ['{"":["203.0.113.0/24"]}', '"" is no name'],
  ['{"a":["203.0.113.0/24",7]}', '"a"[1] is no text; allowed'],
  ...[
    '0.0.0.0/0',
    '10.0.0.0/7',
    '::/0',
    '2000::/15',
    '203.0.113.0/33',
    '::1/129',
    '203.0.113.1/',
    '010.0.0.1',
  ].map((range) => [JSON.stringify({ a: [range] }), `"a"[0] is "${range}"; allowed`]),
  ...['fe80::1%eth0', '203.0.113.0-203.0.113.9', 'example.com', ''].map((range) => [
    JSON.stringify({ a: [range] }),
    '"a"[0] is ',
  ]),
])('%s is refused: %s', async (content, problem) => {
  const path = await newFile(content);
  expect(() => readCrawlerRanges(path)).toThrow(problem);
  expect(() => new CrawlerJudge(own(path))).toThrow('cannot be used');
});

test('a file that is too large is refused before it is read', async () => {
  const path = await newFile('{}');
  truncateSync(path, 100 * 1024 * 1024);
  expect(() => readCrawlerRanges(path)).toThrow('larger than 16 MiB');
});

test('what never ends is not read', () => {
  expect(() => readCrawlerRanges('/dev/zero')).toThrow('it is not a file');
});

test('says when the file was made', async () => {
  const path = await newFile({
    creationTime: '2026-11-01T00:00:00Z',
    Acme: ['203.0.113.0/24', '2001:db8::/32'],
  });
  expect(readCrawlerRanges(path)).toEqual({
    ranges: { Acme: ['203.0.113.0/24', '2001:db8::/32'] },
    builtAtMs: Date.UTC(2026, 10, 1),
  });
});

test('uses a file that takes the place of another within a minute, and stays with the old one while it is bad', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(await tempDir(), 'downloads', 'ranges.json');
  const told: (string | undefined)[] = [];
  const judge = new CrawlerJudge({ path, isDownloaded: true }, (_, problem) => told.push(problem));
  const verdicts = () => [
    judge.verdictOf('Googlebot', '66.249.66.1'),
    judge.verdictOf('Acme', '203.0.113.7'),
  ];
  const replace = (content: string) => {
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
    vi.advanceTimersByTime(60_000);
  };
  expect(verdicts()).toEqual(['verified', 'claimed']);
  mkdirSync(join(path, '..'));
  replace(JSON.stringify({ Acme: ['203.0.113.0/24'] }));
  expect(verdicts()).toEqual(['claimed', 'verified']);
  replace('{"Acme":["0.0.0.0/0"]}');
  expect(verdicts()).toEqual(['claimed', 'verified']);
  expect(told).toEqual([undefined, expect.stringContaining('cannot be used')]);
});
