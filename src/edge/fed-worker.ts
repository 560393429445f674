/**
 * One edge worker, as the application process feeds it: its routes, and what it says of itself. Which processes there are, the
 * supervisor decides (worker-pool.ts). Source: docs/reference/edge.md ("Workers").
 *
 * States: starting (it loads its routes) → catching up (it has connected) → live (it listens). One that is live already, such as
 * beside an application process that was started again, connects as such. Its connection may end and come again in any state.
 */
import { Deferred } from '../core/deferred.ts';
import type { RoutingPatch, StorePosition } from '../core/route.ts';
import type { CheckedUpstreams, DownUpstream } from '../core/upstream-health.ts';
import type { HostCount } from './busiest-hosts.ts';
import { addCounters, type EdgeCounters } from './counters.ts';
import type { FeedConnection } from './feed.ts';
import type { RoutingFollower } from './routing-publisher.ts';
import type { RpcRequest, RpcResponse } from './rpc.ts';
import type { UsedRequests } from './rules/rate-limits.ts';
import type { FlushedSpans } from './tracer.ts';
import type { WorkerInfo } from './worker-fleet.ts';
import type { EdgePorts, Hello, MessageFromWorker, MessageToWorker } from './worker-protocol.ts';
import type { WorkerUsage } from './worker-usage.ts';

export type WorkerState = 'starting' | 'catching_up' | 'live';

export type WorkerStatus = {
  readonly pid: number;
  readonly number: number;
  readonly state: WorkerState;
  /** Of its routing table; -1 before it has connected. */
  readonly revision: number;
  /** As of at most a second ago; undefined until it has said. */
  readonly usage: WorkerUsage | undefined;
};

export interface WorkerEvents {
  listening(worker: FedWorker): void;
  traced(flushed: FlushedSpans): void;
  counted(hosts: readonly HostCount[]): void;
  /** Of clients of rules that limit them. */
  limited(worker: FedWorker, told: readonly UsedRequests[]): void;
  /** It has a line for the log. */
  logged(worker: FedWorker, line: Extract<MessageFromWorker, { type: 'log' }>): void;
  /** Rejects when there is no answer. */
  asked(request: RpcRequest): Promise<RpcResponse>;
}

const sumTimeoutMs = 60_000;

export class FedWorker implements RoutingFollower {
  info: WorkerInfo;
  counters: EdgeCounters = addCounters([]);
  ports: EdgePorts = { httpPort: null, httpsPort: null };
  readonly #events: WorkerEvents;
  #usage: WorkerUsage | undefined;
  #upstreamsDown: readonly DownUpstream[] = [];
  readonly #upstreamsUp = new Set<string>();
  #isListening = false;
  #mayListen = false;
  #position: StorePosition = { revision: -1, mark: '' };
  #connection: FeedConnection | undefined;
  #isGone = false;
  #connected = new Deferred();
  #waiting: Deferred | undefined;
  #awaitsSums: ((sums: readonly number[]) => void) | undefined;

  constructor(info: WorkerInfo, events: WorkerEvents) {
    this.info = info;
    this.#events = events;
  }

  get state(): WorkerState {
    if (!this.#connection) return 'starting';
    return this.#isListening ? 'live' : 'catching_up';
  }

  get revision(): number {
    return this.#position.revision;
  }

  get mark(): string {
    return this.#position.mark;
  }

  /** Whether its routing table has to be kept up to date. */
  get isFollowing(): boolean {
    return this.#connection !== undefined;
  }

  /** Whether it may serve routes that it can't be told to change. */
  get isOutOfReach(): boolean {
    return this.info.isLoaded && !this.#connection && !this.#isGone;
  }

  /** Resolves when it is connected, or gone. */
  get connected(): Promise<void> {
    return this.#connected.promise;
  }

  status(): WorkerStatus {
    const { pid, number } = this.info;
    return { pid, number, state: this.state, revision: this.revision, usage: this.#usage };
  }

  /** What its health checks say: which upstreams are down now, and of which a check was good since the last call. */
  takeChecked(): CheckedUpstreams {
    const up = [...this.#upstreamsUp];
    this.#upstreamsUp.clear();
    return { down: this.#upstreamsDown, up };
  }

  /** It has connected, and says how far it is. */
  connect(hello: Hello, connection: FeedConnection): void {
    this.#connection?.destroy();
    this.#connection = connection;
    this.#isListening = hello.isListening;
    this.#mayListen = hello.isListening;
    this.ports = hello;
    this.#moved(hello);
    connection.open({
      received: (message) => this.#heard(message),
      closed: () => {
        if (this.#connection !== connection) return;
        this.#connection = undefined;
        this.#upstreamsDown = [];
        if (!this.#isGone) this.#connected = new Deferred();
        this.#settle(new Error(`worker ${this.info.pid} is out of reach`));
      },
    });
    this.#connected.resolve();
  }

  /** Its process has ended. Resolves when all that it said has been heard. */
  async gone(): Promise<void> {
    this.#isGone = true;
    this.#connected.resolve();
    await this.#connection?.closed;
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
        () => reject(new Error(`worker ${this.info.pid} made no checksums`)),
        sumTimeoutMs,
      );
      overdue.unref();
      this.#awaitsSums = (sums) => {
        clearTimeout(overdue);
        resolve(sums);
      };
      this.tell({ type: 'sum' });
    });
  }

  caughtUp(): void {
    if (!this.#connection || this.#mayListen) return;
    this.#mayListen = true;
    this.tell({ type: 'listen' });
  }

  /** What one that is not connected is told is lost. */
  tell(message: MessageToWorker): void {
    this.#connection?.send(message);
  }

  /** Sends an order that the worker confirms with `applied`; one at a time. */
  #order(message: MessageToWorker): Promise<void> {
    if (!this.#connection) return Promise.reject(new Error(`worker ${this.info.pid} is out of reach`));
    this.#waiting = new Deferred();
    this.tell(message);
    return this.#waiting.promise;
  }

  #settle(error?: Error): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (error) waiting?.reject(error);
    else waiting?.resolve();
  }

  #heard(message: MessageFromWorker): void {
    switch (message.type) {
      case 'applied':
        this.#moved(message);
        return this.#settle();
      case 'reload_failed':
        return this.#settle(new Error(message.problem));
      case 'sums':
        return this.#awaitsSums?.(message.sums);
      case 'listening':
        this.ports = message;
        this.#isListening = true;
        return this.#events.listening(this);
      case 'counters':
        this.counters = message.counters;
        this.#usage = message.usage;
        return this.tell({ type: 'pulse' });
      case 'upstreams':
        this.#upstreamsDown = message.down;
        for (const uuid of message.up) this.#upstreamsUp.add(uuid);
        return;
      case 'request':
        void this.#answer(message.id, message.request);
        return;
      case 'hosts':
        return this.#events.counted(message.counts);
      case 'spans':
        return this.#events.traced(message);
      case 'limits':
        return this.#events.limited(this, message.told);
      case 'log':
        return this.#events.logged(this, message);
      case 'hello':
    }
  }

  #moved({ revision, mark }: StorePosition): void {
    this.#position = { revision, mark };
  }

  async #answer(id: number, request: RpcRequest): Promise<void> {
    // The log already has the reason.
    const answer = await this.#events.asked(request).catch(() => null);
    this.tell({ type: 'answer', id, answer });
  }
}
