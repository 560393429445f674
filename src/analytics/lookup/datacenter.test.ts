import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { addRange, compileNetworks } from './compile-networks.ts';
import { DatacenterLookup } from './datacenter.ts';
import { datacenterProviders } from './hosting-networks.ts';
import { type AddressRange, encodeNetworks, readNetworks } from './networks-file.ts';

const data = dirname(createRequire(import.meta.url).resolve('@ip-location-db/asn/package.json'));
let path: string;
let lookup: DatacenterLookup;

beforeAll(async () => {
  path = await newFile(compileNetworks(), 'file');
  lookup = new DatacenterLookup(path);
});

async function newFile(content: Uint8Array, lifetime?: 'file'): Promise<string> {
  const file = join(await tempDir(lifetime), 'networks.bin');
  await writeFile(file, content);
  return file;
}

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

test('the file is small and says when its data was released', () => {
  const { ipv4, ipv6, sizeBytes, builtAtMs } = readNetworks(path);
  expect(ipv4.length + ipv6.length).toBeGreaterThan(10_000);
  expect(sizeBytes).toBeLessThan(1_000_000);
  expect(builtAtMs).toBeGreaterThan(Date.UTC(2025, 0));
});

test('answers at both ends of the ranges of the package, and beside them, what the package says', async () => {
  const slugs = new Map(datacenterProviders.flatMap(({ asns, slug }) => asns.map((asn) => [asn, slug])));
  const wrong: string[] = [];
  let lines = 0;
  let checked = 0;
  for (const [file, write] of [
    ['asn-ipv4-num.csv', dotted],
    ['asn-ipv6-num.csv', colons],
  ] as const) {
    let before = -1n;
    for await (const line of createInterface({ input: createReadStream(join(data, file)) })) {
      const [first = '', last = '', asn = ''] = line.split(',');
      const expected = slugs.get(Number(asn)) ?? '';
      const [start, end] = [BigInt(first), BigInt(last)];
      lines += 1;
      // All ranges of providers, and enough of the others.
      const isChecked = expected !== '' || lines % 20 === 0;
      const asked: (readonly [bigint, string])[] = [
        [start, expected],
        [(start + end) / 2n, expected],
        [end, expected],
      ];
      if (start > before + 1n) asked.push([start - 1n, ''], [before + 1n, '']);
      before = end;
      for (const [address, slug] of isChecked ? asked : []) {
        checked += 1;
        if (lookup.slugOf(write(address)) !== slug) wrong.push(`${write(address)} ${slug}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(150_000);
});

test('refuses to compile data that is missing or out of order', async () => {
  const directory = await tempDir();
  expect(() => compileNetworks(directory)).toThrow('ENOENT');
  await writeFile(join(directory, 'asn-ipv4-num.csv'), '200,300,24940,Hetzner\n100,199,24940,Hetzner\n');
  await writeFile(join(directory, 'asn-ipv6-num.csv'), '');
  expect(() => compileNetworks(directory)).toThrow('is not behind the one before it');
});

test('refuses a file that is missing, of another kind or cut short', async () => {
  expect(() => new DatacenterLookup('/nonexistent/networks.bin')).toThrow('ENOENT');
  const cut = await newFile(compileNetworks());
  for (const length of [400_000, 100, 8, 3, 0]) {
    await truncate(cut, length);
    expect(() => new DatacenterLookup(cut)).toThrow('is no file of networks');
  }
  const longer = await newFile(Buffer.concat([compileNetworks(), Buffer.alloc(8)]));
  expect(() => new DatacenterLookup(longer)).toThrow('is no file of networks');
  const other = await newFile(Buffer.from('first,last,asn,name\n'.repeat(100)));
  expect(() => new DatacenterLookup(other)).toThrow('is no file of networks');
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
  const [, section = ''] = /\n## Hosting networks\n(.*?)\n## /s.exec(page) ?? [];
  const listed = [...section.matchAll(/^\| `([a-z0-9-]+)` \| (.+) \|$/gm)].map(([, slug, name]) => ({
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

test('ranges answer what a walk over all of them answers', async () => {
  const file = join(await tempDir(), 'networks.bin');
  const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), fc.nat(2)), {
    maxLength: 3000,
  });
  fc.assert(
    fc.property(gaps, (steps) => {
      const ranges = { ipv4: [] as AddressRange[], ipv6: [] as AddressRange[] };
      const base = (1n << 64n) - 2000n;
      const expected: number[] = [];
      for (const [gap, length, value] of steps) {
        for (let at = 0; at < gap; at++) expected.push(-1);
        const first = BigInt(expected.length);
        const last = first + BigInt(length);
        for (let at = 0; at <= length; at++) expected.push(value);
        addRange(ranges.ipv4, { first, last, value });
        addRange(ranges.ipv6, { first: base + first, last: base + last, value });
      }
      expected.push(-1);
      writeFileSync(file, encodeNetworks({ builtAtMs: 0, slugs: [] }, ranges));
      const { ipv4, ipv6 } = readNetworks(file);
      for (const [address, value] of expected.entries()) {
        const wide = base + BigInt(address);
        if (ipv4.find(address) !== value) return false;
        if (ipv6.find(wide >> 64n, wide & 0xffff_ffff_ffff_ffffn) !== value) return false;
      }
      return true;
    }),
    { numRuns: runs(100) },
  );
});

test('ranges that touch and belong together are one', () => {
  const ranges: AddressRange[] = [];
  const range = (first: bigint, last: bigint, value: number) => addRange(ranges, { first, last, value });
  range(1n, 2n, 7);
  range(3n, 4n, 7);
  range(5n, 6n, 8);
  expect(ranges).toEqual([
    { first: 1n, last: 4n, value: 7 },
    { first: 5n, last: 6n, value: 8 },
  ]);
  expect(() => range(6n, 9n, 8)).toThrow(RangeError);
  expect(() => range(9n, 8n, 8)).toThrow(RangeError);
});

function dotted(address: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.');
}

function colons(address: bigint): string {
  const digits = address.toString(16).padStart(32, '0');
  return (digits.match(/.{4}/g) ?? []).join(':');
}
