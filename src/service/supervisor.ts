/**
 * The process that `nameplate serve` begins with. It holds the sockets that clients connect to, starts the edge's workers
 * and the application process, watches them and replaces them (see generation.ts). It does so little that it
 * stays up: workers serve visitors on while the application process is started again, and while the program is upgraded.
 * Source: ARCHITECTURE.md ("Processes"), docs/guides/operations.md ("Upgrading").
 *
 * An upgrade: the new program is checked → a second generation starts beside the first, on the same sockets → it is ready
 * → the first hands over (it drains, and closes what only one process can have open) and ends. A second generation that
 * isn't ready in time is ended, and the first was never touched.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceEnvironment, withProcessEnvironment } from '../config/env.ts';
import { errorMessage } from '../core/error-field.ts';
import type { Environment } from '../edge/child-process.ts';
import type { PassedSockets } from '../edge/passed-sockets.ts';
import type { Outcome, UpgradeRequest } from './control-protocol.ts';
import { Generation, type GenerationOptions } from './generation.ts';
import type { OwnSockets } from './own-sockets.ts';
import type { SupervisorCounts } from './supervisor-protocol.ts';
import { checkProgram, UpgradeRefused } from './upgrade-check.ts';

export type SupervisorOptions = Pick<GenerationOptions, 'applicationEntry' | 'workerEntry' | 'lameDuckMs'> & {
  /** The path that this program was started from: what SIGHUP upgrades to. */
  readonly program: string;
  readonly dataDirectory: string;
  /** Arguments of `nameplate serve` for the application process. */
  readonly args: readonly string[];
  readonly ownSockets: OwnSockets;
  /** What the first generation listens on. */
  readonly sockets: PassedSockets;
  /** Whether a terminal is attached, which sends SIGHUP when it is closed. */
  readonly hasTerminal: boolean;
  /** Writes one line to the log. */
  readonly log: (
    level: 'info' | 'error',
    message: string,
    details: Readonly<Record<string, unknown>>,
  ) => void;
  /** How long a new generation may take to be ready; two minutes by default. */
  readonly startLimitMs?: number;
};

const defaultStartLimitMs = 120_000;

export class Supervisor {
  readonly #options: SupervisorOptions;
  #current: Generation;
  /** Starting beside the current one. */
  #next: Generation | undefined;
  /** Handing over to the current one. */
  #previous: Generation | undefined;
  #environment: Environment = {};
  #isUpgrading = false;
  #isStopping = false;
  #counts: SupervisorCounts = { restarts: 0, upgrades: 0 };
  #end: (exitCode: number) => void = () => {};

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#current = this.#newGeneration({
      ...options,
      runtime: process.execPath,
      environment: {},
      isFirst: true,
    });
  }

  /** Runs the service until a signal stops it or it cannot start; resolves with the exit code. */
  async run(): Promise<number> {
    const ended = new Promise<number>((resolve) => {
      this.#end = resolve;
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#stop(signal));
    if (!this.#options.hasTerminal)
      process.on('SIGHUP', () => void this.upgrade({ request: 'upgrade' }, () => {}));
    this.#begin(this.#current);
    const exitCode = await ended;
    await Promise.all([this.#next?.ended, this.#previous?.ended]);
    return exitCode;
  }

  /** Upgrades the service; `tell` hears how far it is. Never rejects. */
  async upgrade(request: UpgradeRequest, tell: (progress: string) => void): Promise<Omit<Outcome, 'pid'>> {
    const answer = await this.#upgradeUnlessBusy(request, tell);
    this.#options.log(answer.outcome === 'done' ? 'info' : 'error', 'upgrade', answer);
    return answer;
  }

  async #upgradeUnlessBusy(
    request: UpgradeRequest,
    tell: (progress: string) => void,
  ): Promise<Omit<Outcome, 'pid'>> {
    const why = this.#whyNotNow();
    if (why) return { outcome: 'refused', message: why };
    this.#isUpgrading = true;
    try {
      return await this.#upgrade(request, tell);
    } catch (error) {
      return { outcome: 'refused', message: errorMessage(error) };
    } finally {
      this.#isUpgrading = false;
    }
  }

  #whyNotNow(): string | undefined {
    if (this.#isStopping) return 'the service is stopping';
    if (this.#isUpgrading) return 'another upgrade is under way';
    return this.#current.running ? undefined : 'the service has not started yet';
  }

  async #upgrade(
    { program, environment }: UpgradeRequest,
    tell: (progress: string) => void,
  ): Promise<Omit<Outcome, 'pid'>> {
    const { dataDirectory, args, program: ownProgram } = this.#options;
    const current = this.#current;
    const changes = environment ? replaceEnvironment(environment) : this.#environment;
    const path = program ?? ownProgram;
    tell(`checking ${path}`);
    const analyticsSchema = current.running?.embeddedAnalyticsSchema;
    const facts = await checkProgram({
      path,
      environment: withProcessEnvironment(changes),
      args: [
        ...args,
        ...(typeof analyticsSchema === 'number' ? ['--analytics-schema', String(analyticsSchema)] : []),
      ],
      dataDirectory,
    });
    const { ownSockets } = this.#options;
    const sockets = facts.listen ? await ownSockets.open(facts.listen) : current.sockets;
    // It may have been stopped meanwhile.
    if (this.#isStopping) throw new UpgradeRefused('the service is stopping');
    tell(`starting version ${facts.version} beside version ${current.running?.version}`);
    const next = this.#newGeneration({
      applicationEntry: facts.application_entry,
      workerEntry: facts.worker_entry,
      runtime: facts.runtime,
      lameDuckMs: facts.lame_duck_ms,
      environment: changes,
      sockets,
      isFirst: false,
    });
    this.#next = next;
    this.#begin(next);
    const failure = await this.#whyNotReady(next);
    this.#next = undefined;
    if (failure !== undefined) {
      next.stop('SIGTERM');
      await next.ended;
      if (!this.#isStopping) ownSockets.closeOthers(current.sockets);
      return { outcome: 'rolled_back', message: `version ${facts.version} was not put in place: ${failure}` };
    }
    tell(`version ${facts.version} serves; the one before finishes its requests`);
    this.#current = next;
    this.#previous = current;
    this.#environment = changes;
    this.#counts = { ...this.#counts, upgrades: this.#counts.upgrades + 1 };
    current.handOver();
    ownSockets.closeOthers(sockets);
    void current.released.then(() => next.predecessorGone());
    await current.ended;
    this.#previous = undefined;
    return { outcome: 'done', message: `version ${facts.version} serves` };
  }

  /** Waits until a generation is ready; answers why it is not, if it is not. */
  async #whyNotReady(next: Generation): Promise<string | undefined> {
    const limitMs = this.#options.startLimitMs ?? defaultStartLimitMs;
    const deadline = new AbortController();
    const failure = await Promise.race([
      next.started.then(() => undefined),
      next.ended.then(() => next.failure || 'it was stopped'),
      sleep(limitMs, `it was not ready after ${limitMs / 1000} s`, { signal: deadline.signal }),
    ]);
    deadline.abort();
    return this.#isStopping ? 'the service is stopping' : failure;
  }

  #newGeneration(
    options: Pick<
      GenerationOptions,
      'applicationEntry' | 'workerEntry' | 'runtime' | 'lameDuckMs' | 'environment' | 'sockets' | 'isFirst'
    >,
  ): Generation {
    const generation: Generation = new Generation({
      ...options,
      args: this.#options.args,
      onRestart: (how, delayMs) => {
        this.#counts = { ...this.#counts, restarts: this.#counts.restarts + 1 };
        const message = 'the application process is gone, starting another; the edge serves on';
        this.#options.log('error', message, { how, delayMs });
      },
      onWorkerReplaced: (workerPid, how, delayMs) =>
        this.#options.log('error', 'edge: a worker exited, starting another', { workerPid, how, delayMs }),
      counts: () => {
        const { restarts, upgrades } = this.#counts;
        return { restarts, upgrades: generation === this.#next ? upgrades + 1 : upgrades };
      },
    });
    return generation;
  }

  #begin(generation: Generation): void {
    generation.start();
    void this.#endWith(generation);
  }

  async #endWith(generation: Generation): Promise<void> {
    const exitCode = await generation.ended;
    if (this.#current === generation) this.#end(exitCode);
  }

  /** A second signal ends everything at once. */
  #stop(signal: NodeJS.Signals): void {
    const generations = [this.#current, this.#next, this.#previous];
    for (const generation of generations) {
      if (this.#isStopping) generation?.kill();
      else generation?.stop(signal);
    }
    this.#isStopping = true;
    // Otherwise clients would wait for processes that accept nothing more.
    setTimeout(() => this.#options.ownSockets.closeOthers(), this.#current.lameDuckMs).unref();
  }
}
