/**
 * Runs the edge: worker processes on one shared port, replaced when they die, all at the newest routes.
 * Source: docs/reference/edge.md ("Workers").
 *
 * States: starting (until every worker listens; any failure ends the start) → running → stopping → stopped.
 */
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { OpenTokens } from '../control/upstream-tokens.ts';
import { workerEntryPath } from '../core/program-files.ts';
import type { RoutingLog } from '../core/route.ts';
import type { VisitorSalt } from '../core/salt-period.ts';
import { addCounters, type EdgeCounters } from './counters.ts';
import { EdgeStartError, toStartError } from './edge-start-error.ts';
import { RoutingAudit } from './routing-audit.ts';
import { RoutingPublisher } from './routing-publisher.ts';
import { type HostRequestHandler, nothing, type RpcRequest, type RpcResponse } from './rpc.ts';
import { newTicketKeys, ticketPeriodMs } from './tls/ticket-keys.ts';
import { pulseEveryMs, WorkerProcess, type WorkerStatus } from './worker-process.ts';
import type { WorkerOptions } from './worker-protocol.ts';

export type EdgeOptions = WorkerOptions & {
  readonly workers: number;
  /** The keys of visitor hashes to start with. */
  readonly visitorSalts: readonly VisitorSalt[];
  /** Answers what workers ask about certificates; without one there are none. */
  readonly onHostRequest?: HostRequestHandler;
  /** Opens the tokens of upstreams for workers that load their routes. */
  readonly openTokens: OpenTokens;
  /** Told when a worker has died by itself: what it left behind can be looked after. */
  readonly onWorkerGone?: () => void;
  /** How often routing tables are compared with the store; every five minutes by default. */
  readonly auditEveryMs?: number;
  /** The worker's program; this program's own by default. */
  readonly workerEntry?: string;
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
  /** Stops accepting, lets requests under way finish for up to `graceMs`, ends all workers. */
  stop(graceMs: number): Promise<void>;
}

/** `died`: ended by itself, or was killed from outside; `hung`: was killed here. */
export type ReplacementReason = 'died' | 'hung';

/** A worker that dies sooner than this has died young: the next one waits, longer each time. */
const youngMs = 5_000;
const firstBackOffMs = 100;
const maxBackOffMs = 5_000;
const defaultAuditEveryMs = 300_000;

/** Starts the workers; resolves when all listen, rejects with an `EdgeStartError` of one line. */
export async function startEdge(options: EdgeOptions, log: RoutingLog, logger: Logger): Promise<Edge> {
  const supervisor = new Supervisor(options, log, logger);
  await supervisor.start();
  return supervisor;
}

class Supervisor implements Edge {
  readonly #options: EdgeOptions;
  readonly #logger: Logger;
  readonly #publisher: RoutingPublisher;
  readonly #workers = new Set<WorkerProcess>();
  readonly #backOffs = new Set<NodeJS.Timeout>();
  #retired: EdgeCounters = addCounters([]);
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  #started: { resolve: () => void; reject: (error: Error) => void } | null = null;
  #diedYoung = 0;
  #isSpoolFull = false;
  #salts: readonly VisitorSalt[];
  #ticketKeys = newTicketKeys(null);
  readonly #ticketTimer: NodeJS.Timeout;
  readonly #pulseTimer: NodeJS.Timeout;
  readonly #replaced: Record<ReplacementReason, number> = { died: 0, hung: 0 };
  readonly #audit: RoutingAudit;
  #auditTimer: NodeJS.Timeout | undefined;

  constructor(options: EdgeOptions, log: RoutingLog, logger: Logger) {
    this.#options = options;
    this.#salts = options.visitorSalts;
    this.#ticketTimer = setInterval(() => this.#renewTicketKeys(), ticketPeriodMs);
    this.#ticketTimer.unref();
    this.#pulseTimer = setInterval(() => {
      for (const worker of this.#workers) worker.checkPulse();
    }, pulseEveryMs);
    this.#pulseTimer.unref();
    this.#logger = logger;
    const followers = () => [...this.#workers].filter((worker) => worker.isFollowing);
    this.#publisher = new RoutingPublisher(log, followers, logger);
    this.#audit = new RoutingAudit(log, this.#publisher, followers, logger);
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
    // The kernel spreads connections over the workers that wait for them: measured at twice the connections a second
    // of handing each over from the main process, at half the CPU, and as even.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: this.#options.workerEntry ?? workerEntryPath, args: [] });
    const allListen = new Promise<void>((resolve, reject) => {
      this.#started = { resolve, reject };
    });
    for (let i = 0; i < this.#options.workers; i++) this.#fork();
    try {
      await allListen;
      await this.#publisher.start();
    } catch (error) {
      await this.stop(0);
      throw error;
    }
    this.#auditLater();
    this.#logger.info(
      { workers: this.#workers.size, port: this.httpPort, tlsPort: this.httpsPort },
      'edge: listening',
    );
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

  async stop(graceMs: number): Promise<void> {
    this.#state = 'stopping';
    clearInterval(this.#ticketTimer);
    clearInterval(this.#pulseTimer);
    clearTimeout(this.#auditTimer);
    for (const timer of this.#backOffs) clearTimeout(timer);
    this.#backOffs.clear();
    await this.#publisher[Symbol.asyncDispose]();
    await Promise.all([...this.#workers].map((worker) => worker.stop(graceMs)));
  }

  async #answer(request: RpcRequest): Promise<RpcResponse> {
    const { onHostRequest, openTokens } = this.#options;
    if (request.kind === 'upstream_tokens') {
      return { ...nothing, upstreamTokens: await openTokens(request.tokens) };
    }
    return onHostRequest ? await onHostRequest(request) : nothing;
  }

  #fork(): void {
    const {
      workers: _count,
      workerEntry: _entry,
      onWorkerGone: _gone,
      auditEveryMs: _audit,
      visitorSalts: _salts,
      onHostRequest: _onHostRequest,
      openTokens: _openTokens,
      ...workerOptions
    } = this.#options;
    const worker = new WorkerProcess(cluster.fork(), workerOptions, {
      loaded: (loaded) => this.#workerLoaded(loaded),
      listening: () => this.#workerListens(),
      exited: (gone, how) => this.#workerExited(gone, how),
      asked: (request) => this.#answer(request),
      upstreamFailed: (_, failure) => this.#logger.warn(failure, 'edge: an upstream gave no answer'),
      turnedAway: ({ pid }, turnedAway) =>
        this.#logger.warn({ workerPid: pid, ...turnedAway }, 'edge: connections were turned away'),
      reloadFailed: ({ pid }, problem) =>
        this.#logger.error({ workerPid: pid, problem }, 'edge: a worker could not load the routes anew'),
      spoolFailing: ({ pid }, problem) => {
        if (problem === '') this.#logger.info({ workerPid: pid }, 'edge: the spool can be written again');
        else this.#logger.error({ workerPid: pid, problem }, 'edge: the spool cannot be written');
      },
    });
    this.#workers.add(worker);
  }

  #workerLoaded(worker: WorkerProcess): void {
    worker.visitorSalts(this.#salts);
    worker.ticketKeys(this.#ticketKeys);
    if (this.#isSpoolFull) this.spoolFull(true);
    this.#publisher.catchUp().catch((error: unknown) => {
      // Once running, the poll keeps trying.
      const reason = error instanceof Error ? error.message : String(error);
      this.#startFailed(new EdgeStartError(`the edge could not read the control store: ${reason}`, ''));
    });
  }

  #auditLater(): void {
    this.#auditTimer = setTimeout(
      () => void this.#runAudit(),
      this.#options.auditEveryMs ?? defaultAuditEveryMs,
    );
    this.#auditTimer.unref();
  }

  async #runAudit(): Promise<void> {
    // A store that is away is in the log already; the next check will do.
    await this.#audit
      .run()
      .catch((error: unknown) => this.#logger.debug({ err: error }, 'routing: not compared'));
    if (this.#state === 'running') this.#auditLater();
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
    this.#diedYoung = worker.ageMs < youngMs ? this.#diedYoung + 1 : 0;
    const delayMs =
      this.#diedYoung < 2 ? 0 : Math.min(firstBackOffMs * 2 ** (this.#diedYoung - 2), maxBackOffMs);
    this.#logger.error({ workerPid: worker.pid, how, delayMs }, 'edge: a worker is gone, starting another');
    const timer = setTimeout(() => {
      this.#backOffs.delete(timer);
      this.#fork();
    }, delayMs);
    this.#backOffs.add(timer);
  }

  #startFailed(error: EdgeStartError): void {
    this.#started?.reject(error);
    this.#started = null;
  }
}
