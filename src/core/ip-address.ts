/** IP addresses from text, strictly. Source: RFC 4291 section 2.2, RFC 3986 section 7.4. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads an IP literal without brackets; an IPv4-mapped address becomes the IPv4 address, which is all it ever means.
 * Returns undefined for everything else, also for what resolvers take for an address (`127.1`, `0x7f000001`), which
 * ipaddr.js alone would accept. A zone (`%eth0`) is dropped.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  if (version === 4) return ipaddr.IPv4.parse(text);
  return ipaddr.process(text.replace(/%.*$/s, '').replace(/[0-9.]+\.[0-9.]+$/, inHexadecimal));
}

/** The four or sixteen bytes of an address, as they stand; undefined: it is none. */
export function addressBytes(text: string): Uint8Array | undefined {
  const address = isIP(text) === 0 ? undefined : ipaddr.parse(text);
  return address && Uint8Array.from(address.toByteArray());
}

/** Of an address in the DNS: `1.2.0.192.in-addr.arpa`, or the nibbles of an IPv6 address under `ip6.arpa` (RFC 3596 section 2.5). */
export function reverseNameOf(address: IpAddress): string {
  if (address instanceof ipaddr.IPv4) return `${address.octets.toReversed().join('.')}.in-addr.arpa`;
  const nibbles = address.toByteArray().flatMap((byte) => [byte >> 4, byte & 15]);
  return `${nibbles
    .toReversed()
    .map((nibble) => nibble.toString(16))
    .join('.')}.ip6.arpa`;
}

/**
 * The address at the other end of a connection, '' when there is none. IPv4 addresses have their own form also where a
 * listener takes both families.
 */
export function peerAddressOf({
  remoteAddress = '',
}: {
  readonly remoteAddress?: string | undefined;
}): string {
  return unmapped(remoteAddress);
}

/** Gives an IPv4-mapped address the form of IPv4 (RFC 4291 section 2.5.5.2); leaves other text as it is. */
export function unmapped(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/** ipaddr.js reads `::192.0.2.1` as `::ffff:192.0.2.1`, which is another address. */
function inHexadecimal(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
