/**
 * One edge worker: obeys the process that started it and the application process, and tells them what happens, by the messages of
 * worker-protocol.ts. A process has one (worker.ts); in a process with others it shares nothing with them.
 * Source: docs/reference/edge.md ("Workers"), docs/reference/api.md ("Live before answered").
 *
 * States: waiting for `start` → loading → loaded (the application process brings it up to date) → listening → draining → gone. It
 * listens when the application process says so, or the supervisor in its place; what comes a second time is ignored.
 */
import { TrackerScript } from '../analytics/ingest/tracker-script.ts';
import { EdgeStore } from '../control/edge-store.ts';
import { systemClock } from '../core/clock.ts';
import { errorField, errorMessage } from '../core/error-field.ts';
import type { StorePosition } from '../core/route.ts';
import { ApplicationLink } from './application-link.ts';
import { type ComposedEdge, composeEdge } from './compose-edge.ts';
import { ExchangeCounter } from './counters.ts';
import type { EdgeEvents } from './edge-parts.ts';
import { EdgeSpool } from './edge-spool.ts';
import { maxOrderChecks } from './liveness.ts';
import { obeyNotice } from './notices.ts';
import { RpcClient } from './rpc-client.ts';
import { RateLimits } from './rules/rate-limits.ts';
import type { WorkerOptions } from './worker-options.ts';
import type {
  EdgePorts,
  MessageFromWorker,
  MessageToWorker,
  OrderToWorker,
  WorkerFailure,
  WorkerReport,
} from './worker-protocol.ts';
import { UsageReader } from './worker-usage.ts';

/** Where a worker runs, and what started it. */
export interface WorkerHost {
  /** `written` is called once the report is on its way, or lost. */
  send(report: WorkerReport, written?: () => void): void;
  /** The worker has ended. */
  exit(code: number): void;
}

type Stage = WorkerFailure['during'];
type LogLine = Extract<MessageFromWorker, { type: 'log' }>;

const everyMs = 1_000;
const upstreamsEverySeconds = 10;
const limitsEveryMs = 250;
const failuresToldPerSecond = 10;
const changesToldPerSecond = 10;
/** When the supervisor has died: ports are free at once, requests under way get this long. */
const orphanGraceMs = 1_000;
/** For what a worker says last. */
const lastWordsMs = 500;
/** Without a pulse of the application process; it sends one a second. */
const applicationAwayMs = 5_000;

export class EdgeWorker {
  readonly #host: WorkerHost;
  readonly #counter = new ExchangeCounter();
  readonly #usage = new UsageReader();
  readonly #rpc: RpcClient;
  readonly #application: ApplicationLink;
  #store: EdgeStore | undefined;
  #edge: ComposedEdge | undefined;
  #starting: Promise<void> | undefined;
  /** The application process's socket, and what that calls this worker. */
  #place: { readonly socket: string; readonly worker: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #limitsTimer: NodeJS.Timeout | undefined;
  #failuresTold = 0;
  #changesTold = 0;
  #seconds = 0;
  #stage: Stage = 'load';
  #isLoaded = false;
  #isListening = false;
  /** How often the timer has run since a change of the routes was ordered that is not done. */
  #orderChecks: number | undefined;
  #pulseTick = Number.NEGATIVE_INFINITY;
  #hasEnded = false;

  constructor(host: WorkerHost) {
    this.#host = host;
    this.#application = new ApplicationLink({
      opened: () => this.#sayHello(),
      received: (message) => void this.#attempt(() => this.#heard(message)),
    });
    this.#rpc = new RpcClient(
      (id, request) => this.#tell({ type: 'request', id, request }),
      () => performance.now() - this.#pulseTick >= applicationAwayMs,
    );
  }

  /** Says that orders are heard from now on. */
  begin(): void {
    this.#report({ type: 'ready' });
  }

  /** Does what an order says; where that fails, the worker ends and says why. Never rejects. */
  receive(order: OrderToWorker): Promise<void> {
    return this.#attempt(() => this.#obey(order));
  }

  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      await this.fail(this.#stage, error);
    }
  }

  /** Ends the worker, which can't continue. `serve`: a defect, after which its state can't be trusted. */
  async fail(during: Stage, error: unknown): Promise<void> {
    const isDefect = during === 'serve' && error instanceof Error;
    const message = isDefect ? (error.stack ?? error.message) : errorMessage(error);
    const code = errorField(error, 'code') ?? '';
    await new Promise<void>((resolve) => this.#host.send({ type: 'failed', during, code, message }, resolve));
    // Visitors may have come by one port before the other failed.
    if (during === 'listen_tls') await this.#edge?.http?.drain(orphanGraceMs, orphanGraceMs);
    this.#exit(1);
  }

  /** Ends the worker, as nobody is there to obey any more. */
  orphaned(): Promise<void> {
    return this.#drain(orphanGraceMs, 0);
  }

  /** Closes everything at once; requests under way are cut off. */
  async close(): Promise<void> {
    this.#hasEnded = true;
    clearInterval(this.#timer);
    clearInterval(this.#limitsTimer);
    this.#application.close();
    this.#usage[Symbol.dispose]();
    this.#rpc[Symbol.dispose]();
    await this.#starting?.catch(() => {});
    await this.#edge?.close();
    await this.#store?.[Symbol.asyncDispose]();
  }

  async #start(options: WorkerOptions): Promise<void> {
    const store = new EdgeStore({ ...options.store, clock: systemClock, ownHost: options.defaultHost });
    this.#store = store;
    const spool = new EdgeSpool(options.spoolDirectory, {
      onDropped: (records) => this.#counter.add('recordsDropped', records),
      onFailing: (problem) =>
        this.#logFailing(problem, 'the spool can be written again', 'writing to the spool failed'),
    });
    const edge = composeEdge({
      options,
      source: store,
      spool,
      rpc: this.#rpc,
      limits: new RateLimits(options.workers, systemClock.now(), (told) =>
        this.#tell({ type: 'limits', told }),
      ),
      loadScript: () => TrackerScript.load(),
      clock: systemClock,
      events: this.#events(),
    });
    this.#edge = edge;
    await edge.load();
    edge.visitors.setSalts(await store.visitorSalts());
    if (this.#hasEnded) return;
    this.#isLoaded = true;
    this.#timer = setInterval(() => this.#everySecond(edge), everyMs);
    this.#report({ type: 'loaded' });
    this.#connect();
  }

  async #listen(edge: ComposedEdge): Promise<void> {
    if (this.#stage !== 'load') return;
    this.#stage = 'listen';
    await edge.listen(() => (this.#stage = 'listen_tls'));
    if (this.#hasEnded) return;
    this.#isListening = true;
    this.#limitsTimer = setInterval(() => edge.limits.tellCounts(), limitsEveryMs);
    this.#limitsTimer.unref();
    this.#report({ type: 'listening' });
    this.#tell({ type: 'listening', ...portsOf(edge) });
  }

  #events(): EdgeEvents {
    const counter = this.#counter;
    return {
      onConnection: () => counter.add('connections'),
      onTurnedAway: (reason) => counter.addTo('connectionsTurnedAway', reason),
      onHandshake: (outcome) => counter.addTo('handshakes', outcome),
      onExchange: counter.countExchange,
      onUpstreamAnswer: (status, durationMs) => counter.observe('upstreamTimes', status, durationMs),
      onUpstreamFailure: (failure) => {
        counter.addTo('upstreamFailures', failure.failure);
        if (this.#failuresTold++ < failuresToldPerSecond)
          this.#log('warn', 'an upstream did not answer', failure);
      },
      onTargetChange: (change) => {
        if (this.#changesTold++ >= changesToldPerSecond) return;
        if (change.isUp) this.#log('info', 'a target of an upstream is up again', change);
        else this.#log('warn', 'a target of an upstream is down', change);
      },
      onPage: (outcome) => counter.addTo('pages', outcome),
      onLogDropped: (lines) => counter.add('logLinesDropped', lines),
      onAccessLogFailing: (problem) =>
        this.#logFailing(problem, 'the access log can be written again', 'writing the access log failed'),
      onRulesFailing: (problem) =>
        this.#logFailing(
          problem,
          'rules can be read again',
          'changed rules are not served: reading them failed',
        ),
    };
  }

  #everySecond(edge: ComposedEdge): void {
    this.#report({ type: 'pulse' });
    this.#tellCounters();
    edge.handshakes.flushOver();
    if (++this.#seconds % upstreamsEverySeconds === 0)
      this.#tell({ type: 'upstreams', ...edge.proxy.takeChecked() });
    void edge.refreshRules();
    if (this.#orderChecks === undefined || ++this.#orderChecks <= maxOrderChecks) return;
    // It may no longer serve what the API has promised.
    void this.fail('serve', new Error(`a change of the routes took more than ${maxOrderChecks} s`));
  }

  #tellCounters(): void {
    this.#failuresTold = 0;
    this.#changesTold = 0;
    const edge = this.#edge;
    const counters = this.#counter.read(
      {
        openConnections: edge?.openConnections ?? 0,
        upstreamConnections: edge?.proxy.openConnections ?? 0,
        targetsDown: edge?.proxy.targetsDown ?? 0,
      },
      edge?.eventCounts ?? { accepted: 0, refused: {} },
    );
    this.#tell({ type: 'counters', counters, usage: this.#usage.read() });
    const hosts = edge?.hosts?.take() ?? [];
    if (hosts.length > 0) this.#tell({ type: 'hosts', counts: hosts });
    const traced = edge?.flushSpans();
    if (traced) this.#tell({ type: 'spans', ...traced });
    const turnedAway = edge?.turnedAway();
    if (turnedAway) this.#log('warn', 'connections were refused', turnedAway);
  }

  async #drain(graceMs: number, retireMs: number): Promise<void> {
    await this.#edge?.drain(graceMs, retireMs);
    clearInterval(this.#timer);
    this.#tellCounters();
    await this.#application.end(lastWordsMs);
    this.#exit(0);
  }

  #connect(): void {
    if (this.#isLoaded && this.#place) this.#application.connectTo(this.#place.socket);
  }

  #sayHello(): void {
    const edge = this.#edge;
    if (!edge || !this.#place) return;
    this.#pulseTick = performance.now();
    const { worker } = this.#place;
    const isListening = this.#isListening;
    this.#tell({ type: 'hello', worker, isListening, ...portsOf(edge), ...positionOf(edge) });
  }

  /** Of the supervisor. */
  async #obey(order: OrderToWorker): Promise<void> {
    switch (order.type) {
      case 'start':
        this.#starting ??= this.#start(order.options);
        return await this.#starting;
      case 'application':
        this.#place = order;
        return this.#connect();
      case 'listen':
        if (this.#edge && this.#isLoaded) await this.#listen(this.#edge);
        return;
      case 'drain':
        return await this.#drain(order.graceMs, order.retireMs);
    }
  }

  /** The application process has spoken. */
  async #heard(message: MessageToWorker): Promise<void> {
    const edge = this.#edge;
    if (!edge) return;
    switch (message.type) {
      case 'patch':
        this.#orderChecks = 0;
        await edge.apply(message.patch);
        return this.#applied(edge);
      case 'reload':
        this.#orderChecks = 0;
        try {
          await edge.load();
        } catch (error) {
          // The old routes are better than none, and a replacement couldn't load any now.
          const problem = errorMessage(error);
          this.#orderChecks = undefined;
          this.#log('error', 'a worker could not reload its routes', { problem });
          return this.#tell({ type: 'reload_failed', problem });
        }
        return this.#applied(edge);
      case 'sum':
        return this.#tell({ type: 'sums', sums: await edge.table.sums() });
      case 'listen':
        return await this.#listen(edge);
      case 'notice':
        return obeyNotice(edge, message);
      case 'limits':
        return edge.limits.obey(message.orders);
      case 'answer':
        return this.#rpc.settle(message.id, message.answer);
      case 'pulse':
        this.#pulseTick = performance.now();
    }
  }

  #applied(edge: ComposedEdge): void {
    this.#orderChecks = undefined;
    this.#tell({ type: 'applied', ...positionOf(edge) });
  }

  #log(level: LogLine['level'], text: string, details: LogLine['details']): void {
    this.#tell({ type: 'log', level, text: `edge: ${text}`, details });
  }

  /** `problem` is empty when it is over. */
  #logFailing(problem: string, over: string, failing: string): void {
    if (problem === '') this.#log('info', over, {});
    else this.#log('error', failing, { problem });
  }

  #tell(message: MessageFromWorker): void {
    if (!this.#hasEnded) this.#application.send(message);
  }

  #report(report: WorkerReport): void {
    if (!this.#hasEnded) this.#host.send(report);
  }

  #exit(code: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#host.exit(code);
  }
}

function portsOf({ http, https }: ComposedEdge): EdgePorts {
  return { httpPort: http?.port ?? null, httpsPort: https?.port ?? null };
}

function positionOf({ table }: ComposedEdge): StorePosition {
  return { revision: table.revision, mark: table.mark };
}
