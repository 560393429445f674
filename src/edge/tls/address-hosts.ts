/**
 * The addresses of the edge that have certificates of their own. Source: docs/reference/acme.md ("Address certificates"), RFC 8738.
 */
import { isIPv6 } from 'node:net';
import { parseIpAddress, reverseNameOf, unmapped } from '../../core/ip-address.ts';

/** Of networks behind a router that translates a public address. */
const translatedRanges: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);

export class AddressHosts {
  readonly #addresses: readonly string[];
  readonly #byReverseName: ReadonlyMap<string, string>;

  /** Takes them in canonical form. */
  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
    this.#byReverseName = new Map(
      addresses.flatMap((text) => {
        const address = parseIpAddress(text);
        return address ? [[reverseNameOf(address), text] as const] : [];
      }),
    );
  }

  /** The address that a Host field names, whose IPv6 addresses are in brackets. */
  ofHost(host: string): string | undefined {
    if (this.#addresses.length === 0) return undefined;
    const address = parseIpAddress(host.replace(/^\[(.*)\]$/s, '$1'))?.toString();
    return this.#addresses.find((each) => each === address);
  }

  /** The address that a TLS-ALPN-01 challenge is about, by its server name (RFC 8738 section 6). */
  ofServerName(serverName: string): string | undefined {
    return this.#byReverseName.get(serverName);
  }

  /** The address that a client connected to; where a router translates it, the only one of its family. */
  at(localAddress: string): string | undefined {
    if (this.#addresses.length === 0) return undefined;
    const address = parseIpAddress(unmapped(localAddress));
    const text = address?.toString();
    if (!address || text === undefined || this.#addresses.includes(text)) return text;
    if (!translatedRanges.has(address.range())) return undefined;
    const [only, ...others] = this.#addresses.filter((each) => isIPv6(each) === isIPv6(text));
    return others.length === 0 ? only : undefined;
  }
}
