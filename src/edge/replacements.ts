/**
 * When workers that ended are started again: at once, or after a pause while they keep dying young. Source:
 * docs/reference/edge.md ("Workers").
 */
import { RestartDelay } from '../core/restart-delay.ts';

export class Replacements {
  readonly #delay = new RestartDelay({ youngMs: 5_000, firstMs: 100, maxMs: 5_000 });
  readonly #timers = new Set<NodeJS.Timeout>();

  /** Calls `fork` in place of a worker that lived for `ageMs`; returns after how many milliseconds. */
  start(ageMs: number, fork: () => void): number {
    const delayMs = this.#delay.next(ageMs);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      fork();
    }, delayMs);
    this.#timers.add(timer);
    return delayMs;
  }

  /** Starts none of those that are still to come. */
  cancel(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
