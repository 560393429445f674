/**
 * Keeps the edge's workers running while there is no application process: the supervisor replaces those that die or hang
 * with workers that load from their file. Source: docs/reference/edge.md ("Without the application process").
 *
 * States: off (the application process is in charge) ↔ on.
 */
import { Replacements } from '../edge/replacements.ts';
import type { WorkerChannel } from '../edge/worker-fleet.ts';
import type { MessageFromWorker } from '../edge/worker-protocol.ts';
import type { EdgePlan } from './supervisor-protocol.ts';

export type LoneEdgeOptions = {
  /** All that run, by number. */
  readonly workers: ReadonlyMap<number, WorkerChannel>;
  readonly fork: () => void;
  /** Called when a worker has ended and another one is about to start. */
  readonly onReplaced: (how: string, delayMs: number) => void;
};

/** Checks in a row, one a second, that find a listening worker silent; it reports its counters every second. */
const maxSilentChecks = 5;

export class LoneEdge {
  readonly #options: LoneEdgeOptions;
  readonly #replacements = new Replacements();
  readonly #bornTicks = new Map<number, number>();
  /** Checks since the last word of each worker that listens. */
  readonly #silent = new Map<number, number>();
  readonly #failures = new Map<number, string>();
  #plan: EdgePlan | undefined;

  constructor(options: LoneEdgeOptions) {
    this.#options = options;
  }

  /** Takes charge. Workers that don't listen yet wait for orders that never come: they are started anew. */
  turnOn(plan: EdgePlan): void {
    if (this.#plan) return;
    this.#plan = plan;
    const { workers, fork } = this.#options;
    for (const [number, worker] of workers) {
      if (this.#silent.has(number)) this.#silent.set(number, 0);
      else worker.kill();
    }
    for (let count = workers.size; count < plan.workers; count++) fork();
  }

  turnOff(): void {
    this.#plan = undefined;
    this.#replacements.cancel();
  }

  forked(number: number): void {
    this.#bornTicks.set(number, performance.now());
  }

  /** Every message of a worker, whoever is in charge. */
  heard(number: number, message: MessageFromWorker): void {
    if (message.type === 'listening' || message.type === 'counters') this.#silent.set(number, 0);
    if (message.type === 'failed') this.#failures.set(number, message.message);
    if (message.type !== 'ready' || !this.#plan) return;
    const { options } = this.#plan;
    this.#options.workers.get(number)?.send({ type: 'start', options, isAlone: true });
  }

  exited(number: number, how: string): void {
    const ageMs = performance.now() - (this.#bornTicks.get(number) ?? 0);
    const why = this.#failures.get(number) ?? how;
    for (const known of [this.#bornTicks, this.#silent, this.#failures]) known.delete(number);
    if (!this.#plan) return;
    this.#options.onReplaced(why, this.#replacements.start(ageMs, this.#options.fork));
  }

  /** To be called every second. */
  checkPulse(): void {
    if (!this.#plan) return;
    for (const [number, checks] of this.#silent) {
      this.#silent.set(number, checks + 1);
      if (checks < maxSilentChecks) continue;
      this.#failures.set(number, `hung: silent for ${maxSilentChecks} s`);
      this.#options.workers.get(number)?.kill();
    }
  }
}
