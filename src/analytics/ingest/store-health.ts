/**
 * Whether the analytics store takes batches, and when to try again. States: well → troubled (each failure in a row
 * doubles the pause, 250 ms to 30 s) → well. The log gets one line for each change.
 */
import type { Logger } from 'pino';

const firstPauseMs = 250;
const maxPauseMs = 30_000;

export class StoreHealth {
  readonly #logger: Logger;
  #failures = 0;
  #stored = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get isWell(): boolean {
    return this.#failures === 0;
  }

  /** Batches stored so far. */
  get stored(): number {
    return this.#stored;
  }

  /** How long to wait after the failures in a row so far. */
  get pauseMs(): number {
    return Math.min(firstPauseMs * 2 ** Math.max(0, this.#failures - 1), maxPauseMs);
  }

  failed(error: unknown, isAway: boolean): void {
    this.#failures++;
    if (this.#failures > 1) return;
    const text = isAway
      ? 'analytics: the store is away; events wait in the spool'
      : 'analytics: the store refused a batch; events wait in the spool';
    this.#logger.error({ err: error }, text);
  }

  succeeded(): void {
    this.#stored++;
    if (this.#failures > 0) this.#logger.info('analytics: the store takes events again');
    this.#failures = 0;
  }
}
