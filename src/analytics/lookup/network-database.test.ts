import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { maxmindFile, type Plain } from '../../../test/support/maxmind-writer.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { type AgingData, ageDays, describeOldData, findAgingData, type LookupDataKind } from './data-age.ts';
import { NetworkDatabase } from './network-database.ts';
import type { DataFile } from './watched-file.ts';

afterEach(() => {
  vi.useRealTimers();
});

function own(path: string): DataFile {
  return { path, isDownloaded: false };
}

function files(paths: Partial<Record<LookupDataKind, string>>): Parameters<typeof findAgingData>[0] {
  const of = (path: string | undefined) => (path === undefined ? undefined : own(path));
  return {
    places: of(paths.places),
    networks: of(paths.networks),
    crawlers: of(paths.crawlers),
    ranges: of(paths.ranges),
  };
}

/** Of providers in the table: Amazon, Hetzner. */
const amazon = 16_509;
const hetzner = 24_940;

function asnFile(networks: Record<string, number>): Buffer {
  const rows = Object.entries({ '8.8.8.0/24': 15_169, ...networks }).map(
    ([network, asn]): [string, Plain] => [network, { autonomous_system_number: asn }],
  );
  return maxmindFile(Object.fromEntries(rows), { databaseType: 'Test-ASN' });
}

async function newFile(content: Buffer | string): Promise<string> {
  const path = join(await tempDir(), 'asn.mmdb');
  writeFileSync(path, content);
  return path;
}

test('finds the provider of IPv4 and IPv6 addresses', async () => {
  const path = await newFile(
    asnFile({ '3.0.0.0/8': amazon, '2a01:4f8::/32': hetzner, '9.9.9.0/24': 99_999 }),
  );
  using networks = new NetworkDatabase(own(path));
  expect(
    ['3.1.2.3', '::ffff:3.1.2.3', '2a01:4f8::1', '9.9.9.9', '4.4.4.4', 'none'].map((a) => networks.slugOf(a)),
  ).toEqual(['amazon-aws', 'amazon-aws', 'hetzner', '', '', '']);
});

test('uses a file that replaces it, refuses a bad one, and tells each once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const path = await newFile(asnFile({ '3.0.0.0/8': amazon }));
  const told: (string | undefined)[] = [];
  using networks = new NetworkDatabase(own(path), (_path, problem) => told.push(problem));
  const replace = (content: Buffer): void => {
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  };
  const later = (): string | undefined => {
    vi.advanceTimersByTime(61_000);
    return networks.slugOf('3.1.2.3');
  };
  expect(later()).toBe('amazon-aws');
  for (const bad of [
    Buffer.from('no database'),
    maxmindFile({ '8.8.8.0/24': { country: 'US' } }),
    asnFile({}).subarray(0, 900),
  ]) {
    replace(bad);
    expect([later(), later()]).toEqual(['amazon-aws', 'amazon-aws']);
  }
  expect(told).toEqual([
    expect.stringContaining('cannot be used'),
    expect.stringContaining('has no autonomous systems'),
    expect.stringContaining('cannot be used'),
  ]);
  rmSync(path);
  expect(later()).toBe('amazon-aws');
  replace(asnFile({ '3.0.0.0/8': hetzner }));
  expect(later()).toBe('hetzner');
  expect(told.slice(3)).toEqual([undefined]);
});

test('refuses a file that cannot be used', async () => {
  expect(() => new NetworkDatabase(own('/nonexistent/asn.mmdb'))).toThrow(
    /^"\/nonexistent\/asn\.mmdb" cannot be used: there is no such file/,
  );
  const places = await newFile(maxmindFile({ '8.8.8.0/24': { country: 'US' } }));
  expect(() => new NetworkDatabase(own(places))).toThrow('has no autonomous systems (Test-City)');
});

test('tells the age of the data: of files by what they say, of the packages as well', async () => {
  const path = await newFile(asnFile({}));
  const [places, , crawlers, ranges] = findAgingData(files({}));
  expect(ranges?.builtAtMs).toBeGreaterThan(Date.UTC(2026, 0));
  expect(places?.builtAtMs).toBeGreaterThan(Date.UTC(2025, 0));
  expect(crawlers?.builtAtMs).toBeGreaterThan(Date.UTC(2025, 0));
  const [none, mine] = findAgingData(files({ places: '/nonexistent', networks: path }));
  expect([none?.builtAtMs, mine?.builtAtMs]).toEqual([undefined, 1_000]);
  expect(mine && ageDays(mine, 86_401_000)).toBe(1);
  // As a number of 64 bits, which is how real files have it.
  const wide = await newFile(maxmindFile({ '8.8.8.0/24': { country: 'US' } }, { buildEpoch: 5_000_000_000 }));
  expect(findAgingData(files({ places: wide }))[0]?.builtAtMs).toBe(5_000_000_000_000);
});

test('the age of a file is read again once it was written over, replaced or removed', async () => {
  const path = await newFile('{"creationTime":"2026-11-01T00:00:00Z","Acme":["203.0.113.0/24"]}');
  const day = () => {
    const builtAtMs = findAgingData(files({ ranges: path }))[3]?.builtAtMs;
    return builtAtMs === undefined ? undefined : new Date(builtAtMs).getUTCDate();
  };
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const reads = () => parse.mock.calls.filter(([text]) => text.includes('Acme')).length;
  expect([day(), day()]).toEqual([1, 1]);
  expect(reads()).toBe(1);
  writeFileSync(path, '{"creationTime":"2026-11-02T00:00:00Z","Acme":["203.0.113.0/24"]}');
  utimesSync(path, 1, 1);
  expect([day(), day()]).toEqual([2, 2]);
  const next = await newFile('{"creationTime":"2026-11-03T00:00:00Z","Acme":["203.0.113.0/24"]}');
  utimesSync(next, 1, 1);
  renameSync(next, path);
  expect([day(), day()]).toEqual([3, 3]);
  writeFileSync(path, '{"Acme":["203.0.113.0/24"]}');
  expect([day(), day()]).toEqual([undefined, undefined]);
  expect(reads()).toBe(4);
  rmSync(path);
  expect(day()).toBeUndefined();
});

test('says in one sentence which data is old and what to do', () => {
  const nowMs = Date.UTC(2026, 10, 26);
  const aged = (data: LookupDataKind, days: number | undefined, path?: string): AgingData => ({
    data,
    path,
    builtAtMs: days === undefined ? undefined : nowMs - days * 86_400_000,
  });
  expect(
    describeOldData([aged('places', 60), aged('networks', undefined), aged('crawlers', 0)], nowMs),
  ).toBeUndefined();
  expect(describeOldData([aged('places', 174), aged('networks', 61), aged('crawlers', 3)], nowMs)).toBe(
    'Lookup data is more than 60 days old, so results get less accurate: places (174 days), networks (61 days). To renew it, set NAMEPLATE_DATA_PLACES_URL, NAMEPLATE_DATA_NETWORKS_URL and run "./nameplate data update" (addresses: docs/reference/enrichment.md).',
  );
  expect(describeOldData([aged('places', 90, '/srv/city.mmdb'), aged('crawlers', 80)], nowMs)).toMatch(
    / To renew it, replace \/srv\/city\.mmdb, and set NAMEPLATE_DATA_CRAWLERS_URL and run /,
  );
});
