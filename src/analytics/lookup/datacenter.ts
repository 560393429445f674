/**
 * Which hosting network a client's address belongs to.
 * Source: docs/reference/enrichment.md ("Hosting networks").
 *
 * An instance exists only once the data is read, so no lookup can come too early.
 */
import { packagedNetworksPath } from '../../core/program-files.ts';
import { parseAddressNumber, parseIpv4 } from './address-number.ts';
import { type NetworksFile, readNetworks } from './networks-file.ts';
import { RecentMap } from './recent-map.ts';

/** Only of those not in dotted IPv4: that is found as fast as it would be remembered, the others take 2 µs to read. */
const rememberedAddresses = 20_000;

export class DatacenterLookup {
  readonly #networks: NetworksFile;
  readonly #remembered = new RecentMap<string, string>(rememberedAddresses);

  /** Throws when the file cannot be read; it is made by `npm run build`. */
  constructor(path: string = packagedNetworksPath) {
    this.#networks = readNetworks(path);
  }

  /** The slug of the provider; '' when the address is in no known hosting network, or is none. */
  slugOf(clientAddress: string): string {
    const ipv4 = parseIpv4(clientAddress);
    if (ipv4 >= 0) return this.#slugAt(this.#networks.ipv4.find(ipv4));
    const remembered = this.#remembered.get(clientAddress);
    if (remembered !== undefined) return remembered;
    const slug = this.#slugOfAny(clientAddress);
    this.#remembered.set(clientAddress, slug);
    return slug;
  }

  #slugOfAny(clientAddress: string): string {
    const parsed = parseAddressNumber(clientAddress);
    if (!parsed) return '';
    if (parsed.family === 4) return this.#slugAt(this.#networks.ipv4.find(parsed.address));
    return this.#slugAt(this.#networks.ipv6.find(parsed.high, parsed.low));
  }

  #slugAt(index: number): string {
    return this.#networks.slugs[index] ?? '';
  }
}
