import { expect, test } from 'vitest';
import { readCountry, readRegion, withinCountry } from './within-country.ts';

const row = (id: string, label: string, count: number) => ({ id, label, count, percentage: 1 });

test('keeps the places of a country and shares them out anew', () => {
  const regions = [
    row('DE-BE', 'Berlin', 200),
    row('US-CA', 'California', 90),
    row('DE-BY', 'Bavaria', 100),
    row('', 'Unknown', 7),
  ];
  expect(withinCountry(regions, 'DE')).toEqual([
    { id: 'DE-BE', label: 'Berlin', count: 200, percentage: 66.67 },
    { id: 'DE-BY', label: 'Bavaria', count: 100, percentage: 33.33 },
  ]);
  expect(withinCountry([row('DE', 'Bonn', 1), row('AT', 'Wien', 3)], 'AT')).toEqual([
    { id: 'AT', label: 'Wien', count: 3, percentage: 100 },
  ]);
  expect(withinCountry(regions, 'FR')).toEqual([]);
  const rounded = withinCountry([row('DE-BE', 'Berlin', 201), row('DE-BY', 'Bavaria', 19_799)], 'DE');
  expect(rounded.map(({ percentage }) => percentage)).toEqual([1.01, 99]);
});

test('takes nothing but a code from an address', () => {
  expect(readCountry('DE')).toBe('DE');
  for (const text of [null, '', 'de', 'DEU', '../']) expect(readCountry(text)).toBeUndefined();
  for (const text of ['DE-BY', 'DE-9', 'DE-X1Z']) expect(readRegion(text, 'DE')).toBe(text);
  for (const text of [null, '', 'DE', 'DE-', 'de-by', 'DE-BYXX', 'DE-BY ', 'FR-IDF', '../'])
    expect(readRegion(text, 'DE')).toBeUndefined();
  expect(readRegion('DE-BY', undefined)).toBeUndefined();
});
