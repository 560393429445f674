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
import { runtimeVariablesOnly } from '../config/env.ts';
import { RestartDelay } from '../core/restart-delay.ts';
import { type Environment, forkChild, forkWorker } from '../edge/child-process.ts';
import { Liveness, mainThreadCpuSeconds, pulseEveryMs } from '../edge/liveness.ts';
import { type PassedSockets, pickSockets, portsOf } from '../edge/passed-sockets.ts';
import type { WorkerOptions } from '../edge/worker-options.ts';
import { WorkerPool } from '../edge/worker-pool.ts';
import {
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
  /** Called with one line when a worker is replaced. */
  readonly onWorkerReplaced: (pid: number, how: string, delayMs: number) => void;
  readonly counts: () => SupervisorCounts;
};

/** Workers don't wait for an application process that has said nothing for so long: longer than between two pulses. */
const silentAfterMs = 2_500;
/** For requests in flight. */
const drainMs = 10_000;
/** Of that, for idle connections when others serve on the same sockets. */
const retireIdleMs = 5_000;
/** Beyond what the application process takes to close everything, its lame-duck delay not counted. */
const stopGraceMs = 30_000;

export class Generation {
  readonly #options: GenerationOptions;
  readonly #pool: WorkerPool;
  #workerOptions: WorkerOptions | undefined;
  /** Whether the application process that runs says when workers may listen. */
  #isInCharge = false;
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
    const { workerEntry, runtime, sockets } = options;
    const environment = runtimeVariablesOnly(options.environment);
    this.#pool = new WorkerPool({
      fork: () => forkWorker(workerEntry, runtime, environment, sockets),
      onReplaced: options.onWorkerReplaced,
      isAlone: () => !this.#isInCharge || this.#isSilent,
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
    this.#pool.kill();
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
    clearInterval(this.#pulseTimer);
    this.#release();
    // Where a service's first start failed, there is nothing to finish.
    const hasServed = exitCode === 0 || this.#hasStarted || !this.#options.isFirst;
    // Those that a dead application process could not drain.
    if (hasServed && !this.#isHurried) {
      this.#pool.stop(drainMs, this.#hasOthers ? retireIdleMs : 0);
      await this.#pool.ended;
    }
    this.#pool.kill();
    return exitCode;
  }

  #startApplication(): void {
    const { applicationEntry, args, runtime, environment, sockets } = this.#options;
    const own = pickSockets(sockets, ['api', 'dns_tcp', 'dns_udp']);
    const application = forkChild(applicationEntry, args, runtime, environment, own);
    this.#application = application;
    this.#readyTick = 0;
    this.#isInCharge = false;
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
    switch (message.type) {
      case 'hello':
        return this.#tell({
          type: 'welcome',
          keepsWorkers: true,
          isRestart: this.#hasStarted || !this.#options.isFirst,
          hasPredecessor: this.#hasPredecessor,
          counts: this.#options.counts(),
          passedPorts: portsOf(this.#options.sockets),
        });
      case 'edge':
        this.#workerOptions = message.options;
        return;
      case 'start_workers':
        this.#isInCharge = true;
        void this.#startWorkers(message.options, message.socket);
        return;
      case 'stop_workers':
        this.#pool.stop(message.graceMs, message.retireMs);
        return;
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
    }
  }

  async #startWorkers(options: WorkerOptions, socket: string): Promise<void> {
    const workers = await this.#pool.serve(options, socket, {
      changed: (info) => this.#tell({ type: 'worker', ...info }),
      gone: (worker, exit) => this.#tell({ type: 'worker_gone', worker, ...exit }),
    });
    this.#tell({ type: 'running_workers', workers });
  }

  /** It may only be slow, so it lives on. */
  get #isSilent(): boolean {
    return this.#readyTick !== 0 && performance.now() - this.#heardTick > silentAfterMs;
  }

  #tell(message: MessageToApplication): void {
    if (this.#application?.isConnected()) this.#application.send(message, () => {});
  }

  #applicationExited(code: number | null, how: string): void {
    // One that was killed while it stopped has lost nothing.
    if (this.#isStopping) return this.#end(code ?? 0);
    // A successor that can't reach the store has to leave everything to its predecessor.
    if (code === storeAwayExitCode && this.#workerOptions && this.#options.isFirst)
      this.#isEdgeStarted = true;
    if (!this.#isEdgeStarted) {
      this.#hasOthers = !this.#options.isFirst;
      if (this.#failure === '') this.#failure = `its application process ended with ${how}`;
      return this.#end(code ?? 1);
    }
    this.#isInCharge = false;
    if (this.#workerOptions) this.#pool.serveAlone(this.#workerOptions);
    const delayMs = this.#restartDelay.next(this.#readyTick === 0 ? 0 : performance.now() - this.#readyTick);
    this.#options.onRestart(how, delayMs);
    this.#backOff = setTimeout(() => this.#startApplication(), delayMs);
  }

  /** One that is starting may take as long as it needs, to migrate a large store for one. */
  #checkPulse(): void {
    if (this.#readyTick !== 0 && this.#liveness.check() !== undefined) this.#killApplication();
  }
}
