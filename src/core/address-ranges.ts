/** A set of IP addresses, given as ranges. */
import { BlockList, isIPv6 } from 'node:net';

export class AddressRanges {
  readonly #list: BlockList | undefined;

  /** Takes addresses and networks in CIDR notation, already validated. */
  constructor(ranges: readonly string[]) {
    if (ranges.length === 0) return;
    const list = new BlockList();
    for (const range of ranges) {
      const [address = '', bits] = range.split('/');
      if (bits === undefined) list.addAddress(address, familyOf(address));
      else list.addSubnet(address, Number(bits), familyOf(address));
    }
    this.#list = list;
  }

  includes(address: string): boolean {
    return this.#list?.check(address, familyOf(address)) ?? false;
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
