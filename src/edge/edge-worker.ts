/**
 * One edge worker: obeys the application process and tells it what happens, by the messages of worker-protocol.ts. A process has
 * one (worker.ts); in a process with others it shares nothing with them.
 * Source: docs/reference/edge.md ("Workers"), docs/reference/api.md ("Live before answered").
 *
 * States: waiting for `start` → loading → loaded (being brought up to date) → listening → draining → gone. One that is
 * started while there is no application process listens as soon as it has loaded. The supervisor may give the orders `start`
 * and `listen` in place of an application process that is silent; what comes a second time is ignored.
 */
import { TrackerScript } from '../analytics/ingest/tracker-script.ts';
import { EdgeStore } from '../control/edge-store.ts';
import { systemClock } from '../core/clock.ts';
import { errorField, errorMessage } from '../core/error-field.ts';
import type { StorePosition } from '../core/route.ts';
import { type ComposedEdge, composeEdge, type EdgeEvents } from './compose-edge.ts';
import { ExchangeCounter } from './counters.ts';
import { EdgeSpool } from './edge-spool.ts';
import { RpcClient } from './rpc-client.ts';
import { RateLimits } from './rules/rate-limits.ts';
import type { MessageFromWorker, MessageToWorker, WorkerOptions } from './worker-protocol.ts';
import { UsageReader } from './worker-usage.ts';

/** Where a worker runs. */
export interface WorkerHost {
  /** `written` is called once the message is on its way, or lost. */
  send(message: MessageFromWorker, written?: () => void): void;
  /** The worker has ended. */
  exit(code: number): void;
}

type Stage = Extract<MessageFromWorker, { type: 'failed' }>['during'];

const countersEveryMs = 1_000;
const limitsEveryMs = 250;
const failuresToldPerSecond = 10;
const changesToldPerSecond = 10;
/** When the supervisor has died: ports are free at once, requests under way get this long. */
const orphanGraceMs = 1_000;
/** Without a pulse of the application process; it sends one a second. */
const applicationAwayMs = 5_000;

export class EdgeWorker {
  readonly #host: WorkerHost;
  readonly #counter = new ExchangeCounter();
  readonly #usage = new UsageReader();
  readonly #rpc: RpcClient;
  #store: EdgeStore | undefined;
  #spool: EdgeSpool | undefined;
  #edge: ComposedEdge | undefined;
  #starting: Promise<void> | undefined;
  #countersTimer: NodeJS.Timeout | undefined;
  #limitsTimer: NodeJS.Timeout | undefined;
  #failuresTold = 0;
  #changesTold = 0;
  #stage: Stage = 'load';
  #pulseTick = Number.NEGATIVE_INFINITY;
  #hasEnded = false;

  constructor(host: WorkerHost) {
    this.#host = host;
    this.#rpc = new RpcClient(
      (id, request) => this.#tell({ type: 'request', id, request }),
      () => performance.now() - this.#pulseTick >= applicationAwayMs,
    );
  }

  /** Says that messages are heard from now on. */
  begin(): void {
    this.#tell({ type: 'ready' });
  }

  /** Does what a message says; where that fails, the worker ends and says why. Never rejects. */
  async receive(message: MessageToWorker): Promise<void> {
    try {
      await this.#obey(message);
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
    clearInterval(this.#countersTimer);
    clearInterval(this.#limitsTimer);
    this.#usage[Symbol.dispose]();
    this.#rpc[Symbol.dispose]();
    await this.#starting?.catch(() => {});
    await this.#edge?.close();
    await this.#store?.[Symbol.asyncDispose]();
  }

  async #start(options: WorkerOptions, isAlone: boolean): Promise<void> {
    const store = new EdgeStore({ ...options.store, clock: systemClock, ownHost: options.defaultHost });
    this.#store = store;
    const spool = new EdgeSpool(options.spoolDirectory, {
      onDropped: this.#counter.countDropped,
      onFailing: (problem) => this.#tell({ type: 'spool_failing', problem }),
    });
    this.#spool = spool;
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
    if (!isAlone) return this.#tell({ type: 'loaded', ...positionOf(edge) });
    await this.#listen(edge);
  }

  async #listen(edge: ComposedEdge): Promise<void> {
    if (this.#stage !== 'load') return;
    this.#stage = 'listen';
    await edge.listen(() => (this.#stage = 'listen_tls'));
    if (this.#hasEnded) return;
    this.#countersTimer = setInterval(() => {
      this.#tellCounters();
      void edge.refreshRules();
    }, countersEveryMs);
    this.#limitsTimer = setInterval(() => edge.limits.tellCounts(), limitsEveryMs);
    this.#limitsTimer.unref();
    this.#tell({ type: 'listening', ...portsOf(edge) });
  }

  #events(): EdgeEvents {
    const counter = this.#counter;
    return {
      onConnection: counter.countConnection,
      onTurnedAway: counter.countTurnedAway,
      onHandshake: counter.countHandshake,
      onExchange: counter.countExchange,
      onUpstreamAnswer: counter.countUpstreamAnswer,
      onUpstreamFailure: (failure) => {
        counter.countUpstreamFailure(failure.failure);
        if (this.#failuresTold++ < failuresToldPerSecond) this.#tell({ type: 'upstream_failed', failure });
      },
      onTargetChange: (change) => {
        if (this.#changesTold++ < changesToldPerSecond) this.#tell({ type: 'target_changed', change });
      },
      onPage: counter.countPage,
      onLogDropped: counter.countLogDropped,
      onAccessLogFailing: (problem) => this.#tell({ type: 'access_log_failing', problem }),
      onRulesFailing: (problem) => this.#tell({ type: 'rules_failing', problem }),
    };
  }

  #tellCounters(): void {
    this.#failuresTold = 0;
    this.#changesTold = 0;
    const edge = this.#edge;
    const counters = this.#counter.read(
      edge?.openConnections ?? 0,
      edge?.proxy.openConnections ?? 0,
      edge?.proxy.targetsDown ?? 0,
      edge?.eventCounts ?? { accepted: 0, refused: {} },
    );
    this.#tell({ type: 'counters', counters, usage: this.#usage.read() });
    const traced = edge?.flushSpans();
    if (traced) this.#tell({ type: 'spans', ...traced });
    const turnedAway = edge?.turnedAway();
    if (turnedAway) this.#tell({ type: 'turned_away', turnedAway });
  }

  async #drain(graceMs: number, retireMs: number): Promise<void> {
    clearInterval(this.#countersTimer);
    await this.#edge?.drain(graceMs, retireMs);
    this.#tellCounters();
    this.#exit(0);
  }

  async #obey(message: MessageToWorker): Promise<void> {
    switch (message.type) {
      case 'start':
        this.#starting ??= this.#start(message.options, message.isAlone === true);
        return await this.#starting;
      case 'adopt':
        this.#pulseTick = performance.now();
        // One that the supervisor has started may be on its way still; a failure ends it.
        await this.#starting?.catch(() => {});
        return this.#tell({
          type: 'adopted',
          isListening: this.#countersTimer !== undefined && this.#edge?.isDraining === false,
          ...(this.#edge ? portsOf(this.#edge) : noPorts),
          ...(this.#edge ? positionOf(this.#edge) : nowhere),
        });
      case 'pulse':
        this.#pulseTick = performance.now();
        return;
      case 'answer':
        return this.#rpc.settle(message.id, message.answer);
      case 'drain':
        return await this.#drain(message.graceMs, message.retireMs);
      case 'patch':
      case 'reload':
      case 'sum':
      case 'listen':
      case 'spool':
      case 'salts':
      case 'full_days':
      case 'replica':
      case 'limits':
      case 'ticket_keys':
      case 'lame_duck':
        if (this.#edge) await this.#obeyWith(this.#edge, message);
    }
  }

  async #obeyWith(edge: ComposedEdge, message: EdgeMessage): Promise<void> {
    switch (message.type) {
      case 'patch':
        await edge.apply(message.patch);
        return this.#tell({ type: 'applied', ...positionOf(edge) });
      case 'reload':
        try {
          await edge.load();
        } catch (error) {
          // The old routes are better than none, and a replacement couldn't load any now.
          return this.#tell({ type: 'reload_failed', problem: errorMessage(error) });
        }
        return this.#tell({ type: 'applied', ...positionOf(edge) });
      case 'sum':
        return this.#tell({ type: 'sums', sums: await edge.table.sums() });
      case 'listen':
        this.#pulseTick = performance.now();
        return await this.#listen(edge);
      case 'spool':
        return this.#spool?.setFull(message.isFull);
      case 'salts':
        return edge.visitors.setSalts(message.salts);
      case 'full_days':
        return edge.setFullDays(message.days);
      case 'replica':
        return edge.finder.setCurrent(message.isCurrent);
      case 'limits':
        return edge.limits.obey(message.orders);
      case 'ticket_keys':
        return edge.tls.setTicketKeys(message.keys);
      case 'lame_duck':
        return edge.lameDuck();
    }
  }

  #tell(message: MessageFromWorker): void {
    if (!this.#hasEnded) this.#host.send(message);
  }

  #exit(code: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#host.exit(code);
  }
}

/** A message that needs what `start` composes; any other order of messages is a defect of the application process. */
type EdgeMessage = Exclude<
  MessageToWorker,
  { readonly type: 'start' | 'adopt' | 'pulse' | 'answer' | 'drain' }
>;

type Ports = { readonly httpPort: number | null; readonly httpsPort: number | null };

const noPorts: Ports = { httpPort: null, httpsPort: null };
const nowhere: StorePosition = { epoch: '', revision: -1 };

function portsOf({ http, https }: ComposedEdge): Ports {
  return { httpPort: http?.port ?? null, httpsPort: https?.port ?? null };
}

function positionOf({ table }: ComposedEdge): StorePosition {
  return { epoch: table.epoch, revision: table.revision };
}
