/**
 * A bounded cache in two generations: a full one becomes the older one, and entries that are used again move to the
 * newer one. So used entries stay, without a linked list.
 */
export class RecentMap<K, V> {
  readonly #generationSize: number;
  #current = new Map<K, V>();
  #before = new Map<K, V>();

  /** Holds the `generationSize` keys asked for last, and at most twice as many. */
  constructor(generationSize: number) {
    this.#generationSize = generationSize;
  }

  get(key: K): V | undefined {
    const value = this.#current.get(key);
    if (value !== undefined) return value;
    const older = this.#before.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    if (this.#current.size >= this.#generationSize) {
      this.#before = this.#current;
      this.#current = new Map();
    }
    this.#current.set(key, value);
  }
}
