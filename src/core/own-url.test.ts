import { expect, test } from 'vitest';
import { isOwnUrl, originOf } from './own-url.ts';

test.each([
  ['/a', 'https://a.example', '/a', '', true],
  ['/a#there', 'https://a.example', '/a', '', true],
  ['/a?b', 'https://a.example', '/a', 'b', true],
  ['/a?b', 'https://a.example', '/a', '', false],
  ['/a', 'https://a.example', '/a', 'b', false],
  ['/a/', 'https://a.example', '/a', '', false],
  ['/A', 'https://a.example', '/a', '', false],
  ['/%61', 'https://a.example', '/a', '', false],
  ['/.//a', 'https://a.example', '//a', '', true],
  ['https://a.example/a', 'https://a.example', '/a', '', true],
  ['https://a.example./a', 'https://a.example', '/a', '', true],
  ['https://a.example.:8443/a', 'https://a.example:8443', '/a', '', true],
  ['http://a.example/a', 'https://a.example', '/a', '', false],
  ['https://a.example:8443/a', 'https://a.example', '/a', '', false],
  ['https://b.example/a', 'https://a.example', '/a', '', false],
  ['/a', '', '/a', '', false],
])('%s for %s%s?%s: %j', (location, origin, path, query, expected) => {
  expect(isOwnUrl(location, { origin, path, query })).toBe(expected);
});

test.each([
  ['http', 0, 'http://a.example'],
  ['http', 80, 'http://a.example'],
  ['http', 443, 'http://a.example:443'],
  ['https', 443, 'https://a.example'],
  ['https', 8443, 'https://a.example:8443'],
] as const)('the origin of %s on port %i is %s', (scheme, port, expected) => {
  expect(originOf(scheme, { host: 'a.example', port })).toBe(expected);
});
