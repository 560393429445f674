/**
 * One edge worker, seen from the application process. Source: docs/reference/edge.md ("Workers").
 *
 * States: loading → catching up → starting to listen → live → draining → dead. One that an earlier application process
 * left running, or that the supervisor had listen while this process was silent, is asked how far it is, and is live from its
 * answer on. It may die in any state. It is killed
 * if it hangs (liveness.ts): a live worker reports its counters every second. One that gives signs of life but doesn't
 * confirm an order is killed, too, because it may no longer serve what the API has promised.
 */
import type { FullDay } from '../analytics/ingest/full-days.ts';
import type { RoutingPatch, StorePosition } from '../core/route.ts';
import type { VisitorSalt } from '../core/salt-period.ts';
import type { TurnedAway } from './connection-room.ts';
import { addCounters, type EdgeCounters } from './counters.ts';
import { Liveness, mainThreadCpuSeconds, maxOrderChecks } from './liveness.ts';
import type { ProxyFailure } from './proxy/proxy-context.ts';
import type { TargetChange } from './proxy/targets.ts';
import type { RoutingFollower } from './routing-publisher.ts';
import type { RpcRequest, RpcResponse } from './rpc.ts';
import type { LimitOrder, UsedRequests } from './rules/rate-limits.ts';
import type { TicketKeys } from './tls/ticket-keys.ts';
import type { FlushedSpans } from './tracer.ts';
import type { WorkerChannel } from './worker-fleet.ts';
import type { MessageFromWorker, MessageToWorker, WorkerOptions } from './worker-protocol.ts';
import type { WorkerUsage } from './worker-usage.ts';

export type WorkerState = 'loading' | 'catching_up' | 'starting' | 'live' | 'draining' | 'dead';

export type WorkerStatus = {
  readonly pid: number;
  /** From 1 to the number of workers; a replacement takes over the number of the one that died. */
  readonly number: number;
  readonly state: WorkerState;
  /** Of its routing table; -1 before the first load. */
  readonly revision: number;
  readonly ageMs: number;
  /** As of at most a second ago; undefined until it has said. */
  readonly usage: WorkerUsage | undefined;
};

export type WorkerFailure = Extract<MessageFromWorker, { type: 'failed' }>;

export interface WorkerEvents {
  loaded(worker: WorkerProcess): void;
  /** It serves already, since before this process. */
  adopted(worker: WorkerProcess): void;
  listening(worker: WorkerProcess): void;
  /** The process has exited; `counters` are its last. */
  exited(worker: WorkerProcess, how: string): void;
  traced(flushed: FlushedSpans): void;
  /** Of clients of rules that limit them. */
  limited(worker: WorkerProcess, told: readonly UsedRequests[]): void;
  upstreamFailed(worker: WorkerProcess, failure: ProxyFailure): void;
  targetChanged(worker: WorkerProcess, change: TargetChange): void;
  /** It did not take connections. */
  turnedAway(worker: WorkerProcess, turnedAway: TurnedAway): void;
  /** It serves its old routes; the next run tries again. */
  reloadFailed(worker: WorkerProcess, problem: string): void;
  /** `problem` is empty when writing to the spool works again. */
  spoolFailing(worker: WorkerProcess, problem: string): void;
  /** The same for rules, which are served as they were meanwhile. */
  rulesFailing(worker: WorkerProcess, problem: string): void;
  /** The same for the access log. */
  accessLogFailing(worker: WorkerProcess, problem: string): void;
  /** Rejects when there is no answer. */
  asked(request: RpcRequest): Promise<RpcResponse>;
}

const sumTimeoutMs = 60_000;
/** The extra time for a drained worker to exit by itself. */
const exitMarginMs = 500;

type Waiting = {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  checks: number;
};

export class WorkerProcess implements RoutingFollower {
  readonly number: number;
  counters: EdgeCounters = addCounters([]);
  #usage: WorkerUsage | undefined;
  httpPort: number | null = null;
  httpsPort: number | null = null;
  failure: WorkerFailure | undefined;
  /** What it failed to do in time, if it was killed for that; otherwise empty. */
  #hang = '';
  readonly #liveness: Liveness;
  #isAdopting = false;
  #state: WorkerState = 'loading';
  #epoch = '';
  #revision = -1;
  readonly #channel: WorkerChannel;
  readonly #options: WorkerOptions;
  readonly #events: WorkerEvents;
  readonly #bornTick = performance.now();
  readonly #gone: Promise<void>;
  #waiting: Waiting | null = null;
  #whenAdopted: (() => void) | undefined;
  #awaitsSums: ((sums: readonly number[]) => void) | null = null;

  constructor(number: number, channel: WorkerChannel, options: WorkerOptions, events: WorkerEvents) {
    this.number = number;
    this.#channel = channel;
    this.#options = options;
    this.#events = events;
    this.#liveness = new Liveness(() => mainThreadCpuSeconds(channel.pid), 'worker');
    this.#gone = new Promise((resolve) => {
      channel.open({
        received: (message) => this.#heard(message),
        exited: (how) => {
          this.#exited(this.failure?.message ?? (this.isHung ? `hung: ${this.#hang}` : how));
          resolve();
        },
      });
    });
  }

  get pid(): number {
    return this.#channel.pid;
  }

  get state(): WorkerState {
    return this.#state;
  }

  get revision(): number {
    return this.#revision;
  }

  get epoch(): string {
    return this.#epoch;
  }

  get ageMs(): number {
    return performance.now() - this.#bornTick;
  }

  /** Whether it was killed because it hung. */
  get isHung(): boolean {
    return this.#hang !== '';
  }

  /** Whether its routing table has to be kept up to date. */
  get isFollowing(): boolean {
    return this.#state === 'catching_up' || this.#state === 'starting' || this.#state === 'live';
  }

  status(): WorkerStatus {
    return {
      pid: this.pid,
      number: this.number,
      state: this.#state,
      revision: this.#revision,
      ageMs: Math.round(this.ageMs),
      usage: this.#usage,
    };
  }

  apply(patch: RoutingPatch): Promise<void> {
    return this.#order({ type: 'patch', patch });
  }

  reload(): Promise<void> {
    return this.#order({ type: 'reload' });
  }

  /** Rejects when it does not answer in time: it may have died. One at a time. */
  sums(): Promise<readonly number[]> {
    return new Promise((resolve, reject) => {
      const overdue = setTimeout(
        () => reject(new Error(`worker ${this.pid} made no checksums`)),
        sumTimeoutMs,
      );
      overdue.unref();
      this.#awaitsSums = (sums) => {
        clearTimeout(overdue);
        resolve(sums);
      };
      this.#tell({ type: 'sum' });
    });
  }

  /** Says whether records have to be dropped; later workers are told at their start. */
  spoolFull(isFull: boolean): void {
    this.#tell({ type: 'spool', isFull });
  }

  /** Says whether the file that it reads has what it is told; to be called before it may listen, too. */
  replicaState(isCurrent: boolean): void {
    this.#tell({ type: 'replica', isCurrent });
  }

  /**
   * Asks a worker that listens without this process's say how far it is. Resolves when it is live, or on its way to its end:
   * it does not answer, or had not come far enough to be of use.
   */
  async adopt(): Promise<void> {
    this.#isAdopting = true;
    this.#tell({ type: 'adopt' });
    await Promise.race([new Promise<void>((resolve) => (this.#whenAdopted = resolve)), this.#gone]);
    this.#isAdopting = false;
  }

  /** Hands over the keys of visitor hashes; to be called before it may listen, too. */
  visitorSalts(salts: readonly VisitorSalt[]): void {
    this.#tell({ type: 'salts', salts });
  }

  /** Tells which domains take no further event names. */
  fullDays(days: readonly FullDay[]): void {
    this.#tell({ type: 'full_days', days });
  }

  /** Says what clients of rules that limit them may still do. */
  limits(orders: readonly LimitOrder[]): void {
    this.#tell({ type: 'limits', orders });
  }

  /** Hands over what session tickets are sealed with; to be called before it may listen, too. */
  ticketKeys(keys: TicketKeys): void {
    this.#tell({ type: 'ticket_keys', keys });
  }

  /** Kills it if it hangs, and returns whether it does. To be called every second. */
  checkPulse(): boolean {
    const owesPulse = this.#state === 'live' || this.#isAdopting;
    const isOverdue = this.#waiting !== null && ++this.#waiting.checks > maxOrderChecks;
    const why = isOverdue ? `did not confirm within ${maxOrderChecks} s` : undefined;
    const hang = (owesPulse ? this.#liveness.check() : undefined) ?? why;
    if (hang === undefined) return false;
    this.#killHung(hang);
    return true;
  }

  /** Lets health checks know that it is about to stop. */
  lameDuck(): void {
    this.#tell({ type: 'lame_duck' });
  }

  caughtUp(): void {
    if (this.#state !== 'catching_up') return;
    this.#state = 'starting';
    this.#tell({ type: 'listen' });
  }

  /** Lets requests under way finish for up to `graceMs`; resolves when the process is gone. */
  async stop(graceMs: number, retireMs: number): Promise<void> {
    if (this.#state === 'starting' || this.#state === 'live') {
      this.#state = 'draining';
      this.#tell({ type: 'drain', graceMs, retireMs });
    } else if (this.#state !== 'dead') {
      // It has no requests to finish, and may not hear an order before its program is loaded.
      this.kill();
    }
    const timer = setTimeout(() => this.kill(), graceMs + exitMarginMs);
    await this.#gone;
    clearTimeout(timer);
  }

  kill(): void {
    this.#state = 'dead';
    this.#channel.kill();
  }

  #killHung(why: string): void {
    this.#hang = why;
    this.#settle(new Error(`worker ${this.pid} hangs: ${why}`));
    this.kill();
  }

  /** Sends an order that the worker confirms with `applied`; one at a time. */
  #order(message: MessageToWorker): Promise<void> {
    if (!this.isFollowing) return Promise.reject(new Error(`worker ${this.pid} is ${this.#state}`));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, checks: 0 };
      this.#tell(message);
    });
  }

  #settle(error?: Error): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = null;
    if (error) waiting.reject(error);
    else waiting.resolve();
  }

  #tell(message: MessageToWorker): void {
    this.#channel.send(message);
  }

  #heard(message: MessageFromWorker): void {
    this.#liveness.heard();
    switch (message.type) {
      case 'ready':
        return this.#tell({ type: 'start', options: this.#options });
      case 'loaded':
        this.#moved(message);
        if (this.#state !== 'loading') return;
        this.#state = 'catching_up';
        return this.#events.loaded(this);
      case 'adopted':
        this.#moved(message);
        // It had not come far enough to be of use before its application process died.
        if (!message.isListening) return this.kill();
        this.httpPort = message.httpPort;
        this.httpsPort = message.httpsPort;
        this.#state = 'live';
        this.#events.adopted(this);
        return this.#whenAdopted?.();
      case 'applied':
        this.#moved(message);
        return this.#settle();
      case 'reload_failed':
        this.#events.reloadFailed(this, message.problem);
        return this.#settle(new Error(message.problem));
      case 'sums':
        return this.#awaitsSums?.(message.sums);
      case 'listening':
        this.httpPort = message.httpPort;
        this.httpsPort = message.httpsPort;
        // The supervisor had it listen, as this process had been silent.
        if (this.#state === 'loading' || this.#state === 'catching_up') return void this.adopt();
        if (this.#state !== 'starting') return;
        this.#state = 'live';
        return this.#events.listening(this);
      case 'counters':
        this.counters = message.counters;
        this.#usage = message.usage;
        return this.#tell({ type: 'pulse' });
      case 'request':
        void this.#answer(message.id, message.request);
        return;
      case 'spans':
        return this.#events.traced(message);
      case 'limits':
        return this.#events.limited(this, message.told);
      case 'upstream_failed':
        return this.#events.upstreamFailed(this, message.failure);
      case 'target_changed':
        return this.#events.targetChanged(this, message.change);
      case 'turned_away':
        return this.#events.turnedAway(this, message.turnedAway);
      case 'spool_failing':
        return this.#events.spoolFailing(this, message.problem);
      case 'rules_failing':
        return this.#events.rulesFailing(this, message.problem);
      case 'access_log_failing':
        return this.#events.accessLogFailing(this, message.problem);
      case 'failed':
        this.failure = message;
        return;
    }
  }

  #moved({ epoch, revision }: StorePosition): void {
    this.#epoch = epoch;
    this.#revision = revision;
  }

  async #answer(id: number, request: RpcRequest): Promise<void> {
    // The log already has the reason.
    const answer = await this.#events.asked(request).catch(() => null);
    this.#tell({ type: 'answer', id, answer });
  }

  #exited(how: string): void {
    this.#state = 'dead';
    this.#settle(new Error(`worker ${this.pid} is gone: ${how}`));
    this.#events.exited(this, how);
  }
}
