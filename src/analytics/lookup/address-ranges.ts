/**
 * Ranges of addresses, each with a small number, in typed arrays: ascending and apart from each other. Found by binary search.
 */

/** Ranges of IPv4 addresses. */
export class Ipv4Ranges {
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;
  readonly #value: Uint16Array;

  constructor(first: Uint32Array, last: Uint32Array, value: Uint16Array) {
    this.#first = first;
    this.#last = last;
    this.#value = value;
  }

  get length(): number {
    return this.#value.length;
  }

  /** The number of the range that holds the address, or -1. */
  find(address: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#first[middle] ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    const at = low - 1;
    return at >= 0 && address <= (this.#last[at] ?? 0) ? (this.#value[at] ?? -1) : -1;
  }
}

/** Ranges of IPv6 addresses; an address is its upper and its lower 64 bits, next to each other in the arrays. */
export class Ipv6Ranges {
  readonly #first: BigUint64Array;
  readonly #last: BigUint64Array;
  readonly #value: Uint16Array;

  constructor(first: BigUint64Array, last: BigUint64Array, value: Uint16Array) {
    this.#first = first;
    this.#last = last;
    this.#value = value;
  }

  get length(): number {
    return this.#value.length;
  }

  /** The number of the range that holds the address, or -1. */
  find(high64: bigint, low64: bigint): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#first, middle, high64, low64) <= 0) low = middle + 1;
      else high = middle;
    }
    const at = low - 1;
    return at >= 0 && compare(this.#last, at, high64, low64) >= 0 ? (this.#value[at] ?? -1) : -1;
  }
}

function compare(addresses: BigUint64Array, at: number, high64: bigint, low64: bigint): number {
  const high = addresses[2 * at] ?? 0n;
  if (high !== high64) return high < high64 ? -1 : 1;
  const low = addresses[2 * at + 1] ?? 0n;
  if (low === low64) return 0;
  return low < low64 ? -1 : 1;
}
