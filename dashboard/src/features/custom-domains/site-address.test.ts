import { expect, test } from 'vitest';
import { siteOrigin } from './site-address.ts';

const domain = { host: 'example.com', redirect_to_www: false, tls_certificate_issued: true };

test('is the host that visitors end up at; a wildcard has none', () => {
  expect(siteOrigin(domain)).toBe('https://example.com');
  expect(siteOrigin({ ...domain, tls_certificate_issued: false })).toBe('http://example.com');
  expect(siteOrigin({ ...domain, redirect_to_www: true })).toBe('https://www.example.com');
  expect(siteOrigin({ ...domain, host: '*.example.com' })).toBeUndefined();
});
