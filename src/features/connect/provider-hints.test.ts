import { expect, test } from 'vitest';
import { shortName } from './connect-view.ts';
import { providerOf } from './provider-hints.ts';

test.each([
  [['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'], 'Cloudflare'],
  [['ns55.domaincontrol.com'], 'GoDaddy'],
  [['ns-1536.awsdns-00.co.uk'], 'Amazon Route 53'],
  [['ns-1.awsdns-00.evil.example'], undefined],
  [['evilns.cloudflare.com'], undefined],
  [['ns1.example.com'], undefined],
  [[], undefined],
])('%j is %s', (servers, name) => {
  expect(providerOf(servers)?.name).toBe(name);
});

test.each([
  ['shop.example.com', 'shop'],
  ['example.com', '@'],
  ['a.b.example.co.uk', 'a.b'],
  ['_acme-challenge.shop.example.com', '_acme-challenge.shop'],
  ['co.uk', 'co.uk'],
])('the name field for %s has %s', (name, short) => {
  expect(shortName(name)).toBe(short);
});
