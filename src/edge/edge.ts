/**
 * Feeds the edge's workers: keeps all of them at the newest routes, tells them what they have to know, and adds up what they count.
 * Which processes there are, the supervisor decides (worker-pool.ts). Source: docs/reference/edge.md ("Workers").
 *
 * States: starting (until every worker listens; any failure ends the start) → running → stopping → stopped. Where workers run already,
 * beside an application process that was started again, it begins in running.
 */

import type { Logger } from 'pino';
import type { EdgeReplica } from '../control/edge-replica.ts';
import { systemClock } from '../core/clock.ts';
import { Deferred } from '../core/deferred.ts';
import { errorMessage } from '../core/error-field.ts';
import type { RoutingLog } from '../core/route.ts';
import type { VisitorSalt } from '../core/salt-period.ts';
import type { CheckedUpstreams } from '../core/upstream-health.ts';
import { BusiestHosts, type HostCount } from './busiest-hosts.ts';
import { addCounters, type EdgeCounters } from './counters.ts';
import { EdgeStartError, toStartError } from './edge-start-error.ts';
import { FedWorker, type WorkerEvents, type WorkerStatus } from './fed-worker.ts';
import { Feed, type FeedConnection } from './feed.ts';
import { firstNotices, type Notice, type NoticeName, type Notices } from './notices.ts';
import { ReplicaKeeper } from './replica-keeper.ts';
import { RoutingAudit } from './routing-audit.ts';
import { RoutingPublisher } from './routing-publisher.ts';
import { nothing, type RpcHandler } from './rpc.ts';
import { LimitLeases } from './rules/limit-leases.ts';
import { newTicketKeys, ticketPeriodMs } from './tls/ticket-keys.ts';
import type { FlushedSpans } from './tracer.ts';
import type { WorkerExit, WorkerFleet, WorkerInfo } from './worker-fleet.ts';
import type { WorkerOptions } from './worker-options.ts';
import type { Hello } from './worker-protocol.ts';

export type EdgeOptions = {
  readonly worker: WorkerOptions;
  /** Where the workers find this process's socket. */
  readonly socketDirectory: string;
  /** The keys of visitor hashes to start with. */
  readonly visitorSalts: readonly VisitorSalt[];
  /** Those of reach-keys.ts to start with. */
  readonly reachKeys: readonly string[];
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
  /** Requests of as many of the busiest hosts as are asked for, as of at most a second ago; undefined: of none. */
  busiestHosts(): readonly HostCount[] | undefined;
  /** How many workers were replaced since the start, by why. */
  replacedWorkers(): Readonly<Record<ReplacementReason, number>>;
  /** What health checks of the workers say since the last call. They may differ. */
  takeChecked(): CheckedUpstreams;
  /** Tells every worker, later ones too. */
  tell<Name extends NoticeName>(name: Name, value: Notices[Name]): void;
  /**
   * Stops accepting, lets requests under way finish for up to `graceMs`, ends all workers. Idle connections are closed at
   * once, or stay open for `retireMs` of that for one more request each.
   */
  stop(graceMs: number, retireMs?: number): Promise<void>;
}

/** `died`: ended by itself, or was killed from outside; `hung`: the supervisor killed it. */
export type ReplacementReason = 'died' | 'hung';

const defaultAuditEveryMs = 300_000;
/** A file that was altered while nothing ran is found soon. */
const firstAuditMs = 10_000;
const copyUnloggedEveryMs = 10_000;

/** Has the workers run and feeds them; resolves when all listen, rejects with an `EdgeStartError` of one line. */
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
  /** By the supervisor's numbers. */
  readonly #workers = new Map<number, FedWorker>();
  /** Have ended, and what they said last is still to be heard. */
  readonly #leaving = new Set<FedWorker>();
  #retired: EdgeCounters = addCounters([]);
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  readonly #allListen = new Deferred();
  readonly #allGone = new Deferred();
  readonly #limits: LimitLeases<FedWorker>;
  readonly #busiestHosts: BusiestHosts;
  readonly #notices = new Map<NoticeName, Notice>();
  readonly #ticketTimer: NodeJS.Timeout;
  readonly #replaced: Record<ReplacementReason, number> = { died: 0, hung: 0 };
  readonly #audit: RoutingAudit;
  readonly #log: RoutingLog;
  readonly #replica: ReplicaKeeper | undefined;
  #feed: Feed | undefined;
  #replicaTimer: NodeJS.Timeout | undefined;
  #auditTimer: NodeJS.Timeout | undefined;

  constructor(fleet: WorkerFleet, options: EdgeOptions, log: RoutingLog, logger: Logger) {
    this.#fleet = fleet;
    this.#options = options;
    this.#logger = logger;
    this.#log = log;
    // It may fail before it is awaited.
    this.#allListen.promise.catch(() => {});
    this.tell('spoolFull', firstNotices.spoolFull);
    this.tell('fullDays', firstNotices.fullDays);
    this.tell('replicaCurrent', firstNotices.replicaCurrent);
    const followers = () => [...this.#workers.values()].filter((worker) => worker.isFollowing);
    this.#busiestHosts = new BusiestHosts(options.worker.busiestHosts);
    this.#limits = new LimitLeases({
      workers: options.worker.workers,
      live: followers,
      send: (worker, orders) => worker.tell({ type: 'limits', orders }),
      clock: systemClock,
    });
    this.#replica =
      options.replica &&
      new ReplicaKeeper(options.replica, logger, (isCurrent) => this.tell('replicaCurrent', isCurrent));
    this.#publisher = new RoutingPublisher(log, followers, logger, this.#replica);
    this.#audit = new RoutingAudit(log, this.#publisher, followers, logger, this.#replica);
    this.tell('salts', options.visitorSalts);
    this.tell('reachKeys', options.reachKeys);
    const renewTicketKeys = (): void => {
      ticketKeys = newTicketKeys(ticketKeys);
      this.tell('ticketKeys', ticketKeys);
    };
    let ticketKeys = newTicketKeys(null);
    this.tell('ticketKeys', ticketKeys);
    this.#ticketTimer = setInterval(renewTicketKeys, ticketPeriodMs);
    this.#ticketTimer.unref();
  }

  get httpPort(): number | null {
    return (this.#anyLive?.ports ?? this.#options.worker).httpPort;
  }

  get httpsPort(): number | null {
    return (this.#anyLive?.ports ?? this.#options.worker).httpsPort;
  }

  async start(): Promise<void> {
    const { worker, socketDirectory } = this.#options;
    if (this.#replica) await this.#startReplica(this.#replica);
    this.#feed = await Feed.open(socketDirectory, (hello, connection) => this.#met(hello, connection));
    const running = await this.#fleet.serve(worker, this.#feed.path, {
      changed: (info) => this.#changed(info),
      gone: (id, exit) => this.#gone(id, exit),
    });
    for (const info of running) this.#changed(info);
    if (running.length > 0) await this.#takeOver();
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
    // Where visitors are served elsewhere, there are none to wait for.
    this.#listening();
    try {
      await this.#allListen.promise;
      await this.#publisher.start();
    } catch (error) {
      const graceMs = this.#options.failedStartGraceMs ?? 0;
      await this.stop(graceMs, graceMs);
      throw error;
    }
  }

  /** These serve visitors, so whatever fails here leaves them alone. */
  async #takeOver(): Promise<void> {
    this.#state = 'running';
    // Until then a write could be answered that one of them does not know of.
    await this.#allInReach();
    await this.#publisher.start();
    // Logged, and tried again by the poll.
    await this.#publisher.catchUp().catch(() => {});
  }

  async catchUp(): Promise<void> {
    do {
      await this.#allInReach();
      await this.#publisher.catchUp();
    } while (this.#outOfReach().length > 0);
  }

  workers(): readonly WorkerStatus[] {
    return [...this.#workers.values()].map((worker) => worker.status());
  }

  counters(): EdgeCounters {
    const workers = [...this.#workers.values(), ...this.#leaving];
    return addCounters([this.#retired, ...workers.map(({ counters }) => counters)]);
  }

  busiestHosts(): readonly HostCount[] | undefined {
    return this.#options.worker.busiestHosts > 0 ? this.#busiestHosts.read() : undefined;
  }

  replacedWorkers(): Readonly<Record<ReplacementReason, number>> {
    return { ...this.#replaced };
  }

  takeChecked(): CheckedUpstreams {
    const all = [...this.#workers.values()].map((worker) => worker.takeChecked());
    const down = new Map(all.flatMap((checked) => checked.down).map((each) => [each.uuid, each]));
    return { down: [...down.values()], up: [...new Set(all.flatMap(({ up }) => up))] };
  }

  tell<Name extends NoticeName>(name: Name, value: Notices[Name]): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name and the value belong together
    const notice = { type: 'notice', name, value } as Notice;
    this.#notices.set(name, notice);
    for (const worker of this.#workers.values()) worker.tell(notice);
  }

  async stop(graceMs: number, retireMs = 0): Promise<void> {
    this.#state = 'stopping';
    clearInterval(this.#ticketTimer);
    clearInterval(this.#replicaTimer);
    clearTimeout(this.#auditTimer);
    await this.#publisher[Symbol.asyncDispose]();
    this.#fleet.stop(graceMs, retireMs);
    this.#checkGone();
    await this.#allGone.promise;
    await this.#feed?.[Symbol.asyncDispose]();
    await this.#replica?.[Symbol.asyncDispose]();
  }

  get #auditEveryMs(): number {
    return this.#options.auditEveryMs ?? defaultAuditEveryMs;
  }

  get #anyLive(): FedWorker | undefined {
    return [...this.#workers.values()].find(({ state }) => state === 'live');
  }

  #outOfReach(): FedWorker[] {
    return [...this.#workers.values()].filter((worker) => worker.isOutOfReach);
  }

  /** Resolves when every worker that may serve visitors is connected. */
  async #allInReach(): Promise<void> {
    for (let waiting = this.#outOfReach(); waiting.length > 0; waiting = this.#outOfReach())
      await Promise.all(waiting.map(({ connected }) => connected));
  }

  #changed(info: WorkerInfo): void {
    const known = this.#workers.get(info.worker);
    if (known) known.info = info;
    else this.#workers.set(info.worker, new FedWorker(info, this.#events));
  }

  readonly #events: WorkerEvents = {
    listening: () => this.#listening(),
    asked: async (request) => (await this.#options.onRequest?.(request)) ?? nothing,
    counted: (hosts) => this.#busiestHosts.add(hosts),
    traced: (flushed) => this.#options.onTraced?.(flushed),
    limited: (from, told) => this.#limits.heard(from, told),
    logged: ({ info }, { level, text, details }) =>
      this.#logger[level]({ worker: info.number, workerPid: info.pid, ...details }, text),
  };

  /** Of a worker that isn't known any more, or not yet, which will try again. */
  #met(hello: Hello, connection: FeedConnection): void {
    const worker = this.#workers.get(hello.worker);
    if (!worker) return connection.destroy();
    worker.connect(hello, connection);
    for (const notice of this.#notices.values()) worker.tell(notice);
    const isRunning = this.#state === 'running';
    if (isRunning && this.#publisher.hasAllPromised(worker)) worker.caughtUp();
    this.#publisher.catchUp().catch((error: unknown) => {
      // Older routes are better than one worker less; the poll keeps trying.
      if (isRunning) return worker.caughtUp();
      const reason = errorMessage(error);
      this.#allListen.reject(new EdgeStartError(`the edge could not read the control store: ${reason}`, ''));
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

  #listening(): void {
    const all = [...this.#workers.values()];
    if (all.length < this.#options.worker.workers || all.some(({ state }) => state !== 'live')) return;
    if (this.#state === 'starting') this.#state = 'running';
    this.#allListen.resolve();
  }

  #gone(id: number, { how, isHung, failure }: WorkerExit): void {
    const worker = this.#workers.get(id);
    if (!worker) return;
    this.#workers.delete(id);
    this.#limits.gone(worker);
    this.#leaving.add(worker);
    void this.#retire(worker);
    this.#options.onWorkerGone?.();
    if (this.#state === 'running') this.#replaced[isHung ? 'hung' : 'died']++;
    if (this.#state !== 'starting') return;
    this.#allListen.reject(
      failure
        ? toStartError(failure, this.#options.worker)
        : new EdgeStartError(`an edge worker ended while starting: ${how}`, ''),
    );
  }

  /** Its last counts may still be on their way. */
  async #retire(worker: FedWorker): Promise<void> {
    await worker.gone();
    this.#leaving.delete(worker);
    this.#retired = addCounters([this.#retired, { ...worker.counters, openConnections: 0 }]);
    this.#checkGone();
  }

  #checkGone(): void {
    const isEmpty = this.#workers.size === 0 && this.#leaving.size === 0;
    if (this.#state === 'stopping' && isEmpty) this.#allGone.resolve();
  }
}
