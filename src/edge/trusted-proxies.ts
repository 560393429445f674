/**
 * The proxies in front of the edge whose `X-Forwarded-*` fields are believed.
 * Source: docs/reference/edge.md ("Trusted proxies").
 */
import { BlockList, isIP, isIPv6 } from 'node:net';
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
  schemeOf(head: RequestHead, peerAddress: string, connectionScheme: Scheme): Scheme {
    if (!this.includes(peerAddress)) return connectionScheme;
    // Of several proxies the first in the list is the one that spoke with the client.
    const forwarded = head.field('x-forwarded-proto')?.split(',', 1)[0]?.trim().toLowerCase();
    return forwarded === 'https' || forwarded === 'http' ? forwarded : connectionScheme;
  }

  /**
   * The client's address: the peer's, unless that is a trusted proxy. Then X-Forwarded-For is read from its end, where
   * each proxy has added whom it heard from, up to the first address that is not a trusted proxy's: what stands
   * before it may be made up.
   */
  clientAddressOf(head: Pick<RequestHead, 'fields'>, peerAddress: string): string {
    if (!this.includes(peerAddress)) return peerAddress;
    let client = peerAddress;
    const { fields } = head;
    for (let i = fields.length - 2; i >= 0; i -= 2) {
      if (fields[i]?.toLowerCase() !== 'x-forwarded-for') continue;
      for (const entry of (fields[i + 1] ?? '').split(',').toReversed()) {
        const address = plainAddress(entry.trim());
        if (address === undefined) return client;
        client = address;
        if (!this.includes(address)) return client;
      }
    }
    return client;
  }
}

/** Takes off brackets and a port, as some proxies write them; undefined when it isn't an address. */
function plainAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::[0-9]+)?$/.exec(text)?.[1];
  const address = bracketed ?? (isIP(text) === 0 ? text.replace(/:[0-9]+$/, '') : text);
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
