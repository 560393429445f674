import { expect, test } from 'vitest';
import { chooseTerms, clickRate, termsCsv } from './search-terms.ts';

const terms = [
  { name: 'Blue shoes', clicks: 12, impressions: 340, position: 4.2 },
  { name: 'shoes', clicks: 3, impressions: 900, position: 11 },
  { name: 'shop', clicks: 0, impressions: 0, position: null },
];
const names = (text: string, sort: string) => chooseTerms(terms, text, sort).map(({ name }) => name);

test('terms are found by a part of them and sorted by each column', () => {
  expect(names('SHOE', '-clicks')).toEqual(['Blue shoes', 'shoes']);
  expect(names('', '-impressions')).toEqual(['shoes', 'Blue shoes', 'shop']);
  expect(names('', 'position')).toEqual(['Blue shoes', 'shoes', 'shop']);
  expect(names('', '-rate')).toEqual(['Blue shoes', 'shoes', 'shop']);
  expect(names('', 'constructor')).toEqual(['Blue shoes', 'shoes', 'shop']);
});

test('clicks per impression are in percent', () => {
  expect(terms.map(clickRate)).toEqual([3.53, 0.33, null]);
  expect(termsCsv(terms)[1][2]).toEqual(['shop', 0, 0, '', '']);
});
