/**
 * Tasks that are repeated until they are disposed of. Source: docs/reference/service.md ("Stopping").
 *
 * States: at work → ended. Ending begins no task any more and waits for those under way, which get an aborted signal, so that
 * they end before what they use is closed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { secondMs } from '../core/time.ts';
import type { Work } from '../kernel/feature.ts';
import { CleanUp } from './clean-up.ts';

/** What takes longer at the end is left behind; its failures are no news. */
const endMs = 2 * secondMs;

export class RepeatedWork extends CleanUp implements Work {
  readonly #logger: Logger;
  readonly #running = new Set<Promise<unknown>>();
  readonly #ending = new AbortController();

  constructor(logger: Logger) {
    super();
    this.#logger = logger;
  }

  /** A failure is logged. */
  once(task: (signal: AbortSignal) => Promise<unknown>): void {
    const { signal } = this.#ending;
    const running = task(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) this.#logger.warn({ err: error }, 'a periodic task failed');
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** From then on. */
  later(ms: number, task: (signal: AbortSignal) => Promise<unknown>): void {
    const timer = setInterval(() => this.once(task), ms);
    this.defer(() => clearInterval(timer));
  }

  /** Also now. */
  every(ms: number, task: (signal: AbortSignal) => Promise<unknown>): void {
    this.once(task);
    this.later(ms, task);
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await super[Symbol.asyncDispose]();
    await Promise.race([Promise.all(this.#running), sleep(endMs, undefined, { ref: false })]);
  }
}
