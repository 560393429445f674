/**
 * The proxies in front of the edge whose `X-Forwarded-*` fields are believed.
 * Source: contract section 1 (NAMEPLATE_TRUSTED_PROXIES).
 */
import { BlockList, isIPv6 } from 'node:net';
import type { RequestHead } from './http1/request-head.ts';

export type Scheme = 'http' | 'https';

export class TrustedProxies {
  readonly #addresses: BlockList | undefined;

  /** Takes addresses and networks in CIDR notation, already validated. */
  constructor(networks: readonly string[]) {
    if (networks.length === 0) return;
    const addresses = new BlockList();
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (prefix === undefined) addresses.addAddress(address, family);
      else addresses.addSubnet(address, Number(prefix), family);
    }
    this.#addresses = addresses;
  }

  includes(address: string): boolean {
    if (!this.#addresses) return false;
    return this.#addresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }

  /** The scheme the client used: that of the connection, unless a trusted proxy says otherwise. */
  schemeOf(head: RequestHead, clientAddress: string, connectionScheme: Scheme): Scheme {
    if (!this.includes(clientAddress)) return connectionScheme;
    const forwarded = head.field('x-forwarded-proto')?.toLowerCase();
    return forwarded === 'https' || forwarded === 'http' ? forwarded : connectionScheme;
  }
}
