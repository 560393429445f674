/**
 * The time that the statements of one answer may run, all together. It passes while at least one of them runs, not while they wait
 * for a place. Source: docs/reference/analytics-store.md ("Places").
 */
import { maxReportSeconds } from '../engine/engine.ts';

/** What is left when none is: the engine takes 0 for no limit. */
const leastMs = 1;

export class AnswerTime {
  #leftMs: number;
  #running = 0;
  #sinceTick = 0;

  constructor(seconds: number = maxReportSeconds) {
    this.#leftMs = 1000 * seconds;
  }

  /** Passes on how long the statement may run, in seconds. */
  async run<T>(statement: (seconds: number) => Promise<T>): Promise<T> {
    if (this.#running === 0) this.#sinceTick = performance.now();
    this.#running += 1;
    try {
      const leftMs = this.#leftMs - (performance.now() - this.#sinceTick);
      return await statement(Math.max(leastMs, Math.round(leftMs)) / 1000);
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#leftMs -= performance.now() - this.#sinceTick;
    }
  }
}
