/**
 * One generation of the service: an application process and its edge workers, all of one program and one environment.
 * The supervisor's side of them. Source: ARCHITECTURE.md ("Processes").
 *
 * States: starting (until the application process is ready; its end ends the generation) → serving (its end starts
 * another, after a pause that grows while they keep dying) → stopping (the application process closes everything and exits;
 * what it leaves behind is drained and ended) → ended. A generation that hands over to its successor is stopping, too, and
 * has released the stores before it has ended.
 */
import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { runtimeVariablesOnly } from '../config/env.ts';
import { RestartDelay } from '../core/restart-delay.ts';
import { ClusterFleet, type Environment, forkChild } from '../edge/cluster-fleet.ts';
import { Liveness, mainThreadCpuSeconds, pulseEveryMs } from '../edge/liveness.ts';
import { type PassedSockets, pickSockets, portsOf } from '../edge/passed-sockets.ts';
import type { WorkerChannel } from '../edge/worker-fleet.ts';
import { LoneEdge } from './lone-edge.ts';
import {
  type EdgePlan,
  type MessageToApplication,
  type MessageToSupervisor,
  type RunningProgram,
  type SupervisorCounts,
  storeAwayExitCode,
} from './supervisor-protocol.ts';

export type GenerationOptions = {
  /** The paths of the programs. */
  readonly applicationEntry: string;
  readonly workerEntry: string;
  /** The path of the Node that they run on. */
  readonly runtime: string;
  /** Of the application process. */
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly sockets: PassedSockets;
  /** Whether the service begins with it, instead of being upgraded to it. */
  readonly isFirst: boolean;
  /** How long the application process may serve on after it was told to stop. */
  readonly lameDuckMs: number;
  /** Called with one line when the application process is started again. */
  readonly onRestart: (how: string, delayMs: number) => void;
  /** Called with one line when a worker is replaced while there is no application process. */
  readonly onWorkerReplaced: (how: string, delayMs: number) => void;
  readonly counts: () => SupervisorCounts;
};

/** An application process that says nothing for so long after a worker's end, which it answers at once, is not waited for. */
const standInAfterExitMs = 1_000;
/** The same at any other time while a worker is missing: longer than between two pulses. */
const standInAfterMs = 2_500;
/** For requests in flight. */
const drainMs = 10_000;
/** Of that, for idle connections when others serve on the same sockets. */
const retireIdleMs = 5_000;
/** Beyond what the application process takes to close everything, its lame-duck delay not counted. */
const stopGraceMs = 30_000;

export class Generation {
  readonly #options: GenerationOptions;
  readonly #fleet: ClusterFleet;
  readonly #workers = new Map<number, WorkerChannel>();
  readonly #loneEdge: LoneEdge;
  #plan: EdgePlan | undefined;
  #lastWorker = 0;
  /** Workers that were started while the application process was silent, and that it doesn't know yet. */
  readonly #unknownWorkers = new Set<number>();
  #application: Worker | undefined;
  /** Whether an application process was ready once. */
  #hasStarted = false;
  /** Whether visitors are served, or would be but for what can be fixed while this runs on. */
  #isEdgeStarted = false;
  #isStopping = false;
  #isHurried = false;
  /** Whether another generation serves on the same sockets while this one ends. */
  #hasOthers = false;
  #hasPredecessor: boolean;
  #failure = '';
  #running: RunningProgram | undefined;
  /** Ages count from when it was ready. */
  readonly #restartDelay = new RestartDelay({ youngMs: 30_000, firstMs: 250, maxMs: 10_000 });
  #readyTick = 0;
  /** When it last said anything. */
  #heardTick = 0;
  readonly #liveness = new Liveness(
    () => mainThreadCpuSeconds(this.#application?.process.pid ?? 0),
    'application',
  );
  #backOff: NodeJS.Timeout | undefined;
  #pulseTimer: NodeJS.Timeout | undefined;
  #begin: () => void = () => {};
  #release: () => void = () => {};
  #end: (exitCode: number) => void = () => {};
  /** Resolves when it serves for the first time. */
  readonly started: Promise<void>;
  /** Resolves when it has stopped using what only one generation can use. */
  readonly released: Promise<void>;
  /** Resolves with an exit code when nothing of it is left: it could not start, or was stopped. */
  readonly ended: Promise<number>;

  constructor(options: GenerationOptions) {
    this.#options = options;
    this.#fleet = new ClusterFleet(
      options.workerEntry,
      options.runtime,
      runtimeVariablesOnly(options.environment),
      options.sockets,
    );
    this.#loneEdge = new LoneEdge({
      workers: this.#workers,
      fork: () => this.#forkWorker(),
      onReplaced: options.onWorkerReplaced,
    });
    this.#hasPredecessor = !options.isFirst;
    this.started = new Promise((resolve) => {
      this.#begin = resolve;
    });
    this.released = new Promise((resolve) => {
      this.#release = resolve;
    });
    const decided = new Promise<number>((resolve) => {
      this.#end = resolve;
    });
    this.ended = decided.then((exitCode) => this.#leave(exitCode));
  }

  /** What it runs; undefined until it serves. */
  get running(): RunningProgram | undefined {
    return this.#running;
  }

  /** What it listens on. */
  get sockets(): PassedSockets {
    return this.#options.sockets;
  }

  get lameDuckMs(): number {
    return this.#options.lameDuckMs;
  }

  /** Why it could not start; empty when it hasn't said so. */
  get failure(): string {
    return this.#failure;
  }

  start(): void {
    this.#pulseTimer = setInterval(() => this.#checkPulse(), pulseEveryMs);
    this.#startApplication();
  }

  /** Ends it: lets requests under way finish and closes everything. */
  stop(signal: NodeJS.Signals): void {
    this.#stop(signal, false);
  }

  /** Ends it as {@link stop} does, while its successor serves. */
  handOver(): void {
    this.#stop('SIGHUP', true);
  }

  /** Ends it at once. */
  kill(): void {
    this.#isHurried = true;
    this.#killApplication();
    this.#end(1);
  }

  /** Tells it that it may use what its predecessor had open. */
  predecessorGone(): void {
    this.#hasPredecessor = false;
    this.#tell({ type: 'predecessor_gone' });
  }

  #stop(signal: NodeJS.Signals, isHandover: boolean): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#hasOthers = isHandover;
    clearTimeout(this.#backOff);
    if (!this.#application) return this.#end(0);
    if (this.#readyTick === 0) {
      // It has nothing to finish, and nothing is lost.
      this.#hasOthers ||= !this.#options.isFirst && !this.#hasStarted;
      this.#killApplication();
      return this.#end(0);
    }
    this.#tell({ type: 'stop', signal, isHandover });
    setTimeout(
      () => {
        this.#isHurried = !isHandover;
        this.#killApplication();
        this.#end(1);
      },
      stopGraceMs + (isHandover ? 0 : this.lameDuckMs),
    ).unref();
  }

  async #leave(exitCode: number): Promise<number> {
    this.#loneEdge.turnOff();
    clearInterval(this.#pulseTimer);
    this.#release();
    // Where a service's first start failed, there is nothing to finish.
    const hasServed = exitCode === 0 || this.#hasStarted || !this.#options.isFirst;
    if (hasServed && !this.#isHurried) await this.#drainWorkers();
    for (const worker of this.#workers.values()) worker.kill();
    return exitCode;
  }

  /** Those that a dead application process could not drain. */
  async #drainWorkers(): Promise<void> {
    const retireMs = this.#hasOthers ? retireIdleMs : 0;
    for (const worker of this.#workers.values()) worker.send({ type: 'drain', graceMs: drainMs, retireMs });
    const giveUpTick = performance.now() + drainMs + pulseEveryMs;
    while (this.#workers.size > 0 && !this.#isHurried && performance.now() < giveUpTick) await sleep(50);
  }

  #startApplication(): void {
    const { applicationEntry, args, runtime, environment, sockets } = this.#options;
    const own = pickSockets(sockets, ['api', 'dns_tcp', 'dns_udp']);
    const application = forkChild(applicationEntry, args, runtime, environment, own);
    this.#application = application;
    this.#readyTick = 0;
    application.on('message', (message: MessageToSupervisor) => this.#heard(message));
    // Such as a channel that closed while a message was being written; `exit` follows.
    application.on('error', () => {});
    application.on('exit', (code: number | null, signal: string | null) => {
      this.#application = undefined;
      this.#applicationExited(code, signal ? `signal ${signal}` : `exit code ${code}`);
    });
  }

  #killApplication(): void {
    this.#application?.process.kill('SIGKILL');
  }

  #heard(message: MessageToSupervisor): void {
    this.#heardTick = performance.now();
    this.#liveness.heard();
    // It is in charge again.
    if (this.#readyTick !== 0) this.#loneEdge.turnOff();
    switch (message.type) {
      case 'hello':
        return this.#tell({
          type: 'welcome',
          isRestart: this.#hasStarted || !this.#options.isFirst,
          hasPredecessor: this.#hasPredecessor,
          counts: this.#options.counts(),
          passedPorts: portsOf(this.#options.sockets),
        });
      case 'edge':
        this.#plan = message;
        return;
      case 'take_over': {
        this.#loneEdge.turnOff();
        this.#unknownWorkers.clear();
        const workers = [...this.#workers].map(([worker, { pid }]) => ({ worker, pid }));
        return this.#tell({ type: 'workers', workers });
      }
      case 'ready': {
        const { version, embeddedAnalyticsSchema } = message;
        this.#running = { version, embeddedAnalyticsSchema };
        this.#hasStarted = true;
        this.#isEdgeStarted = true;
        this.#readyTick = performance.now();
        return this.#begin();
      }
      case 'failed':
        this.#failure = message.why;
        return;
      case 'released':
        return this.#release();
      case 'pulse':
        return;
      case 'fork':
        return this.#provideWorker();
      case 'to_worker':
        return this.#workers.get(message.worker)?.send(message.message);
      case 'kill_worker':
        return this.#workers.get(message.worker)?.kill();
    }
  }

  /** Gives the application process a worker: one that it missed, or a new one. */
  #provideWorker(): void {
    if (this.#unknownWorkers.size === 0) this.#forkWorker();
    const [worker = 0] = this.#unknownWorkers;
    this.#unknownWorkers.delete(worker);
    this.#tell({ type: 'forked', worker, pid: this.#workers.get(worker)?.pid ?? 0 });
    const message = this.#loneEdge.stageOf(worker);
    if (message) this.#tell({ type: 'from_worker', worker, message });
  }

  #forkWorker(): void {
    const worker = ++this.#lastWorker;
    const channel = this.#fleet.fork();
    this.#workers.set(worker, channel);
    this.#unknownWorkers.add(worker);
    this.#loneEdge.forked(worker);
    channel.open({
      received: (message) => {
        this.#loneEdge.heard(worker, message);
        this.#tell({ type: 'from_worker', worker, message });
      },
      exited: (how) => {
        this.#workers.delete(worker);
        this.#unknownWorkers.delete(worker);
        this.#loneEdge.exited(worker, how);
        this.#tell({ type: 'worker_exited', worker, how });
        const exitTick = performance.now();
        setTimeout(() => this.#standIn(exitTick), standInAfterExitMs).unref();
      },
    });
  }

  /** Replaces workers in place of an application process that has said nothing since; it may only be slow, so it lives on. */
  #standIn(sinceTick: number): void {
    if (!this.#plan || this.#isStopping || this.#readyTick === 0) return;
    if (this.#heardTick < sinceTick && this.#loneEdge.listening < this.#plan.workers)
      this.#loneEdge.turnOn(this.#plan);
  }

  #tell(message: MessageToApplication): void {
    if (this.#application?.isConnected()) this.#application.send(message, () => {});
  }

  #applicationExited(code: number | null, how: string): void {
    // One that was killed while it stopped has lost nothing.
    if (this.#isStopping) return this.#end(code ?? 0);
    // A successor that can't reach the store has to leave everything to its predecessor.
    if (code === storeAwayExitCode && this.#plan && this.#options.isFirst) this.#isEdgeStarted = true;
    if (!this.#isEdgeStarted) {
      this.#hasOthers = !this.#options.isFirst;
      if (this.#failure === '') this.#failure = `its application process ended with ${how}`;
      return this.#end(code ?? 1);
    }
    if (this.#plan) this.#loneEdge.turnOn(this.#plan);
    const delayMs = this.#restartDelay.next(this.#readyTick === 0 ? 0 : performance.now() - this.#readyTick);
    this.#options.onRestart(how, delayMs);
    this.#backOff = setTimeout(() => this.#startApplication(), delayMs);
  }

  /** One that is starting may take as long as it needs, to migrate a large store for one. */
  #checkPulse(): void {
    this.#loneEdge.checkPulse();
    this.#standIn(performance.now() - standInAfterMs);
    if (this.#readyTick !== 0 && this.#liveness.check() !== undefined) this.#killApplication();
  }
}
