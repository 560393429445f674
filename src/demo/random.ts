/** Numbers that look random and follow from a seed. Source: sfc32 (PractRand, public domain). */

export type Weighted<T> = readonly (readonly [weight: number, item: T])[];

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    [this.#a, this.#b, this.#c] = seedWords(seed);
    for (let i = 0; i < 15; i++) this.word();
  }

  /** 32 bits. */
  word(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** From 0, below 1. */
  next(): number {
    return this.word() / 2 ** 32;
  }

  /** From 0, below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Mean as given, most smaller, some much larger. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  /** Median as given; `spread` of 0.5 puts two of three between 0.6 and 1.6 times of it. */
  logNormal(median: number, spread: number): number {
    const angle = 2 * Math.PI * this.next();
    return median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(angle));
  }

  /** A whole number whose mean is `mean`. */
  round(mean: number): number {
    const whole = Math.floor(mean);
    return whole + (this.chance(mean - whole) ? 1 : 0);
  }

  item<T>(choice: Choice<T>): T {
    return choice.at(this.next());
  }
}

/** Items with weights, ready to be drawn from. */
export class Choice<T> {
  readonly #items: readonly T[];
  readonly #ends: readonly number[];
  readonly #total: number;

  constructor(weighted: Weighted<T>) {
    let total = 0;
    this.#ends = weighted.map(([weight]) => (total += weight));
    this.#items = weighted.map(([, item]) => item);
    this.#total = total;
  }

  /** The item at a place from 0, below 1. */
  at(place: number): T {
    const wanted = place * this.#total;
    let index = 0;
    while (index < this.#ends.length - 1 && wanted >= (this.#ends[index] ?? 0)) index++;
    const item = this.#items[index];
    if (item === undefined) throw new RangeError('there is nothing to choose from');
    return item;
  }
}

/** A decimal number of 64 bits that follows from a text; never 0. */
export function number64(text: string): string {
  const [high, low] = seedWords(text);
  return ((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0) || 1n).toString();
}

/** Three words that differ as soon as the texts do. Source: cyrb53 (public domain). */
function seedWords(text: string): [number, number, number] {
  let [a, b, c] = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
    c = Math.imul(c ^ code, 2246822519);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(c ^ (c >>> 13), 3266489909);
  c = Math.imul(c ^ (c >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a, b, c];
}
