/**
 * Starts workers, watches them, and replaces those that die or hang, whether or not there is an application process. The supervisor
 * has one for each version of the program that runs. Source: docs/reference/edge.md ("Workers").
 *
 * A worker: started → loaded (from its file) → listening. It listens when the application process says so; while that is away or
 * silent, this does (`isAlone`). One that ends before all have listened once is not replaced: the start has failed.
 */
import { Deferred } from '../core/deferred.ts';
import { RestartDelay } from '../core/restart-delay.ts';
import { Liveness, mainThreadCpuSeconds, pulseEveryMs } from './liveness.ts';
import type { FleetEvents, WorkerChannel, WorkerExit, WorkerFleet, WorkerInfo } from './worker-fleet.ts';
import type { WorkerOptions } from './worker-options.ts';
import type { WorkerFailure, WorkerReport } from './worker-protocol.ts';

export type WorkerPoolOptions = {
  readonly fork: () => WorkerChannel;
  /** Called when a worker has ended and another one is about to start. */
  readonly onReplaced: (pid: number, how: string, delayMs: number) => void;
  /** Whether no application process says when workers may listen; there always is one by default. */
  readonly isAlone?: () => boolean;
};

type Member = {
  readonly worker: number;
  readonly number: number;
  readonly channel: WorkerChannel;
  readonly bornTick: number;
  isLoaded: boolean;
  /** From when it listens on. */
  liveness: Liveness | undefined;
  failure: WorkerFailure | undefined;
  /** Why it was killed; otherwise empty. */
  hang: string;
};

/** The extra time for a drained worker to exit by itself. */
const exitMarginMs = 500;

export class WorkerPool implements WorkerFleet {
  readonly #options: WorkerPoolOptions;
  readonly #members = new Map<number, Member>();
  readonly #delay = new RestartDelay({ youngMs: 5_000, firstMs: 100, maxMs: 5_000 });
  readonly #replacing = new Set<NodeJS.Timeout>();
  #workerOptions: WorkerOptions | undefined;
  #socket: string | undefined;
  #events: FleetEvents | undefined;
  #lastWorker = 0;
  #replaces = false;
  #isStopping = false;
  #pulseTimer: NodeJS.Timeout | undefined;
  readonly #ended = new Deferred();

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  async serve(options: WorkerOptions, socket: string, events: FleetEvents): Promise<readonly WorkerInfo[]> {
    const running = [...this.#members.values()];
    this.#socket = socket;
    this.#events = events;
    for (const member of running) this.#introduce(member);
    const known = running.map(infoOf);
    this.#run(options);
    return known;
  }

  /** Takes a worker in that runs already. */
  adopt(channel: WorkerChannel): void {
    const member = this.#add(channel);
    member.isLoaded = true;
    member.liveness = livenessOf(channel);
    this.#replaces = true;
  }

  /** Has the workers run as {@link serve} does, without an application process; from now on each that ends is replaced. */
  serveAlone(options: WorkerOptions): void {
    this.#replaces = true;
    this.#run(options);
    this.#listenAlone();
  }

  /** May be called again with less. */
  stop(graceMs: number, retireMs: number): void {
    this.#isStopping = true;
    clearInterval(this.#pulseTimer);
    for (const timer of this.#replacing) clearTimeout(timer);
    if (this.#members.size === 0) this.#ended.resolve();
    for (const { isLoaded, channel } of this.#members.values()) {
      if (isLoaded) channel.send({ type: 'drain', graceMs, retireMs });
      // It has no requests to finish, and may not hear an order before its program is loaded.
      else channel.kill();
    }
    setTimeout(() => this.kill(), graceMs + exitMarginMs).unref();
  }

  /** Resolves when it was stopped and none is left. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  kill(): void {
    for (const { channel } of this.#members.values()) channel.kill();
  }

  #run(options: WorkerOptions): void {
    this.#workerOptions = options;
    this.#pulseTimer ??= setInterval(() => this.#check(), pulseEveryMs);
    this.#pulseTimer.unref();
    this.#fill();
  }

  #fill(): void {
    const wanted = this.#workerOptions?.workers ?? 0;
    while (!this.#isStopping && this.#members.size + this.#replacing.size < wanted)
      this.#add(this.#options.fork());
  }

  #add(channel: WorkerChannel): Member {
    const taken = new Set([...this.#members.values()].map(({ number }) => number));
    let number = 1;
    while (taken.has(number)) number++;
    const member: Member = {
      worker: ++this.#lastWorker,
      number,
      channel,
      bornTick: performance.now(),
      isLoaded: false,
      liveness: undefined,
      failure: undefined,
      hang: '',
    };
    this.#members.set(member.worker, member);
    channel.open({
      received: (report) => this.#heard(member, report),
      exited: (how) => this.#exited(member, how),
    });
    this.#events?.changed(infoOf(member));
    return member;
  }

  #introduce({ worker, channel }: Member): void {
    if (this.#socket !== undefined) channel.send({ type: 'application', socket: this.#socket, worker });
  }

  #heard(member: Member, report: WorkerReport): void {
    member.liveness?.heard();
    switch (report.type) {
      case 'ready':
        if (this.#workerOptions) member.channel.send({ type: 'start', options: this.#workerOptions });
        return this.#introduce(member);
      case 'loaded':
        member.isLoaded = true;
        this.#events?.changed(infoOf(member));
        return this.#listenAlone();
      case 'listening': {
        member.liveness = livenessOf(member.channel);
        const all = [...this.#members.values()];
        this.#replaces ||=
          all.length === this.#workerOptions?.workers && all.every(({ liveness }) => liveness);
        return;
      }
      case 'failed':
        member.failure = report;
        return;
      case 'pulse':
    }
  }

  #exited({ worker, channel, bornTick, failure, hang }: Member, exitedHow: string): void {
    this.#members.delete(worker);
    const how = failure?.message ?? (hang === '' ? exitedHow : `hung: ${hang}`);
    const exit: WorkerExit = { how, isHung: hang !== '', ...(failure && { failure }) };
    this.#events?.gone(worker, exit);
    if (this.#isStopping && this.#members.size === 0) this.#ended.resolve();
    if (this.#isStopping || !this.#replaces) return;
    const delayMs = this.#delay.next(performance.now() - bornTick);
    this.#options.onReplaced(channel.pid, how, delayMs);
    const timer = setTimeout(() => {
      this.#replacing.delete(timer);
      this.#fill();
    }, delayMs);
    this.#replacing.add(timer);
  }

  /** Older routes are better than one worker less. */
  #listenAlone(): void {
    if (!this.#options.isAlone?.()) return;
    for (const { isLoaded, liveness, channel } of this.#members.values())
      if (isLoaded && !liveness) channel.send({ type: 'listen' });
  }

  /** Kills one that hangs; one at a time: where all seem to hang, the cause may well be elsewhere. */
  #check(): void {
    this.#listenAlone();
    for (const member of this.#members.values()) {
      const why = member.liveness?.check();
      if (why === undefined) continue;
      member.hang = why;
      return member.channel.kill();
    }
  }
}

function livenessOf(channel: WorkerChannel): Liveness {
  return new Liveness(() => mainThreadCpuSeconds(channel.pid), 'worker');
}

function infoOf({ worker, number, channel, isLoaded }: Member): WorkerInfo {
  return { worker, number, pid: channel.pid, isLoaded };
}
