import { expect, it } from 'vitest';
import { isWildcardHost, parseHostOrWildcard, wildcardCovering, withoutWildcard } from './wildcard-host.ts';

it.each([
  ['shop.example.com', 'shop.example.com'],
  [' *.Example.COM. ', '*.example.com'],
  ['*.bücher.example', '*.xn--bcher-kva.example'],
])('reads %j as %j', (text, host) => {
  expect(parseHostOrWildcard(text)).toEqual({ ok: true, host });
});

it.each([
  '*',
  '*.',
  '*.com',
  '*.*.example.com',
  'a.*.example.com',
  '*a.example.com',
  'a*.example.com',
  '**.example.com',
  '*..example.com',
  '*. example.com',
  '*.192.0.2.1',
  '*.example.com:443',
  '＊.example.com',
  `*.${'a.'.repeat(124)}info`,
])('refuses %j', (text) => {
  expect(parseHostOrWildcard(text)).toEqual({ ok: false, reason: expect.stringMatching(/^its? /) });
});

it('is covered by the wildcard with one label less', () => {
  expect(wildcardCovering('a.example.com')).toBe('*.example.com');
  expect(wildcardCovering('a.b.example.com')).toBe('*.b.example.com');
  expect(wildcardCovering('example.com')).toBeUndefined();
  expect(wildcardCovering('localhost')).toBeUndefined();
  expect(wildcardCovering('*.example.com')).toBeUndefined();
});

it('knows what a wildcard stands below', () => {
  expect([isWildcardHost('*.example.com'), isWildcardHost('a.example.com')]).toEqual([true, false]);
  expect(withoutWildcard('*.example.com')).toBe('example.com');
  expect(withoutWildcard('a.example.com')).toBe('a.example.com');
});
