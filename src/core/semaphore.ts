/**
 * Limits how many tasks run at the same time; the others wait, first come, first served. Queries have a gate of their
 * own, which shares its places among accounts: analytics/store/query-gate.ts.
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

/** As {@link Semaphore}, with at most a share of the places for one owner: whoever asks for more waits for their own. */
export class SharedSemaphore {
  readonly #places: Semaphore;
  readonly #share: number;
  /** Only those with tasks. */
  readonly #owners = new Map<string, { readonly places: Semaphore; tasks: number }>();

  constructor(count: number, share: number) {
    this.#places = new Semaphore(count);
    this.#share = share;
  }

  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    const own = this.#owners.get(owner) ?? { places: new Semaphore(this.#share), tasks: 0 };
    this.#owners.set(owner, own);
    own.tasks += 1;
    try {
      return await own.places.run(() => this.#places.run(task));
    } finally {
      own.tasks -= 1;
      if (own.tasks === 0) this.#owners.delete(owner);
    }
  }
}
