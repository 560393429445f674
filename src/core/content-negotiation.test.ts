import { expect, test } from 'vitest';
import { matchesEtag, preferredCoding, prefersHtml, wantedCoding } from './content-negotiation.ts';

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

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML ; charset=utf-8, application/json', true],
  ['application/json;q=0.9, text/html', true],
  ['application/json, text/html', false],
  ['application/json, text/html;q=0.9', false],
  ['image/avif,image/webp,*/*;q=0.8', false],
  ['*/*', false],
  ['text/html;q=0', false],
  ['text/html;q=x', false],
  ['', false],
  [undefined, false],
])('Accept %j prefers an HTML page: %j', (accept, is) => {
  expect(prefersHtml(accept)).toBe(is);
});

test.each([
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP ; Q=0.5', 'gzip'],
  ['br;q=0.8, gzip;q=0.9', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['*;q=0, gzip', 'gzip'],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0', undefined],
  ['identity, gzip', 'gzip'],
  ['deflate, zstd', undefined],
  ['gzip;q=x', undefined],
  ['gzip;q=-1', undefined],
  [',,;', undefined],
] as const)('of Accept-Encoding %s wants %s', (acceptEncoding, coding) => {
  expect(wantedCoding(acceptEncoding)).toBe(coding);
});
