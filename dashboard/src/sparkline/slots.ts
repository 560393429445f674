/** Runs a few tasks at a time and queues the rest. Aborted tasks never start. */
export class Slots {
  readonly #max: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Rejects with the signal's reason when it is aborted before the task's turn. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#taken >= this.#max) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#taken += 1;
    try {
      signal?.throwIfAborted();
      return await task();
    } finally {
      // The slot goes straight to the longest-waiting task.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken -= 1;
    }
  }
}
