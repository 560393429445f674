/**
 * Lets a bounded number of queries run at once and a bounded number wait. Each query holds threads and memory of the
 * engine, embedded ones threads of libuv's pool too, which files and host names need as well.
 */
import { AnalyticsAwayError } from '../failures.ts';

export class QueryGate {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** Whether nothing runs. */
  get idle(): boolean {
    return this.#running === 0;
  }

  /** Runs `work` when its turn comes; throws AnalyticsAwayError when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxRunning) {
      this.#running++;
    } else {
      if (this.#waiting.length >= this.#maxWaiting)
        throw new AnalyticsAwayError(`${this.#maxWaiting} analytics queries are waiting already`);
      // The turn is handed over without `#running` falling in between, so nobody slips past those who wait.
      await new Promise<void>((turn) => this.#waiting.push(turn));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
