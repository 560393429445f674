/** Numbers that are read from a store in the background, so that a scrape of `/metrics` never waits for a store. */
import type { Clock } from '../core/clock.ts';

export class LastReading<T> {
  readonly #read: () => Promise<T>;
  readonly #clock: Clock;
  #last: { readonly numbers: T; readonly readAt: number } | undefined;
  #reading: Promise<void> | undefined;

  constructor(read: () => Promise<T>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** Reads again; a call during a reading shares it. Rejects when it fails, and the numbers read before stay. */
  refresh(): Promise<void> {
    this.#reading ??= this.#refresh().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** The numbers read last; undefined before the first reading. */
  get numbers(): T | undefined {
    return this.#last?.numbers;
  }

  get ageSeconds(): number | undefined {
    return this.#last && Math.max(0, this.#clock.now() - this.#last.readAt) / 1000;
  }

  async #refresh(): Promise<void> {
    const readAt = this.#clock.now();
    this.#last = { numbers: await this.#read(), readAt };
  }
}
