/**
 * The application process's side of its channel to the supervisor: which workers there are, and when to stop.
 * Source: ARCHITECTURE.md ("Processes").
 *
 * Without its supervisor the process ends at once, so that a new service finds ports and stores free; what was
 * acknowledged is stored.
 */
import type { PassedPorts } from '../edge/passed-sockets.ts';
import type { FleetEvents, WorkerInfo } from '../edge/worker-fleet.ts';
import type { WorkerOptions } from '../edge/worker-options.ts';
import {
  type MessageOfOlderSupervisor,
  OlderSupervisor,
  type OrderToOlderSupervisor,
} from './older-supervisor.ts';
import type { Supervision } from './supervision.ts';
import type {
  MessageToApplication,
  MessageToSupervisor,
  RunningProgram,
  SupervisorCounts,
} from './supervisor-protocol.ts';

const pulseEveryMs = 1_000;

type Heard = MessageToApplication | MessageOfOlderSupervisor;

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
  readonly #older: OlderSupervisor | undefined;
  #fleetEvents: FleetEvents | undefined;
  #running: ((workers: readonly WorkerInfo[]) => void) | undefined;
  #stopped: ((order: StopOrder) => void) | undefined;
  readonly stopOrder: Promise<StopOrder> = new Promise((resolve) => {
    this.#stopped = resolve;
  });

  private constructor(welcome: Extract<MessageToApplication, { type: 'welcome' }>) {
    this.isRestart = welcome.isRestart;
    this.counts = welcome.counts;
    this.passedPorts = welcome.passedPorts ?? {};
    this.#older = welcome.keepsWorkers ? undefined : new OlderSupervisor(tell, tellReplaced);
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
      process.on('message', (message: Heard) => {
        if (message.type === 'welcome') resolve((supervised = new Supervised(message)));
        else if (supervised) supervised.#heard(message);
      });
      tell({ type: 'hello' });
    });
  }

  edge(options: WorkerOptions): void {
    tell({ type: 'edge', options, workers: options.workers });
  }

  serve(options: WorkerOptions, socket: string, events: FleetEvents): Promise<readonly WorkerInfo[]> {
    if (this.#older) return this.#older.serve(options, socket, events);
    this.#fleetEvents = events;
    return new Promise((resolve) => {
      this.#running = resolve;
      tell({ type: 'start_workers', options, socket });
    });
  }

  stop(graceMs: number, retireMs: number): void {
    if (this.#older) this.#older.stop(graceMs, retireMs);
    else tell({ type: 'stop_workers', graceMs, retireMs });
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

  #heard(message: Exclude<Heard, { type: 'welcome' }>): void {
    switch (message.type) {
      case 'running_workers':
        return this.#running?.(message.workers);
      case 'worker':
        return this.#fleetEvents?.changed(message);
      case 'worker_gone':
        return this.#fleetEvents?.gone(message.worker, message);
      case 'predecessor_gone':
        return this.#goneBefore();
      case 'stop':
        return this.#stopped?.(message);
      case 'workers':
      case 'forked':
      case 'from_worker':
      case 'worker_exited':
        return this.#older?.heard(message);
    }
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

function tellReplaced(pid: number, how: string, delayMs: number): void {
  process.stderr.write(`nameplate: worker ${pid} exited (${how}), starting another in ${delayMs} ms\n`);
}

function tell(message: MessageToSupervisor | OrderToOlderSupervisor): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
