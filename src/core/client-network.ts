/** The network a client's address is in: what is kept of the address for its location. Source: contract section 6. */
import ipaddr from 'ipaddr.js';
import { parseIpAddress } from './ip-address.ts';

/** The first 24 bits of an IPv4 address and the first 48 of an IPv6 one, as an address; '' when it is no address. */
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
