import fc from 'fast-check';
import { iso31662 } from 'iso-3166';
import { describe, expect, it } from 'vitest';
import { englishRegions } from './region-table.ts';
import { isCountry, regionCodeOf, regionNameOf } from './regions.ts';

describe('regionCodeOf', () => {
  it.each([
    ['DE', 'Hesse', 'DE-HE'],
    ['DE', 'Hessen', 'DE-HE'],
    ['DE', 'Land Berlin', 'DE-BE'],
    ['DE', 'Baden-Wurttemberg', 'DE-BW'],
    ['US', 'new  york', 'US-NY'],
    ['BR', 'Sao Paulo', 'BR-SP'],
    ['BR', 'São Paulo', 'BR-SP'],
    ['FR', 'Ile-de-France', 'FR-IDF'],
    ['CN', 'Guangdong', 'CN-GD'],
    ['RU', 'Moscow', 'RU-MOW'],
    ['RU', 'Moscow Oblast', 'RU-MOS'],
    ['UA', 'Kyiv City', 'UA-30'],
    ['GB', 'England', 'GB-ENG'],
    ['TN', 'Tunis Governorate', 'TN-11'],
    ['SE', 'Stockholm', 'SE-AB'],
    ['PL', 'Lodz Voivodeship', 'PL-10'],
    ['DE', 'New York', ''],
    ['DE', '', ''],
    ['', 'Hesse', ''],
    ['ZZ', 'Hesse', ''],
    ['DE', '🜨', ''],
  ])('finds in %j %j: %j', (country, name, code) => {
    expect(regionCodeOf(country, name)).toBe(code);
    expect(regionCodeOf(country, name)).toBe(code);
  });

  it('finds nothing of another country, whatever is asked', () => {
    fc.assert(
      fc.property(fc.constantFrom('DE', 'US', 'XX'), fc.string({ unit: 'binary' }), (country, name) => {
        const code = regionCodeOf(country, name);
        expect(code === '' || code.startsWith(`${country}-`)).toBe(true);
      }),
    );
  });
});

describe('regionNameOf', () => {
  it.each([
    ['DE-HE', 'Hesse'],
    ['US-NY', 'New York'],
    ['CN-GD', 'Guangdong'],
    ['BR-SP', 'São Paulo'],
    ['XX-1', ''],
    ['', ''],
  ])('calls %j %j', (code, name) => {
    expect(regionNameOf(code)).toBe(name);
  });

  it('has a name for each region of ISO 3166-2', () => {
    for (const { code } of iso31662) expect(regionNameOf(code), code).not.toBe('');
  });
});

it('isCountry knows ISO 3166-1 and Kosovo', () => {
  expect(['DE', 'US', 'XK', 'TW'].map(isCountry)).toEqual([true, true, true, true]);
  expect(['de', 'ZZ', '', 'EU', 'UK', 'DEU'].map(isCountry)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

describe('the table of English names', () => {
  const known = new Set(iso31662.map(({ code }) => code));
  /** Newer than the list, or left out of it: Norway's counties of 2024, Greater Skopje. */
  const newer = /^(?:NO-(?:31|32|33|39|40|55|56)|MK-85)$/;
  const rows = Object.entries(englishRegions).flatMap(([country, row]) =>
    row.split(';').map((entry) => {
      const [code = '', spellings = ''] = entry.split('=');
      return [country, code, spellings] as const;
    }),
  );

  it('has codes of regions only, each found by its spellings', () => {
    const strangers = rows
      .map(([country, code]) => `${country}-${code}`)
      .filter((code) => !isCountry(code.slice(0, 2)) || !(known.has(code) || newer.test(code)));
    expect(strangers).toEqual([]);
    for (const [country, code, spellings] of rows) {
      for (const spelling of spellings.split('|')) {
        expect(spelling).toBe(spelling.trim());
        expect(regionCodeOf(country, spelling), spelling).toBe(`${country}-${code}`);
      }
    }
  });

  it('names each region once', () => {
    const codes = rows.map(([country, code]) => `${country}-${code}`);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
