/**
 * Whether the analytics store accepts batches, and when to retry. States: well → troubled (each failure in a row
 * doubles the pause, 250 ms to 30 s) → well. The log gets one line for each change. While an insert is under way for
 * longer than 10 s, the store is not well either.
 */
import type { Logger } from 'pino';

const firstPauseMs = 250;
const maxPauseMs = 30_000;
const slowMs = 10_000;

export class StoreHealth {
  readonly #logger: Logger;
  #failures = 0;
  #stored = 0;
  /** When each insert under way began. */
  readonly #underWay = new Set<{ readonly beganTick: number }>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get isWell(): boolean {
    const slowSinceTick = performance.now() - slowMs;
    return this.#failures === 0 && ![...this.#underWay].some(({ beganTick }) => beganTick < slowSinceTick);
  }

  /** Batches stored so far. */
  get stored(): number {
    return this.#stored;
  }

  /** Watches how long an insert takes; settles as it does. */
  async during<T>(insert: Promise<T>): Promise<T> {
    const one = { beganTick: performance.now() };
    this.#underWay.add(one);
    try {
      return await insert;
    } finally {
      this.#underWay.delete(one);
    }
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
    if (this.#failures > 0) this.#logger.info('analytics: the store accepts events again');
    this.#failures = 0;
  }
}
