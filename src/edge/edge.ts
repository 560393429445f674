/**
 * Runs the edge: worker processes on shared ports, replaced when they die, all at the newest routes.
 * Source: docs/reference/edge.md ("Workers").
 *
 * States: starting (until every worker listens; any failure ends the start) → running → stopping → stopped. Where an
 * earlier application process left workers running, it begins in running.
 */

import type { Logger } from 'pino';
import type { FullDay } from '../analytics/ingest/full-days.ts';
import type { EdgeReplica } from '../control/edge-replica.ts';
import { systemClock } from '../core/clock.ts';
import { errorMessage } from '../core/error-field.ts';
import type { RoutingLog } from '../core/route.ts';
import type { VisitorSalt } from '../core/salt-period.ts';
import { addCounters, type EdgeCounters } from './counters.ts';
import { EdgeStartError, toStartError } from './edge-start-error.ts';
import { pulseEveryMs } from './liveness.ts';
import { Replacements } from './replacements.ts';
import { ReplicaKeeper } from './replica-keeper.ts';
import { RoutingAudit } from './routing-audit.ts';
import { RoutingPublisher } from './routing-publisher.ts';
import { nothing, type RpcHandler } from './rpc.ts';
import { LimitLeases } from './rules/limit-leases.ts';
import { newTicketKeys, ticketPeriodMs } from './tls/ticket-keys.ts';
import type { FlushedSpans } from './tracer.ts';
import type { WorkerChannel, WorkerFleet } from './worker-fleet.ts';
import { WorkerProcess, type WorkerStatus } from './worker-process.ts';
import type { WorkerOptions } from './worker-protocol.ts';

export type EdgeOptions = WorkerOptions & {
  /** The keys of visitor hashes to start with. */
  readonly visitorSalts: readonly VisitorSalt[];
  /** Answers workers' requests about certificates; without it there are no certificates. */
  readonly onRequest?: RpcHandler;
  /** The file that workers read, where the store is a server. */
  readonly replica?: EdgeReplica;
  /** Called with what the workers have traced. */
  readonly onTraced?: (flushed: FlushedSpans) => void;
  /** Called when a worker has died by itself, so that its spool can be recovered. */
  readonly onWorkerGone?: () => void;
  /** How long visitors who reached workers already are served when the start fails; 0 by default. */
  readonly failedStartGraceMs?: number;
  /** How often routing tables are compared with the store; every five minutes by default. */
  readonly auditEveryMs?: number;
};

/** A running edge. */
export interface Edge {
  /** The ports in use; null when nothing listens. */
  readonly httpPort: number | null;
  readonly httpsPort: number | null;
  /**
   * Resolves when everything committed before the call is served by every live worker. Rejects when the control store
   * cannot be read; what is committed goes live when it can be again.
   */
  catchUp(): Promise<void>;
  /** All workers there are, in the order they were started. The edge is ready when each of them is `live`. */
  workers(): readonly WorkerStatus[];
  /** Totals over all workers, those that have died included, as of at most a second ago. */
  counters(): EdgeCounters;
  /** How many workers were replaced since the start, by why. */
  replacedWorkers(): Readonly<Record<ReplacementReason, number>>;
  /** Says whether the spool is over its budget: every worker drops records meanwhile, later ones too. */
  spoolFull(isFull: boolean): void;
  /** Hands the keys of visitor hashes to every worker, later ones too. */
  visitorSalts(salts: readonly VisitorSalt[]): void;
  /** Tells workers, those to come as well, which domains take no further event names. */
  fullDays(days: readonly FullDay[]): void;
  /** Lets health checks know that this edge is about to stop; it serves on. */
  lameDuck(): void;
  /**
   * Stops accepting, lets requests under way finish for up to `graceMs`, ends all workers. Idle connections are closed at
   * once, or stay open for `retireMs` of that for one more request each.
   */
  stop(graceMs: number, retireMs?: number): Promise<void>;
}

/** `died`: ended by itself, or was killed from outside; `hung`: was killed here. */
export type ReplacementReason = 'died' | 'hung';

const defaultAuditEveryMs = 300_000;
/** A file that was altered while nothing ran is found soon. */
const firstAuditMs = 10_000;
const copyUnloggedEveryMs = 10_000;

/**
 * Starts the workers that are missing, and takes over those that are there; resolves when all listen, rejects with an
 * `EdgeStartError` of one line.
 */
export async function startEdge(
  fleet: WorkerFleet,
  options: EdgeOptions,
  log: RoutingLog,
  logger: Logger,
): Promise<Edge> {
  const edge = new RunningEdge(fleet, options, log, logger);
  await edge.start();
  return edge;
}

class RunningEdge implements Edge {
  readonly #fleet: WorkerFleet;
  readonly #options: EdgeOptions;
  readonly #logger: Logger;
  readonly #publisher: RoutingPublisher;
  readonly #workers = new Set<WorkerProcess>();
  #retired: EdgeCounters = addCounters([]);
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  #started: { resolve: () => void; reject: (error: Error) => void } | null = null;
  readonly #replacements = new Replacements();
  readonly #limits: LimitLeases<WorkerProcess>;
  #isSpoolFull = false;
  #salts: readonly VisitorSalt[];
  #fullDays: readonly FullDay[] = [];
  #ticketKeys = newTicketKeys(null);
  readonly #ticketTimer: NodeJS.Timeout;
  readonly #pulseTimer: NodeJS.Timeout;
  readonly #replaced: Record<ReplacementReason, number> = { died: 0, hung: 0 };
  readonly #audit: RoutingAudit;
  readonly #log: RoutingLog;
  readonly #replica: ReplicaKeeper | undefined;
  #replicaTimer: NodeJS.Timeout | undefined;
  #auditTimer: NodeJS.Timeout | undefined;

  constructor(fleet: WorkerFleet, options: EdgeOptions, log: RoutingLog, logger: Logger) {
    this.#fleet = fleet;
    this.#options = options;
    this.#salts = options.visitorSalts;
    this.#ticketTimer = setInterval(() => this.#renewTicketKeys(), ticketPeriodMs);
    this.#ticketTimer.unref();
    // One at a time: where all seem to hang, the cause may well be elsewhere.
    this.#pulseTimer = setInterval(
      () => [...this.#workers].some((worker) => worker.checkPulse()),
      pulseEveryMs,
    );
    this.#pulseTimer.unref();
    this.#logger = logger;
    const followers = () => [...this.#workers].filter((worker) => worker.isFollowing);
    this.#limits = new LimitLeases({
      workers: options.workers,
      live: followers,
      send: (worker, orders) => worker.limits(orders),
      clock: systemClock,
    });
    this.#log = log;
    this.#replica =
      options.replica &&
      new ReplicaKeeper(options.replica, logger, (isCurrent) => {
        for (const worker of this.#workers) worker.replicaState(isCurrent);
      });
    this.#publisher = new RoutingPublisher(log, followers, logger, this.#replica);
    this.#audit = new RoutingAudit(log, this.#publisher, followers, logger, this.#replica);
  }

  get httpPort(): number | null {
    for (const worker of this.#workers) if (worker.state === 'live') return worker.httpPort;
    return this.#options.httpPort;
  }

  get httpsPort(): number | null {
    for (const worker of this.#workers) if (worker.state === 'live') return worker.httpsPort;
    return this.#options.httpsPort;
  }

  async start(): Promise<void> {
    if (this.#replica) await this.#startReplica(this.#replica);
    const existing = await this.#fleet.takeOver();
    if (existing.length > 0) await this.#takeOver(existing);
    else await this.#startAll();
    this.#auditLater(Math.min(firstAuditMs, this.#auditEveryMs));
    this.#logger.info(
      { workers: this.#workers.size, port: this.httpPort, tlsPort: this.httpsPort },
      'edge: listening',
    );
  }

  /** Workers load from it. */
  async #startReplica(replica: ReplicaKeeper): Promise<void> {
    await replica.prepare(await this.#log.position());
    await replica.copyUnlogged();
    this.#replicaTimer = setInterval(() => void replica.copyUnlogged(), copyUnloggedEveryMs);
    this.#replicaTimer.unref();
  }

  async #startAll(): Promise<void> {
    const allListen = new Promise<void>((resolve, reject) => {
      this.#started = { resolve, reject };
    });
    for (let i = 0; i < this.#options.workers; i++) this.#fork();
    // Where visitors are served elsewhere, there are none to wait for.
    this.#workerListens();
    try {
      await allListen;
      await this.#publisher.start();
    } catch (error) {
      const graceMs = this.#options.failedStartGraceMs ?? 0;
      await this.stop(graceMs, graceMs);
      throw error;
    }
  }

  /** These serve visitors, so whatever fails here leaves them alone. */
  async #takeOver(existing: readonly WorkerChannel[]): Promise<void> {
    this.#state = 'running';
    const answers = existing.map((channel) => this.#add(channel).adopt());
    for (let i = existing.length; i < this.#options.workers; i++) this.#fork();
    // Until then a write could be answered that one of them does not know of.
    await Promise.all(answers);
    await this.#publisher.start();
    // Logged, and tried again by the poll.
    await this.#publisher.catchUp().catch(() => {});
  }

  catchUp(): Promise<void> {
    return this.#publisher.catchUp();
  }

  workers(): readonly WorkerStatus[] {
    return [...this.#workers].map((worker) => worker.status());
  }

  counters(): EdgeCounters {
    return addCounters([this.#retired, ...[...this.#workers].map((worker) => worker.counters)]);
  }

  replacedWorkers(): Readonly<Record<ReplacementReason, number>> {
    return { ...this.#replaced };
  }

  spoolFull(isFull: boolean): void {
    this.#isSpoolFull = isFull;
    for (const worker of this.#workers) worker.spoolFull(isFull);
  }

  visitorSalts(salts: readonly VisitorSalt[]): void {
    this.#salts = salts;
    for (const worker of this.#workers) if (worker.isFollowing) worker.visitorSalts(salts);
  }

  fullDays(days: readonly FullDay[]): void {
    this.#fullDays = days;
    for (const worker of this.#workers) if (worker.isFollowing) worker.fullDays(days);
  }

  lameDuck(): void {
    for (const worker of this.#workers) worker.lameDuck();
  }

  async stop(graceMs: number, retireMs = 0): Promise<void> {
    this.#state = 'stopping';
    clearInterval(this.#ticketTimer);
    clearInterval(this.#pulseTimer);
    clearInterval(this.#replicaTimer);
    clearTimeout(this.#auditTimer);
    this.#replacements.cancel();
    await this.#publisher[Symbol.asyncDispose]();
    await Promise.all([...this.#workers].map((worker) => worker.stop(graceMs, retireMs)));
    await this.#replica?.[Symbol.asyncDispose]();
  }

  get #auditEveryMs(): number {
    return this.#options.auditEveryMs ?? defaultAuditEveryMs;
  }

  #fork(): void {
    this.#add(this.#fleet.fork());
  }

  #add(channel: WorkerChannel): WorkerProcess {
    const {
      onWorkerGone: _gone,
      onTraced: _onTraced,
      auditEveryMs: _audit,
      failedStartGraceMs: _graceMs,
      visitorSalts: _salts,
      onRequest: _onRequest,
      replica: _replica,
      ...workerOptions
    } = this.#options;
    const worker = new WorkerProcess(this.#freeNumber(), channel, workerOptions, {
      loaded: (loaded) => this.#workerLoaded(loaded),
      adopted: (adopted) => this.#handOver(adopted),
      listening: () => this.#workerListens(),
      exited: (gone, how) => this.#workerExited(gone, how),
      asked: async (request) => (await this.#options.onRequest?.(request)) ?? nothing,
      traced: (flushed) => this.#options.onTraced?.(flushed),
      limited: (from, told) => this.#limits.heard(from, told),
      targetChanged: ({ number }, change) =>
        change.isUp
          ? this.#logger.info({ worker: number, ...change }, 'edge: a target of an upstream is up again')
          : this.#logger.warn({ worker: number, ...change }, 'edge: a target of an upstream is down'),
      upstreamFailed: (_, failure) => this.#logger.warn(failure, 'edge: an upstream did not answer'),
      turnedAway: ({ pid }, turnedAway) =>
        this.#logger.warn({ workerPid: pid, ...turnedAway }, 'edge: connections were refused'),
      reloadFailed: ({ pid }, problem) =>
        this.#logger.error({ workerPid: pid, problem }, 'edge: a worker could not reload its routes'),
      spoolFailing: ({ pid }, problem) => {
        if (problem === '') this.#logger.info({ workerPid: pid }, 'edge: the spool can be written again');
        else this.#logger.error({ workerPid: pid, problem }, 'edge: writing to the spool failed');
      },
      rulesFailing: ({ pid }, problem) => {
        if (problem === '') this.#logger.info({ workerPid: pid }, 'edge: rules can be read again');
        else
          this.#logger.error(
            { workerPid: pid, problem },
            'edge: changed rules are not served: reading them failed',
          );
      },
      accessLogFailing: ({ pid }, problem) => {
        if (problem === '')
          this.#logger.info({ workerPid: pid }, 'edge: the access log can be written again');
        else this.#logger.error({ workerPid: pid, problem }, 'edge: writing the access log failed');
      },
    });
    this.#workers.add(worker);
    return worker;
  }

  #freeNumber(): number {
    const taken = new Set([...this.#workers].map((worker) => worker.number));
    let number = 1;
    while (taken.has(number)) number++;
    return number;
  }

  #handOver(worker: WorkerProcess): void {
    worker.visitorSalts(this.#salts);
    worker.fullDays(this.#fullDays);
    worker.ticketKeys(this.#ticketKeys);
    worker.spoolFull(this.#isSpoolFull);
    worker.replicaState(this.#replica?.isCurrent ?? true);
  }

  #workerLoaded(worker: WorkerProcess): void {
    this.#handOver(worker);
    const isRunning = this.#state === 'running';
    if (isRunning && this.#publisher.hasAllPromised(worker)) worker.caughtUp();
    this.#publisher.catchUp().catch((error: unknown) => {
      // Older routes are better than one worker less; the poll keeps trying.
      if (isRunning) return worker.caughtUp();
      const reason = errorMessage(error);
      this.#startFailed(new EdgeStartError(`the edge could not read the control store: ${reason}`, ''));
    });
  }

  #auditLater(afterMs: number): void {
    this.#auditTimer = setTimeout(() => void this.#runAudit(), afterMs);
    this.#auditTimer.unref();
  }

  async #runAudit(): Promise<void> {
    // A store that is away is in the log already; the next check will do.
    await this.#audit
      .run()
      .catch((error: unknown) =>
        this.#logger.debug({ err: error }, 'routing: comparison with the control store failed'),
      );
    if (this.#state === 'running') this.#auditLater(this.#auditEveryMs);
  }

  #renewTicketKeys(): void {
    this.#ticketKeys = newTicketKeys(this.#ticketKeys);
    for (const worker of this.#workers) if (worker.isFollowing) worker.ticketKeys(this.#ticketKeys);
  }

  #workerListens(): void {
    const all = [...this.#workers];
    if (all.length < this.#options.workers || all.some((worker) => worker.state !== 'live')) return;
    if (this.#state === 'starting') this.#state = 'running';
    this.#started?.resolve();
    this.#started = null;
  }

  #workerExited(worker: WorkerProcess, how: string): void {
    this.#workers.delete(worker);
    this.#limits.gone(worker);
    this.#retired = addCounters([this.#retired, { ...worker.counters, openConnections: 0 }]);
    this.#options.onWorkerGone?.();
    if (this.#state === 'stopping') return;
    if (this.#state === 'starting') {
      this.#startFailed(
        worker.failure
          ? toStartError(worker.failure, this.#options)
          : new EdgeStartError(`an edge worker ended while starting: ${how}`, ''),
      );
      return;
    }
    this.#replaced[worker.isHung ? 'hung' : 'died']++;
    const delayMs = this.#replacements.start(worker.ageMs, () => this.#fork());
    this.#logger.error({ workerPid: worker.pid, how, delayMs }, 'edge: a worker exited, starting another');
  }

  #startFailed(error: EdgeStartError): void {
    this.#started?.reject(error);
    this.#started = null;
  }
}
