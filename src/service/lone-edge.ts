/**
 * Keeps the edge's workers running while there is no application process, or a silent one: the supervisor replaces those that
 * die or hang with workers that load from their file. Source: docs/reference/edge.md ("Without the application process").
 *
 * States: off (the application process is in charge) ↔ on.
 */
import { Liveness, mainThreadCpuSeconds } from '../edge/liveness.ts';
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

/** How far a worker is. */
type Stage = Extract<MessageFromWorker, { type: 'ready' | 'loaded' | 'listening' }>;

export class LoneEdge {
  readonly #options: LoneEdgeOptions;
  readonly #replacements = new Replacements();
  readonly #bornTicks = new Map<number, number>();
  /** Of each worker that listens; it reports its counters every second. */
  readonly #liveness = new Map<number, Liveness>();
  readonly #stages = new Map<number, Stage>();
  readonly #failures = new Map<number, string>();
  #plan: EdgePlan | undefined;

  constructor(options: LoneEdgeOptions) {
    this.#options = options;
  }

  /** How many workers listen. */
  get listening(): number {
    return this.#liveness.size;
  }

  /** What a worker said last of how far it is. */
  stageOf(number: number): Stage | undefined {
    return this.#stages.get(number);
  }

  /** Takes charge. Workers that wait for orders to start or to listen get them. */
  turnOn(plan: EdgePlan): void {
    if (this.#plan) return;
    this.#plan = plan;
    const { workers, fork } = this.#options;
    for (const liveness of this.#liveness.values()) liveness.heard();
    for (const [number, stage] of this.#stages) this.#order(number, stage);
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
    this.#liveness.get(number)?.heard();
    if (message.type === 'failed') this.#failures.set(number, message.message);
    if (message.type === 'listening') {
      const cpuSeconds = () => mainThreadCpuSeconds(this.#options.workers.get(number)?.pid ?? 0);
      this.#liveness.set(number, new Liveness(cpuSeconds, 'worker'));
    }
    if (message.type !== 'ready' && message.type !== 'loaded' && message.type !== 'listening') return;
    this.#stages.set(number, message);
    this.#order(number, message);
  }

  exited(number: number, how: string): void {
    const ageMs = performance.now() - (this.#bornTicks.get(number) ?? 0);
    const why = this.#failures.get(number) ?? how;
    for (const known of [this.#bornTicks, this.#liveness, this.#failures, this.#stages]) known.delete(number);
    if (!this.#plan) return;
    this.#options.onReplaced(why, this.#replacements.start(ageMs, this.#options.fork));
  }

  #order(number: number, { type }: Stage): void {
    if (!this.#plan || type === 'listening') return;
    const { options } = this.#plan;
    const order: MessageToWorker =
      type === 'ready' ? { type: 'start', options, isAlone: true } : { type: 'listen' };
    this.#options.workers.get(number)?.send(order);
  }

  /** To be called every second. */
  checkPulse(): void {
    if (!this.#plan) return;
    for (const [number, liveness] of this.#liveness) {
      const why = liveness.check();
      if (why === undefined) continue;
      this.#failures.set(number, `hung: ${why}`);
      return this.#options.workers.get(number)?.kill();
    }
  }
}
