/**
 * What a client's address says about the client. Source: docs/reference/enrichment.md; RFC 6177 (a /64 and more a
 * site).
 */
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseIpAddress } from './ip-address.ts';

/** The first 24 bits of an IPv4 address and the first 48 of an IPv6 one, as an address; '' when it isn't one. */
export function clientNetworkOf(clientAddress: string): string {
  const address = parseIpAddress(clientAddress);
  if (!address) return '';
  if (address instanceof ipaddr.IPv4) {
    const [a, b, c] = address.octets;
    return `${a}.${b}.${c}.0`;
  }
  const [a = 0, b = 0, c = 0] = address.parts;
  return `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}::`;
}

/** The client that limits apply to: an IPv6 client owns its whole /64 and can change addresses at will. */
export function clientOf(address: string): string {
  if (isIPv4(address)) return address;
  const parsed = parseIpAddress(address);
  return parsed && 'parts' in parsed ? parsed.parts.slice(0, 4).join(':') : address;
}
