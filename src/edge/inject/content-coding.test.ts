import { expect, it } from 'vitest';
import { codingOf, readableCodings } from './content-coding.ts';

it.each([
  ['gzip, deflate, br, zstd', 'gzip, deflate, br'],
  ['zstd', 'identity'],
  ['', 'identity'],
  ['zstd;q=1.0, GZIP;q=0.5', 'GZIP;q=0.5'],
  ['dcb, dcz, br', 'br'],
  ['*', 'gzip, br, deflate'],
  ['gzip;q=1, *;q=0.5', 'gzip;q=1, br;q=0.5, deflate;q=0.5'],
  ['gzip, *;q=0', 'gzip, *;q=0'],
  ['identity;q=0, * ; q=0.000', 'identity;q=0, * ; q=0.000'],
  [' x-gzip ,, compress', 'x-gzip'],
])('Accept-Encoding %j becomes %j', (value, expected) => {
  expect(readableCodings(value)).toBe(expected);
});

it.each([
  ['', 'identity'],
  ['Identity', 'identity'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['deflate', 'deflate'],
  ['zstd', undefined],
  ['gzip, gzip', undefined],
  ['compress', undefined],
])('Content-Encoding %j is %s', (value, expected) => {
  expect(codingOf(value)).toBe(expected);
});
