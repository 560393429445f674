/**
 * Addresses that aren't a machine on the public internet, by IANA's registries.
 * Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), RFC 4291 (address types of IPv6),
 * RFC 6052 (NAT64), RFC 3056 (6to4), RFC 4380 (Teredo).
 */
import ipaddr from 'ipaddr.js';
import type { IpAddress } from './ip-address.ts';

type Range = readonly [cidr: string, what: string];

const ipv4Ranges: readonly Range[] = [
  ['0.0.0.0/8', 'an unspecified address'],
  ['10.0.0.0/8', 'a private address'],
  ['100.64.0.0/10', 'an address shared behind carrier-grade NAT'],
  ['127.0.0.0/8', 'a loopback address'],
  // In no registry: the public address under which Azure's platform answers its own virtual machines.
  ['168.63.129.16/32', 'an address of a cloud platform'],
  ['169.254.0.0/16', 'a link-local address'],
  ['172.16.0.0/12', 'a private address'],
  ['192.0.0.0/24', 'an address reserved for protocols'],
  ['192.0.2.0/24', 'an address for documentation'],
  ['192.88.99.0/24', 'an address reserved for protocols'],
  ['192.168.0.0/16', 'a private address'],
  ['198.18.0.0/15', 'an address for benchmarks'],
  ['198.51.100.0/24', 'an address for documentation'],
  ['203.0.113.0/24', 'an address for documentation'],
  ['224.0.0.0/4', 'a multicast address'],
  ['255.255.255.255/32', 'a broadcast address'],
  ['240.0.0.0/4', 'a reserved address'],
];

/** The first that fits counts. What lies outside of 2000::/3 and has no row is reserved. */
const ipv6Ranges: readonly Range[] = [
  ['::/128', 'an unspecified address'],
  ['::1/128', 'a loopback address'],
  ['::/96', 'an IPv4-compatible address'],
  ['::ffff:0:0:0/96', 'an IPv4-translated address'],
  ['64:ff9b:1::/48', 'a NAT64 address of a local network'],
  ['100::/64', 'an address that discards'],
  ['2001::/32', 'a Teredo address'],
  ['2001::/23', 'an address reserved for protocols'],
  ['2001:db8::/32', 'an address for documentation'],
  ['2002::/16', 'a 6to4 address'],
  ['3fff::/20', 'an address for documentation'],
  ['5f00::/16', 'a segment-routing address'],
  ['fc00::/7', 'a private address'],
  ['fe80::/10', 'a link-local address'],
  ['fec0::/10', 'a site-local address'],
  ['ff00::/8', 'a multicast address'],
];

const parsed4 = ipv4Ranges.map(([cidr, what]) => [ipaddr.IPv4.parseCIDR(cidr), what] as const);
const parsed6 = ipv6Ranges.map(([cidr, what]) => [ipaddr.IPv6.parseCIDR(cidr), what] as const);
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Says what a special address is, such as "a loopback address"; undefined for one of the public internet. */
export function describeSpecialAddress(address: IpAddress): string | undefined {
  if (address instanceof ipaddr.IPv4) return parsed4.find(([range]) => address.match(range))?.[1];
  const known = parsed6.find(([range]) => address.match(range));
  return known?.[1] ?? (address.match(globalUnicast) ? undefined : 'a reserved address');
}
