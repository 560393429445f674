import { expect, it } from 'vitest';
import { AddressHosts } from './address-hosts.ts';

const hosts = new AddressHosts(['203.0.113.7', '2001:db8::7', '2001:db8::8']);

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:0DB8:0::7]', '2001:db8::7'],
  ['203.0.113.8', undefined],
  ['[2001:db8::9]', undefined],
  ['edge.example.net', undefined],
  ['', undefined],
])('finds the address of the Host %s', (host, address) => {
  expect(hosts.ofHost(host)).toBe(address);
});

it('finds the address of a challenge’s server name', () => {
  expect(hosts.ofServerName('7.113.0.203.in-addr.arpa')).toBe('203.0.113.7');
  const nibbles = '7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa';
  expect(hosts.ofServerName(nibbles)).toBe('2001:db8::7');
  expect(hosts.ofServerName('8.113.0.203.in-addr.arpa')).toBeUndefined();
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['10.0.0.5', '203.0.113.7'],
  ['2001:db8::8', '2001:db8::8'],
  // Which of two it was before a router isn't known.
  ['fd00::5', undefined],
  ['203.0.113.8', undefined],
  ['127.0.0.1', undefined],
  ['', undefined],
])('finds the address that a client at %s connected to', (local, address) => {
  expect(hosts.at(local)).toBe(address);
});

it('has none where there are none', () => {
  const none = new AddressHosts([]);
  expect([none.at('10.0.0.5'), none.ofHost('203.0.113.7'), none.ofServerName('x')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
