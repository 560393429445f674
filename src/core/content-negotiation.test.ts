import { expect, test } from 'vitest';
import { matchesEtag, preferredCoding } from './content-negotiation.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*;q=0', 'identity'],
  ['*', 'br'],
] as const)('of all forms takes Accept-Encoding %s for %s', (acceptEncoding, coding) => {
  expect(preferredCoding(acceptEncoding)).toBe(coding);
});

test('chooses among the forms that there are', () => {
  expect(preferredCoding('br, gzip', ['identity', 'gzip'])).toBe('gzip');
  expect(preferredCoding('br, gzip', ['identity'])).toBe('identity');
  expect(preferredCoding('*', ['identity', 'gzip'])).toBe('gzip');
});

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
])('If-None-Match %s is of "a": %s', (ifNoneMatch, expected) => {
  expect(matchesEtag(ifNoneMatch, '"a"')).toBe(expected);
});
