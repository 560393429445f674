import { createReadStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { Ipv4Ranges, Ipv6Ranges } from './address-ranges.ts';
import { DatacenterLookup } from './datacenter.ts';
import { datacenterProviders } from './hosting-networks.ts';

const data = dirname(createRequire(import.meta.url).resolve('@ip-location-db/asn/package.json'));
let lookup: DatacenterLookup;

beforeAll(async () => {
  lookup = await DatacenterLookup.load();
});

test.each([
  ['3.5.140.2', 'amazon-aws'],
  ['34.64.4.1', 'google-cloud'],
  ['66.249.66.1', 'google'],
  ['20.50.2.1', 'microsoft-azure'],
  ['95.216.1.1', 'hetzner'],
  ['51.15.0.1', 'scaleway'],
  ['188.166.1.1', 'digitalocean'],
  ['1.1.1.1', 'cloudflare'],
  ['151.101.1.1', 'fastly'],
  ['::ffff:95.216.1.1', 'hetzner'],
  ['::ffff:5fd8:101', 'hetzner'],
  ['2a01:4f8::1', 'hetzner'],
  ['2A01:04F8:0:0:0:0:0:1', 'hetzner'],
  ['2606:4700:4700::1111', 'cloudflare'],
  ['2001:41d0::1', 'ovh'],
])('finds %s in %s', (address, slug) => {
  expect(lookup.slugOf(address)).toBe(slug);
  expect(lookup.slugOf(address)).toBe(slug);
});

test.each([
  '',
  '-',
  'localhost',
  '127.0.0.1',
  '10.0.0.1',
  '192.168.1.1',
  '255.255.255.255',
  '0.0.0.0',
  '::',
  '::1',
  'fe80::1%eth0',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '::95.216.1.1',
  '95.216.1',
  '95.216.1.01',
  '95.216.1.256',
  '95.216.1.1.1',
  ' 95.216.1.1',
  '95.216.1.1:80',
  '0x5f.216.1.1',
  '1606942753',
  '2a01:4f8:::1',
  '[2a01:4f8::1]',
  'x'.repeat(10_000),
])('finds %j nowhere', (address) => {
  expect(lookup.slugOf(address)).toBe('');
});

test('keeps little of the data', () => {
  expect(lookup.size.ranges).toBeGreaterThan(10_000);
  expect(lookup.size.sizeBytes).toBeLessThan(2_000_000);
});

test('gives others the event loop while it loads', async () => {
  let turns = 0;
  let isLoaded = false;
  const count = () => {
    turns += 1;
    if (!isLoaded) setImmediate(count);
  };
  setImmediate(count);
  await DatacenterLookup.load();
  isLoaded = true;
  // 32 MB in pieces of 256 KiB.
  expect(turns).toBeGreaterThan(100);
});

test('rejects data that is missing or out of order', async () => {
  const directory = await tempDir();
  await expect(DatacenterLookup.load(directory)).rejects.toThrow('ENOENT');
  await writeFile(join(directory, 'asn-ipv4-num.csv'), '200,300,24940,Hetzner\n100,199,24940,Hetzner\n');
  await writeFile(join(directory, 'asn-ipv6-num.csv'), '');
  await expect(DatacenterLookup.load(directory)).rejects.toThrow('is not behind the one before it');
});

test('the table has at least 60 providers with slugs, names and networks of their own', () => {
  const asns = datacenterProviders.flatMap((provider) => provider.asns);
  expect(datacenterProviders.length).toBeGreaterThanOrEqual(60);
  expect(new Set(datacenterProviders.map(({ slug }) => slug)).size).toBe(datacenterProviders.length);
  expect(new Set(datacenterProviders.map(({ name }) => name)).size).toBe(datacenterProviders.length);
  expect(new Set(asns).size).toBe(asns.length);
  for (const { slug } of datacenterProviders) expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
});

test('the documentation lists every provider', () => {
  const page = readFileSync(new URL('../../../docs/reference/enrichment.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z0-9-]+)` \| (.+) \|$/gm)].map(([, slug, name]) => ({
    slug,
    name,
  }));
  expect(listed).toEqual(datacenterProviders.map(({ slug, name }) => ({ slug, name })));
});

test('every network of the table is registered under a name of its provider', async () => {
  const registered = new Map<number, string>();
  for (const file of ['asn-ipv4-num.csv', 'asn-ipv6-num.csv']) {
    for await (const line of createInterface({ input: createReadStream(join(data, file)) })) {
      const [, asn = '', name = ''] = /^\d+,\d+,(\d+),(.*)$/.exec(line) ?? [];
      registered.set(Number(asn), name.replace(/^"|"$/g, ''));
    }
  }
  const strangers = datacenterProviders.flatMap(({ slug, asns, registeredAs }) =>
    asns
      .filter((asn) => !registeredAs.test(registered.get(asn) ?? ''))
      .map((asn) => `${slug}: AS${asn} is ${registered.get(asn) ?? 'not in the data'}`),
  );
  expect(strangers).toEqual([]);
});

test('ranges answer what a walk over all of them answers', () => {
  const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), fc.nat(2)), {
    maxLength: 3000,
  });
  fc.assert(
    fc.property(gaps, fc.boolean(), (steps, isCompact) => {
      const ipv4 = new Ipv4Ranges();
      const ipv6 = new Ipv6Ranges();
      const base = (1n << 64n) - 2000n;
      const expected: number[] = [];
      for (const [gap, length, value] of steps) {
        for (let at = 0; at < gap; at++) expected.push(-1);
        const first = expected.length;
        for (let at = 0; at <= length; at++) expected.push(value);
        ipv4.add(first, first + length, value);
        ipv6.add(base + BigInt(first), base + BigInt(first + length), value);
      }
      if (isCompact) {
        ipv4.compact();
        ipv6.compact();
      }
      expected.push(-1);
      for (const [address, value] of expected.entries()) {
        const wide = base + BigInt(address);
        if (ipv4.find(address) !== value) return false;
        if (ipv6.find(wide >> 64n, wide & 0xffff_ffff_ffff_ffffn) !== value) return false;
      }
      return true;
    }),
    { numRuns: 100 },
  );
});

test('ranges that touch and belong together are one', () => {
  const ranges = new Ipv4Ranges();
  ranges.add(1, 2, 7);
  ranges.add(3, 4, 7);
  ranges.add(5, 6, 8);
  expect(ranges.length).toBe(2);
  expect([1, 4, 5, 7].map((address) => ranges.find(address))).toEqual([7, 7, 8, -1]);
  expect(() => ranges.add(6, 9, 8)).toThrow(RangeError);
});
