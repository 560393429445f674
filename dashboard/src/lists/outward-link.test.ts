import { expect, test } from 'vitest';
import { outwardLink } from './outward-link.ts';

test.each([
  ['news.example.org', 'https://news.example.org/'],
  ['Google', undefined],
  ['Direct', undefined],
  ['a.example/path', undefined],
  ['user@evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['a..b', undefined],
])('leads from the source %j to %j', (label, address) => {
  expect(outwardLink('source', label, 'https://shop.example.com')).toBe(address);
});

test.each([
  ['/', 'https://shop.example.com/'],
  ['/a b', 'https://shop.example.com/a%20b'],
  ['/q?x#y', 'https://shop.example.com/q%3Fx%23y'],
  ['//evil.example/', 'https://shop.example.com//evil.example/'],
  ['/\\evil.example', 'https://shop.example.com//evil.example'],
  ['evil.example', undefined],
  ['@evil.example', undefined],
  ['*', undefined],
])('leads from the path %j to %j', (label, address) => {
  expect(outwardLink('path', label, 'https://shop.example.com')).toBe(address);
  expect(outwardLink('path', label, undefined)).toBeUndefined();
});

test('nothing else leads anywhere', () => {
  expect(outwardLink('tag', 'news.example.org', 'https://shop.example.com')).toBeUndefined();
});
