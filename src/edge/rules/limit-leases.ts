/**
 * Shares out among the workers what clients may still do under a rule's limit, in the application process.
 * Source: docs/reference/rules.md ("Rate limit").
 *
 * A worker begins each window with its share (rate-limits.ts). Once one asks for more, the others are recalled: they say how much
 * they used and give back the rest, which is granted to those that ask. A worker that doesn't answer the recall in time counts as
 * having used all that it may. What is known of a worker that dies stays counted. Everything here can be asked of the workers again,
 * so it may be forgotten, by a restart too.
 */
import type { Clock } from '../../core/clock.ts';
import { giveUpAfter } from '../../core/give-up-after.ts';
import type { LimitedClient, LimitOrder, UsedRequests } from './rate-limits.ts';

/** What a worker may have of a limit. */
type Lease = {
  /** As far as is known. */
  used: number;
  allowed: number;
  /** It may have a rest that it has not used. */
  isOpen: boolean;
  hasGrants: boolean;
  /** What it was granted since it was recalled last, while the answer is awaited. */
  recalled: { granted: number } | undefined;
};

type Leases<Worker> = LimitedClient & {
  readonly ofWorkers: Map<Worker, Lease>;
  /** Used by workers that have died. */
  lost: number;
  /** How many requests wait in the workers that ask. */
  readonly asking: Map<Worker, number>;
  /** While the answer to a recall is awaited. */
  stopWaiting: (() => void) | undefined;
};

export type LimitLeasesOptions<Worker> = {
  /** How many share a limit. */
  readonly workers: number;
  /** Those that serve now. */
  readonly live: () => readonly Worker[];
  readonly send: (worker: Worker, orders: readonly LimitOrder[]) => void;
  readonly clock: Clock;
};

const maxClients = 50_000;
/** Of the ten milliseconds that a request waits. */
const recallWithinMs = 5;

export class LimitLeases<Worker> {
  readonly #options: LimitLeasesOptions<Worker>;
  readonly #clients = new Map<string, Leases<Worker>>();
  /** Of windows that began later, what was granted is known. */
  #knownFromMs: number;
  readonly #toSend = new Map<Worker, LimitOrder[]>();

  constructor(options: LimitLeasesOptions<Worker>) {
    this.#options = options;
    this.#knownFromMs = options.clock.now();
  }

  heard(worker: Worker, told: readonly UsedRequests[]): void {
    for (const one of told) {
      const leases = this.#leasesOf(one);
      if (!leases) continue;
      const lease = this.#leaseOf(leases, worker);
      lease.used = Math.max(lease.used, one.used);
      if (one.as === 'recalled') this.#recalled(leases, lease);
      else if (one.as === 'asks') this.#asks(leases, worker, lease, one.wanted);
    }
  }

  /** A worker has died. */
  gone(worker: Worker): void {
    this.#toSend.delete(worker);
    for (const leases of this.#clients.values()) {
      const lease = leases.ofWorkers.get(worker);
      if (!lease) continue;
      leases.lost += lease.used;
      leases.ofWorkers.delete(worker);
      leases.asking.delete(worker);
      this.#settle(leases);
    }
  }

  #asks(leases: Leases<Worker>, worker: Worker, lease: Lease, wanted: number): void {
    // No grant is on its way, so it has used all that it may.
    if (!lease.hasGrants) {
      lease.allowed = lease.used;
      lease.isOpen = false;
    }
    leases.asking.set(worker, wanted);
    this.#settle(leases);
  }

  #recalled(leases: Leases<Worker>, lease: Lease): void {
    if (!lease.recalled) return;
    const { granted } = lease.recalled;
    lease.recalled = undefined;
    lease.allowed = lease.used + granted;
    lease.isOpen = granted > 0;
    this.#settle(leases);
  }

  /** Grants what there is to those that ask, or recalls what others may have left. */
  #settle(leases: Leases<Worker>): void {
    if (leases.asking.size === 0) return;
    const { workers } = this.#options;
    let rest = this.#restOf(leases);
    for (const [worker, wanted] of leases.asking) {
      if (rest <= 0) break;
      const granted = Math.min(rest, Math.max(wanted, Math.floor(rest / (2 * workers))));
      rest -= granted;
      this.#grant(leases, worker, granted);
    }
    if (leases.asking.size > 0 && !this.#recall(leases)) this.#refuse(leases, true);
    if (leases.asking.size > 0) return;
    leases.stopWaiting?.();
    leases.stopWaiting = undefined;
  }

  #restOf(leases: Leases<Worker>): number {
    let rest = leases.limit.requests - leases.lost;
    for (const worker of this.#options.live()) rest -= this.#leaseOf(leases, worker).allowed;
    return rest;
  }

  #grant(leases: Leases<Worker>, worker: Worker, granted: number): void {
    const lease = this.#leaseOf(leases, worker);
    lease.allowed += granted;
    lease.isOpen = true;
    lease.hasGrants = true;
    if (lease.recalled) lease.recalled.granted += granted;
    leases.asking.delete(worker);
    this.#send(worker, { ...clientOf(leases), as: 'grant', granted, isSpent: false });
  }

  #refuse(leases: Leases<Worker>, isSpent: boolean): void {
    for (const worker of leases.asking.keys())
      this.#send(worker, { ...clientOf(leases), as: 'grant', granted: 0, isSpent });
    leases.asking.clear();
  }

  /** Whether there is a worker whose rest may come back. */
  #recall(leases: Leases<Worker>): boolean {
    let isAwaited = false;
    for (const worker of this.#options.live()) {
      const lease = this.#leaseOf(leases, worker);
      if (!lease.isOpen || leases.asking.has(worker)) continue;
      isAwaited = true;
      if (lease.recalled) continue;
      lease.recalled = { granted: 0 };
      this.#send(worker, { ...clientOf(leases), as: 'recall' });
    }
    if (isAwaited) leases.stopWaiting ??= giveUpAfter(recallWithinMs, () => this.#waitNoLonger(leases));
    return isAwaited;
  }

  #waitNoLonger(leases: Leases<Worker>): void {
    leases.stopWaiting = undefined;
    this.#refuse(leases, false);
  }

  #leaseOf(leases: Leases<Worker>, worker: Worker): Lease {
    const known = leases.ofWorkers.get(worker);
    if (known) return known;
    const { requests, seconds } = leases.limit;
    const isKnown = leases.window * seconds * 1000 >= this.#knownFromMs;
    const allowed = isKnown ? Math.floor(requests / this.#options.workers) : requests;
    const lease = { used: 0, allowed, isOpen: allowed > 0, hasGrants: false, recalled: undefined };
    leases.ofWorkers.set(worker, lease);
    return lease;
  }

  /** Undefined when its window is over. */
  #leasesOf(client: LimitedClient): Leases<Worker> | undefined {
    const id = `${client.list} ${client.key}`;
    const known = this.#clients.get(id);
    if (known?.window === client.window) return known;
    if (known && known.window > client.window) return undefined;
    if (known) known.stopWaiting?.();
    else if (this.#clients.size >= maxClients) this.#forget();
    const leases: Leases<Worker> = {
      ...clientOf(client),
      ofWorkers: new Map(),
      lost: 0,
      asking: new Map(),
      stopWaiting: undefined,
    };
    this.#clients.delete(id);
    this.#clients.set(id, leases);
    return leases;
  }

  /** The oldest tenth; what was granted to their clients is found out by a recall. */
  #forget(): void {
    let left = maxClients / 10;
    for (const [id, leases] of this.#clients) {
      if (left-- === 0) break;
      leases.stopWaiting?.();
      this.#clients.delete(id);
    }
    this.#knownFromMs = this.#options.clock.now();
  }

  #send(worker: Worker, order: LimitOrder): void {
    const orders = this.#toSend.get(worker);
    if (orders) orders.push(order);
    else this.#toSend.set(worker, [order]);
    if (this.#toSend.size > 1 || orders) return;
    setImmediate(() => {
      const toSend = [...this.#toSend];
      this.#toSend.clear();
      for (const [to, all] of toSend) this.#options.send(to, all);
    });
  }
}

function clientOf({ list, key, limit, window }: LimitedClient): LimitedClient {
  return { list, key, limit, window };
}
