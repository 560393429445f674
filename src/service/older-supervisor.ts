/**
 * The workers under a supervisor of the first protocol, which starts and kills them at this process's word and passes on what they say:
 * a service that was upgraded from such a version has it until its next restart. This process watches and replaces them itself;
 * while it is away, that supervisor does. Source: docs/guides/operations.md ("Upgrading").
 */
import type {
  FleetEvents,
  WorkerChannel,
  WorkerChannelEvents,
  WorkerFleet,
  WorkerInfo,
} from '../edge/worker-fleet.ts';
import type { WorkerOptions } from '../edge/worker-options.ts';
import { WorkerPool } from '../edge/worker-pool.ts';
import type { OrderToWorker, WorkerReport } from '../edge/worker-protocol.ts';

export type OrderToOlderSupervisor =
  /** Answered by `workers`. */
  | { readonly type: 'take_over' }
  /** Answered by `forked`, in order. */
  | { readonly type: 'fork' }
  | { readonly type: 'to_worker'; readonly worker: number; readonly message: OrderToWorker }
  | { readonly type: 'kill_worker'; readonly worker: number };

type RunningWorker = { readonly worker: number; readonly pid: number };

export type MessageOfOlderSupervisor =
  | { readonly type: 'workers'; readonly workers: readonly RunningWorker[] }
  | ({ readonly type: 'forked' } & RunningWorker)
  | { readonly type: 'from_worker'; readonly worker: number; readonly message: WorkerReport }
  | { readonly type: 'worker_exited'; readonly worker: number; readonly how: string };

type Tell = (order: OrderToOlderSupervisor) => void;

export class OlderSupervisor implements WorkerFleet {
  readonly #tell: Tell;
  readonly #pool: WorkerPool;
  readonly #channels = new Map<number, RelayedChannel>();
  readonly #forking: RelayedChannel[] = [];
  #tookOver: (workers: readonly RunningWorker[]) => void = () => {};

  constructor(tell: Tell, onReplaced: (pid: number, how: string, delayMs: number) => void) {
    this.#tell = tell;
    this.#pool = new WorkerPool({
      fork: () => {
        const channel = new RelayedChannel(tell);
        this.#forking.push(channel);
        tell({ type: 'fork' });
        return channel;
      },
      onReplaced,
    });
  }

  async serve(options: WorkerOptions, socket: string, events: FleetEvents): Promise<readonly WorkerInfo[]> {
    const running = await new Promise<readonly RunningWorker[]>((resolve) => {
      this.#tookOver = resolve;
      this.#tell({ type: 'take_over' });
    });
    for (const worker of running) this.#pool.adopt(this.#began(new RelayedChannel(this.#tell), worker));
    return this.#pool.serve(options, socket, events);
  }

  stop(graceMs: number, retireMs: number): void {
    this.#pool.stop(graceMs, retireMs);
  }

  heard(message: MessageOfOlderSupervisor): void {
    switch (message.type) {
      case 'workers':
        return this.#tookOver(message.workers);
      case 'forked': {
        const channel = this.#forking.shift();
        if (channel) this.#began(channel, message);
        return;
      }
      case 'from_worker':
        return this.#channels.get(message.worker)?.heard(message.message);
      case 'worker_exited': {
        const channel = this.#channels.get(message.worker);
        this.#channels.delete(message.worker);
        return channel?.events?.exited(message.how);
      }
    }
  }

  #began(channel: RelayedChannel, { worker, pid }: RunningWorker): RelayedChannel {
    this.#channels.set(worker, channel);
    channel.began(worker, pid);
    return channel;
  }
}

class RelayedChannel implements WorkerChannel {
  pid = 0;
  events: WorkerChannelEvents | undefined;
  readonly #tell: Tell;
  #worker: number | undefined;
  #heard: WorkerReport['type'] | undefined;
  /** What is to be said once the worker has its number. */
  #waiting: ((worker: number) => void)[] = [];

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  began(worker: number, pid: number): void {
    this.pid = pid;
    this.#worker = worker;
    for (const say of this.#waiting.splice(0)) say(worker);
  }

  open(events: WorkerChannelEvents): void {
    this.events = events;
  }

  /** Of a worker that the supervisor started itself, it only passes on what came last. */
  heard(report: WorkerReport): void {
    const isFirst = this.#heard === undefined;
    this.#heard = report.type;
    if (isFirst && report.type !== 'ready') this.events?.received({ type: 'ready' });
    if (isFirst && report.type === 'listening') this.events?.received({ type: 'loaded' });
    this.events?.received(report);
  }

  send(message: OrderToWorker): void {
    this.#whenBegan((worker) => this.#tell({ type: 'to_worker', worker, message }));
  }

  kill(): void {
    this.#whenBegan((worker) => this.#tell({ type: 'kill_worker', worker }));
  }

  #whenBegan(say: (worker: number) => void): void {
    if (this.#worker === undefined) this.#waiting.push(say);
    else say(this.#worker);
  }
}
