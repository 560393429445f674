/**
 * Limits how many tasks run at the same time; the others wait, first come, first served. What accounts
 * ask for shares its places among them: fair-pool.ts.
 */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // Handed on, so that no other task gets it first.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
