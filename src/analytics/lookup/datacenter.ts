/**
 * Which hosting network a client's address belongs to.
 * Source: docs/reference/enrichment.md ("Hosting networks"), @ip-location-db/asn (CC BY 4.0).
 *
 * An instance exists only once the data is read, so no lookup can come too early.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseAddressNumber, parseIpv4 } from './address-number.ts';
import { Ipv4Ranges, Ipv6Ranges } from './address-ranges.ts';
import { readAsnRanges } from './asn-ranges.ts';
import { datacenterProviders } from './hosting-networks.ts';
import { RecentMap } from './recent-map.ts';

/** Only of those not in dotted IPv4: that is found as fast as it would be remembered, the others take 2 µs to read. */
const rememberedAddresses = 20_000;

export class DatacenterLookup {
  readonly #ipv4: Ipv4Ranges;
  readonly #ipv6: Ipv6Ranges;
  readonly #remembered = new RecentMap<string, string>(rememberedAddresses);

  private constructor(ipv4: Ipv4Ranges, ipv6: Ipv6Ranges) {
    this.#ipv4 = ipv4;
    this.#ipv6 = ipv6;
  }

  /**
   * Reads the ranges of all providers: a quarter of a second, spread over 130 turns of the event loop. Rejects when the
   * package's files cannot be read or are not in order.
   */
  static async load(directory: string = packageDirectory()): Promise<DatacenterLookup> {
    const providers = new Map(
      datacenterProviders.flatMap(({ asns }, index) => asns.map((asn) => [asn, index] as const)),
    );
    const ipv4 = new Ipv4Ranges();
    await readAsnRanges(join(directory, 'asn-ipv4-num.csv'), providers, ({ first, last, asn }) => {
      ipv4.add(Number(first), Number(last), providers.get(asn) ?? 0);
    });
    const ipv6 = new Ipv6Ranges();
    await readAsnRanges(join(directory, 'asn-ipv6-num.csv'), providers, ({ first, last, asn }) => {
      ipv6.add(BigInt(first), BigInt(last), providers.get(asn) ?? 0);
    });
    ipv4.compact();
    ipv6.compact();
    return new DatacenterLookup(ipv4, ipv6);
  }

  /** What is kept in memory. */
  get size(): { readonly ranges: number; readonly sizeBytes: number } {
    return {
      ranges: this.#ipv4.length + this.#ipv6.length,
      sizeBytes: this.#ipv4.sizeBytes + this.#ipv6.sizeBytes,
    };
  }

  /** The slug of the provider; '' when the address is in no known hosting network, or is none. */
  slugOf(clientAddress: string): string {
    const ipv4 = parseIpv4(clientAddress);
    if (ipv4 >= 0) return slugAt(this.#ipv4.find(ipv4));
    const remembered = this.#remembered.get(clientAddress);
    if (remembered !== undefined) return remembered;
    const slug = this.#slugOfAny(clientAddress);
    this.#remembered.set(clientAddress, slug);
    return slug;
  }

  #slugOfAny(clientAddress: string): string {
    const parsed = parseAddressNumber(clientAddress);
    if (!parsed) return '';
    if (parsed.family === 4) return slugAt(this.#ipv4.find(parsed.address));
    return slugAt(this.#ipv6.find(parsed.high, parsed.low));
  }
}

function slugAt(index: number): string {
  return datacenterProviders[index]?.slug ?? '';
}

function packageDirectory(): string {
  return dirname(createRequire(import.meta.url).resolve('@ip-location-db/asn/package.json'));
}
