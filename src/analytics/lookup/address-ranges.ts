/**
 * Ranges of addresses, each with a small number, in typed arrays: ascending, apart from each other, and merged where
 * they touch. Found by binary search.
 */

/** Ranges of IPv4 addresses. */
export class Ipv4Ranges {
  #first = new Uint32Array(1024);
  #last = new Uint32Array(1024);
  #value = new Uint16Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get sizeBytes(): number {
    return this.#first.byteLength + this.#last.byteLength + this.#value.byteLength;
  }

  /** Adds a range behind the others. Throws a RangeError when it is not behind them. */
  add(first: number, last: number, value: number): void {
    const at = this.#length - 1;
    const end = at < 0 ? -1 : (this.#last[at] ?? 0);
    if (!(first > end && last >= first && last <= 0xffff_ffff)) throw disorder(first, last);
    if (first === end + 1 && this.#value[at] === value) {
      this.#last[at] = last;
      return;
    }
    if (this.#length === this.#first.length) this.#resize(this.#length * 2);
    this.#first[this.#length] = first;
    this.#last[this.#length] = last;
    this.#value[this.#length] = value;
    this.#length += 1;
  }

  /** Gives back the space that `add` has kept in reserve. */
  compact(): void {
    this.#resize(this.#length);
  }

  /** The number of the range that holds the address, or -1. */
  find(address: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#first[middle] ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    const at = low - 1;
    return at >= 0 && address <= (this.#last[at] ?? 0) ? (this.#value[at] ?? -1) : -1;
  }

  #resize(length: number): void {
    this.#first = resized(this.#first, new Uint32Array(length));
    this.#last = resized(this.#last, new Uint32Array(length));
    this.#value = resized(this.#value, new Uint16Array(length));
  }
}

const all64 = 0xffff_ffff_ffff_ffffn;

/** Ranges of IPv6 addresses; an address is its upper and its lower 64 bits, next to each other in the arrays. */
export class Ipv6Ranges {
  #first = new BigUint64Array(2048);
  #last = new BigUint64Array(2048);
  #value = new Uint16Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get sizeBytes(): number {
    return this.#first.byteLength + this.#last.byteLength + this.#value.byteLength;
  }

  /** Adds a range behind the others. Throws a RangeError when it is not behind them. */
  add(first: bigint, last: bigint, value: number): void {
    const at = this.#length - 1;
    const end = at < 0 ? -1n : address128(this.#last, at);
    if (!(first > end && last >= first && last >> 128n === 0n)) throw disorder(first, last);
    if (first === end + 1n && this.#value[at] === value) {
      setAddress(this.#last, at, last);
      return;
    }
    if (this.#length === this.#value.length) this.#resize(this.#length * 2);
    setAddress(this.#first, this.#length, first);
    setAddress(this.#last, this.#length, last);
    this.#value[this.#length] = value;
    this.#length += 1;
  }

  /** Gives back the space that `add` has kept in reserve. */
  compact(): void {
    this.#resize(this.#length);
  }

  /** The number of the range that holds the address, or -1. */
  find(high64: bigint, low64: bigint): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#first, middle, high64, low64) <= 0) low = middle + 1;
      else high = middle;
    }
    const at = low - 1;
    return at >= 0 && compare(this.#last, at, high64, low64) >= 0 ? (this.#value[at] ?? -1) : -1;
  }

  #resize(length: number): void {
    this.#first = resized(this.#first, new BigUint64Array(length * 2));
    this.#last = resized(this.#last, new BigUint64Array(length * 2));
    this.#value = resized(this.#value, new Uint16Array(length));
  }
}

function compare(addresses: BigUint64Array, at: number, high64: bigint, low64: bigint): number {
  const high = addresses[2 * at] ?? 0n;
  if (high !== high64) return high < high64 ? -1 : 1;
  const low = addresses[2 * at + 1] ?? 0n;
  if (low === low64) return 0;
  return low < low64 ? -1 : 1;
}

function address128(addresses: BigUint64Array, at: number): bigint {
  return ((addresses[2 * at] ?? 0n) << 64n) | (addresses[2 * at + 1] ?? 0n);
}

function setAddress(addresses: BigUint64Array, at: number, address: bigint): void {
  addresses[2 * at] = address >> 64n;
  addresses[2 * at + 1] = address & all64;
}

/** Copies as many elements as fit. */
function resized<T extends Uint16Array | Uint32Array | BigUint64Array>(from: T, to: T): T {
  for (let at = Math.min(from.length, to.length) - 1; at >= 0; at--) to[at] = from[at] ?? 0;
  return to;
}

function disorder(first: number | bigint, last: number | bigint): RangeError {
  return new RangeError(`the range ${first}–${last} is not behind the one before it`);
}
