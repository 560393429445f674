import { expect, test } from 'vitest';
import { parseOrigin } from './origin.ts';

test.each([
  ['https://Shop.Example.com:443/', 'https://shop.example.com'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://[2001:DB8::1]:8443', 'https://[2001:db8::1]:8443'],
])('%s is the origin %s', (text, origin) => {
  expect(parseOrigin(text)).toBe(origin);
});

test.each([
  'shop.example.com',
  'ftp://a.example',
  'https://',
  'https://a.example/path',
  'https://a.example?b',
  'https://u:p@a.example',
  'https://*.example.com',
  'https://a;sandbox',
  "https://a 'self'",
  "https://a'self'",
  'https://a.example\nx',
  'https://a..example',
  'https://a.example:99999',
  'https:///a.example',
  '*',
  'null',
  `https://${'a.'.repeat(200)}example`,
])('%j is no origin', (text) => {
  expect(parseOrigin(text)).toBeUndefined();
});
