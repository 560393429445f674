/**
 * Keeps the edge's workers running while there is no application process, or a silent one: the supervisor replaces those that
 * die or hang with workers that load from their file. Source: docs/reference/edge.md ("Without the application process").
 *
 * States: off (the application process is in charge) ↔ on.
 */
import { Replacements } from '../edge/replacements.ts';
import type { WorkerChannel } from '../edge/worker-fleet.ts';
import type { MessageFromWorker, MessageToWorker } from '../edge/worker-protocol.ts';
import type { EdgePlan } from './supervisor-protocol.ts';

export type LoneEdgeOptions = {
  /** All that run, by number. */
  readonly workers: ReadonlyMap<number, WorkerChannel>;
  readonly fork: () => void;
  /** Called when a worker has ended and another one is about to start. */
  readonly onReplaced: (how: string, delayMs: number) => void;
};

type ListeningMessage = Extract<MessageFromWorker, { type: 'listening' }>;

/** Checks in a row, one a second, that find a listening worker silent; it reports its counters every second. */
const maxSilentChecks = 5;

export class LoneEdge {
  readonly #options: LoneEdgeOptions;
  readonly #replacements = new Replacements();
  readonly #bornTicks = new Map<number, number>();
  /** Checks since the last word of each worker that listens. */
  readonly #silent = new Map<number, number>();
  readonly #listening = new Map<number, ListeningMessage>();
  readonly #failures = new Map<number, string>();
  /** What those that have not listened yet said last. */
  readonly #waiting = new Map<number, 'ready' | 'loaded'>();
  #plan: EdgePlan | undefined;

  constructor(options: LoneEdgeOptions) {
    this.#options = options;
  }

  /** How many workers listen. */
  get listening(): number {
    return this.#listening.size;
  }

  /** What a worker said when it began to listen. */
  listeningMessage(number: number): ListeningMessage | undefined {
    return this.#listening.get(number);
  }

  /** Takes charge. Workers that wait for orders to start or to listen get them. */
  turnOn(plan: EdgePlan): void {
    if (this.#plan) return;
    this.#plan = plan;
    const { workers, fork } = this.#options;
    for (const number of this.#silent.keys()) this.#silent.set(number, 0);
    for (const [number, said] of this.#waiting) this.#order(number, said);
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
    if (message.type === 'listening') {
      this.#waiting.delete(number);
      this.#listening.set(number, message);
    }
    if (message.type !== 'ready' && message.type !== 'loaded') return;
    this.#waiting.set(number, message.type);
    this.#order(number, message.type);
  }

  exited(number: number, how: string): void {
    const ageMs = performance.now() - (this.#bornTicks.get(number) ?? 0);
    const why = this.#failures.get(number) ?? how;
    for (const known of [this.#bornTicks, this.#silent, this.#failures, this.#waiting, this.#listening])
      known.delete(number);
    if (!this.#plan) return;
    this.#options.onReplaced(why, this.#replacements.start(ageMs, this.#options.fork));
  }

  #order(number: number, said: 'ready' | 'loaded'): void {
    if (!this.#plan) return;
    const { options } = this.#plan;
    const order: MessageToWorker =
      said === 'ready' ? { type: 'start', options, isAlone: true } : { type: 'listen' };
    this.#options.workers.get(number)?.send(order);
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
