/**
 * The application process's side of its channel to the supervisor: the workers there are, and when to stop.
 * Source: ARCHITECTURE.md ("Processes").
 *
 * Without its supervisor the process ends at once, so that a new service finds ports and stores free; what was
 * acknowledged is stored.
 */
import type { PassedPorts } from '../edge/passed-sockets.ts';
import type { WorkerChannel, WorkerChannelEvents } from '../edge/worker-fleet.ts';
import type { MessageToWorker } from '../edge/worker-protocol.ts';
import type { Supervision } from './supervision.ts';
import type {
  EdgePlan,
  MessageToApplication,
  MessageToSupervisor,
  RunningProgram,
  SupervisorCounts,
  WorkerId,
} from './supervisor-protocol.ts';

const pulseEveryMs = 1_000;

/** An order to stop. With `isHandover` a successor serves already. */
export type StopOrder = { readonly signal: NodeJS.Signals; readonly isHandover: boolean };

export class Supervised implements Supervision {
  readonly isRestart: boolean;
  readonly counts: SupervisorCounts;
  readonly passedPorts: PassedPorts;
  readonly hasPredecessor: boolean;
  readonly predecessorGone: Promise<void>;
  #goneBefore: () => void = () => {};
  #isReady = false;
  readonly #workers = new Map<number, RelayedChannel>();
  readonly #forking: RelayedChannel[] = [];
  #takingOver: ((workers: readonly WorkerChannel[]) => void) | undefined;
  #stopped: ((order: StopOrder) => void) | undefined;
  readonly stopOrder: Promise<StopOrder> = new Promise((resolve) => {
    this.#stopped = resolve;
  });

  private constructor(welcome: Extract<MessageToApplication, { type: 'welcome' }>) {
    this.isRestart = welcome.isRestart;
    this.counts = welcome.counts;
    this.passedPorts = welcome.passedPorts ?? {};
    this.hasPredecessor = welcome.hasPredecessor;
    this.predecessorGone = new Promise((resolve) => {
      this.#goneBefore = resolve;
    });
    if (!welcome.hasPredecessor) this.#goneBefore();
  }

  /** Introduces this process to the supervisor that started it. */
  static async meet(): Promise<Supervised> {
    // Before the listener of node:cluster, which exits in good order.
    process.prependListener('disconnect', endAtOnce);
    // A terminal and a service manager signal the whole group; when to stop is the supervisor's say.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => {});
    process.on('SIGHUP', () => {});
    return await new Promise((resolve) => {
      let supervised: Supervised | undefined;
      process.on('message', (message: MessageToApplication) => {
        if (message.type === 'welcome') resolve((supervised = new Supervised(message)));
        else if (supervised) supervised.#heard(message);
      });
      tell({ type: 'hello' });
    });
  }

  edge(plan: EdgePlan): void {
    tell({ type: 'edge', ...plan });
  }

  takeOver(): Promise<readonly WorkerChannel[]> {
    return new Promise((resolve) => {
      this.#takingOver = resolve;
      tell({ type: 'take_over' });
    });
  }

  fork(): WorkerChannel {
    const channel = new RelayedChannel();
    this.#forking.push(channel);
    tell({ type: 'fork' });
    return channel;
  }

  get isCandidate(): boolean {
    return this.hasPredecessor && !this.#isReady;
  }

  /** Says that the service has started, and from now on that it is alive. */
  ready(program: RunningProgram): void {
    this.#isReady = true;
    tell({ type: 'ready', ...program });
    setInterval(() => tell({ type: 'pulse' }), pulseEveryMs).unref();
  }

  released(): void {
    tell({ type: 'released' });
  }

  /** Says why the service can't start, and lets the process end. */
  fail(why: string): void {
    tell({ type: 'failed', why });
    this.leave();
  }

  giveUp(why: string): never {
    process.stderr.write(`nameplate: ${why}\n`);
    return endAtOnce();
  }

  /** Lets the process end. */
  leave(): void {
    process.removeAllListeners('disconnect');
    if (process.connected) process.disconnect();
  }

  #began(channel: RelayedChannel, { worker, pid }: WorkerId): void {
    this.#workers.set(worker, channel);
    channel.began(worker, pid);
  }

  #heard(message: Exclude<MessageToApplication, { type: 'welcome' }>): void {
    switch (message.type) {
      case 'workers': {
        const channels = message.workers.map((worker) => {
          const channel = new RelayedChannel();
          this.#began(channel, worker);
          return channel;
        });
        return this.#takingOver?.(channels);
      }
      case 'forked': {
        const channel = this.#forking.shift();
        if (channel) this.#began(channel, message);
        return;
      }
      case 'from_worker':
        return this.#workers.get(message.worker)?.events?.received(message.message);
      case 'worker_exited': {
        const channel = this.#workers.get(message.worker);
        this.#workers.delete(message.worker);
        return channel?.events?.exited(message.how);
      }
      case 'predecessor_gone':
        return this.#goneBefore();
      case 'stop':
        return this.#stopped?.(message);
    }
  }
}

class RelayedChannel implements WorkerChannel {
  pid = 0;
  events: WorkerChannelEvents | undefined;
  #worker: number | undefined;
  /** What is to be said once the worker has its number. */
  #waiting: ((worker: number) => void)[] = [];

  began(worker: number, pid: number): void {
    this.pid = pid;
    this.#worker = worker;
    for (const say of this.#waiting.splice(0)) say(worker);
  }

  open(events: WorkerChannelEvents): void {
    this.events = events;
  }

  send(message: MessageToWorker): void {
    this.#whenBegan((worker) => tell({ type: 'to_worker', worker, message }));
  }

  kill(): void {
    this.#whenBegan((worker) => tell({ type: 'kill_worker', worker }));
  }

  #whenBegan(say: (worker: number) => void): void {
    if (this.#worker === undefined) this.#waiting.push(say);
    else say(this.#worker);
  }
}

/**
 * Ends this process as `kill -9` would. An exit runs what libraries do at their end, and an open chDB then waits for its
 * own threads, in one of about 40 exits for ever: ports and stores would stay taken.
 */
function endAtOnce(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable: SIGKILL ends a process before the call returns');
}

function tell(message: MessageToSupervisor): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
