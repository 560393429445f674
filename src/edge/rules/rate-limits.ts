/**
 * Counts clients' requests for rules that limit them, in one worker. Source: docs/reference/rules.md ("Rate limit").
 *
 * Time is cut into windows of the rule's length. Of each client, a worker admits its share by itself, the limit divided by the
 * number of workers. For more it asks the application process (limit-leases.ts), which may recall the shares of other workers
 * first, so all workers together never admit more than the limit. A request waits 10 ms for the answer, and is refused without
 * one. A worker has no share of a window that began before it did: a predecessor may have used it.
 *
 * A list of rules has the counts of 20,000 clients at most, all lists together ten times as many: when there is no more room, the
 * oldest of the longest list go, so one host's clients can't push out those of others.
 */
import { clientOf } from '../../core/client-network.ts';
import { giveUpAfter } from '../../core/give-up-after.ts';
import type { RequestLimit } from '../../rules/actions/action.ts';

/** A client under a rule in a window. */
export type LimitedClient = {
  readonly list: string;
  readonly key: string;
  readonly limit: RequestLimit;
  readonly window: number;
};

/** What a worker tells the application process of a client: how many requests it has admitted, and why it tells. */
export type UsedRequests = LimitedClient & {
  readonly used: number;
  /** `asks`: its share is used up, and `wanted` requests wait. `recalled`: it has given back the rest. `counted`: for later. */
  readonly as: 'asks' | 'recalled' | 'counted';
  readonly wanted: number;
};

/** What the application process tells a worker. */
export type LimitOrder = LimitedClient &
  (
    | { readonly as: 'recall' }
    /** It may admit so many more. With `isSpent`, there is nothing left in this window. */
    | { readonly as: 'grant'; readonly granted: number; readonly isSpent: boolean }
  );

type Entry = {
  readonly limit: RequestLimit;
  window: number;
  used: number;
  /** How many it may admit without asking. */
  allowed: number;
  isSpent: boolean;
  /** Requests of which the application process has not been told. */
  untold: number;
  askedTick: number;
  waiting: Set<() => void>;
};

const maxClients = 20_000;
const maxClientsOfAll = 200_000;
/** Told at once; the rest waits for the next time. */
const maxTold = 1_000;
const answerWithinMs = 10;
/** A question without an answer is asked again. */
const askAgainMs = 100;
/** Clients of one list that are asked about at a time; the others' requests are refused. */
const maxAsking = 250;

export class RateLimits {
  readonly #workers: number;
  readonly #startedMs: number;
  readonly #tell: (told: readonly UsedRequests[]) => void;
  readonly #lists = new Map<string, Map<string, Entry>>();
  #size = 0;
  readonly #untold = new Map<string, { readonly list: string; readonly key: string }>();
  /** Of each list, how many clients' requests wait. */
  readonly #asking = new Map<string, number>();
  #toTell: UsedRequests[] = [];

  /** `tell` has the application process know; `workers` share each limit. */
  constructor(
    workers: number,
    startedMs: number = Number.NEGATIVE_INFINITY,
    tell: (told: readonly UsedRequests[]) => void = () => {},
  ) {
    this.#workers = workers;
    this.#startedMs = startedMs;
    this.#tell = tell;
  }

  /**
   * Counts a request of a client; answers 0 while it is within the limit, or else how many seconds to wait: at once, or when the
   * application process has said. Refused ones are not counted.
   */
  take(
    list: string,
    rule: number,
    limit: RequestLimit,
    clientAddress: string,
    nowMs: number,
  ): number | Promise<number> {
    const windowMs = limit.seconds * 1000;
    const window = Math.floor(nowMs / windowMs);
    const key = `${rule} ${limit.requests}/${limit.seconds} ${clientOf(clientAddress)}`;
    const client = { list, key, limit, window };
    const entry = this.#entry(client);
    if (this.#admits(client, entry)) return 0;
    const wait = Math.max(1, Math.ceil(((window + 1) * windowMs - nowMs) / 1000));
    if (entry.isSpent || entry.used >= limit.requests) return wait;
    return this.#ask(client, entry, wait);
  }

  /** How many clients are counted. */
  get size(): number {
    return this.#size;
  }

  /** Tells what was counted since the last time, so that it is known should this worker die. */
  tellCounts(): void {
    const told: UsedRequests[] = [];
    for (const [id, { list, key }] of this.#untold) {
      if (told.length === maxTold) break;
      this.#untold.delete(id);
      const entry = this.#lists.get(list)?.get(key);
      if (!entry || entry.untold === 0) continue;
      const { limit, window, used } = entry;
      told.push({ list, key, limit, window, used, as: 'counted', wanted: 0 });
      entry.untold = 0;
    }
    if (told.length > 0) this.#tell(told);
  }

  obey(orders: readonly LimitOrder[]): void {
    for (const order of orders) {
      const known = this.#lists.get(order.list)?.get(order.key);
      if (known && known.window > order.window) {
        if (order.as === 'recall') this.#tellSoon(order, 0, 'recalled');
        continue;
      }
      const entry = this.#entry(order);
      if (order.as === 'recall') {
        entry.allowed = entry.used;
        this.#tellSoon(order, entry.used, 'recalled');
      } else {
        entry.allowed += order.granted;
        entry.isSpent ||= order.isSpent;
        entry.askedTick = Number.NEGATIVE_INFINITY;
        for (const decide of entry.waiting) decide();
        if (entry.waiting.size > 0 && order.granted > 0) this.#askFor(order, entry);
      }
    }
  }

  #admits({ list, key }: LimitedClient, entry: Entry): boolean {
    if (entry.used >= entry.allowed) return false;
    entry.used += 1;
    entry.untold += 1;
    if (entry.untold === 1) this.#untold.set(`${list} ${key}`, { list, key });
    return true;
  }

  #ask(client: LimitedClient, entry: Entry, wait: number): number | Promise<number> {
    const { list, window } = client;
    const asking = this.#asking.get(list) ?? 0;
    if (entry.waiting.size === 0) {
      if (asking >= maxAsking) return 1;
      this.#asking.set(list, asking + 1);
    }
    return new Promise((resolve) => {
      let stopWaiting: (() => void) | undefined;
      const settle = (seconds: number): void => {
        stopWaiting?.();
        entry.waiting.delete(decide);
        if (entry.waiting.size === 0) this.#asksNoLonger(list);
        resolve(seconds);
      };
      const decide = (): void => {
        if (entry.window !== window) settle(1);
        else if (this.#admits(client, entry)) settle(0);
        else if (entry.isSpent) settle(wait);
      };
      entry.waiting.add(decide);
      this.#askFor(client, entry);
      // From when the question is sent.
      setImmediate(() => {
        if (entry.waiting.has(decide)) stopWaiting = giveUpAfter(answerWithinMs, () => settle(1));
      });
    });
  }

  #asksNoLonger(list: string): void {
    const left = (this.#asking.get(list) ?? 1) - 1;
    if (left === 0) this.#asking.delete(list);
    else this.#asking.set(list, left);
  }

  #askFor(client: LimitedClient, entry: Entry): void {
    const now = performance.now();
    if (now - entry.askedTick < askAgainMs) return;
    entry.askedTick = now;
    this.#tellSoon(client, entry.used, 'asks', entry.waiting.size);
  }

  /** What is said in one turn of the event loop is one message. */
  #tellSoon(
    { list, key, limit, window }: LimitedClient,
    used: number,
    as: UsedRequests['as'],
    wanted = 0,
  ): void {
    if (this.#toTell.length === 0)
      setImmediate(() => {
        const told = this.#toTell;
        this.#toTell = [];
        this.#tell(told);
      });
    this.#toTell.push({ list, key, limit, window, used, as, wanted });
  }

  #entry({ list, key, limit, window }: LimitedClient): Entry {
    const known = this.#lists.get(list)?.get(key);
    if (known?.window === window) return known;
    const hasShare = window * limit.seconds * 1000 >= this.#startedMs;
    const allowed = hasShare ? Math.floor(limit.requests / this.#workers) : 0;
    const begun = {
      window,
      used: 0,
      allowed,
      isSpent: false,
      untold: 0,
      askedTick: Number.NEGATIVE_INFINITY,
    };
    if (known) return Object.assign(known, begun);
    this.#makeRoom(list);
    const entry: Entry = { limit, ...begun, waiting: new Set() };
    const clients = this.#lists.get(list) ?? new Map<string, Entry>();
    this.#lists.set(list, clients.set(key, entry));
    this.#size += 1;
    return entry;
  }

  #makeRoom(list: string): void {
    if ((this.#lists.get(list)?.size ?? 0) >= maxClients) this.#halve(list);
    if (this.#size < maxClientsOfAll) return;
    let longest = list;
    let length = 0;
    for (const [name, { size }] of this.#lists) {
      if (size <= length) continue;
      longest = name;
      length = size;
    }
    this.#halve(longest);
  }

  /** Half of a list at once: looking for the longest one for each client would cost too much. */
  #halve(list: string): void {
    const clients = this.#lists.get(list);
    let left = Math.ceil((clients?.size ?? 0) / 2);
    for (const key of clients?.keys() ?? []) {
      if (left-- === 0) break;
      clients?.delete(key);
      this.#size -= 1;
    }
    if (clients?.size === 0) this.#lists.delete(list);
  }
}
