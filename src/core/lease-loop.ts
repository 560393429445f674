/**
 * Works through a queue that several nodes share: takes due items under a lease, works on a few at a time, and looks for
 * more whenever one is done and at every poll.
 *
 * States: idle → started → stopped. Stopping aborts the work under way and waits until it has ended; work that ends
 * early decides itself whether to give its lease back. If a node dies, its items are due again when their leases expire.
 */

export type LeaseLoopOptions<Item> = {
  /** How many items are worked on at the same time. */
  readonly concurrency: number;
  readonly pollMs: number;
  /** Takes up to `limit` due items under a lease, so that no other node takes them meanwhile. */
  readonly take: (limit: number) => Promise<readonly Item[]>;
  readonly work: (item: Item, lease: Lease) => Promise<unknown>;
  /** Told that the store failed: once, until items can be taken again. */
  readonly onAway: (error: unknown) => void;
  /** Whether to look again whenever an item is done, also after an answer that was short: accounts have shares. */
  readonly hasShares?: boolean;
  /** For work that may take longer than a lease. */
  readonly renewal?: LeaseRenewal<Item>;
};

export type LeaseRenewal<Item> = {
  readonly everyMs: number;
  /** Extends the item's lease; false if another node has the item. */
  readonly extend: (item: Item) => Promise<boolean>;
  /** The work is aborted after this long. */
  readonly deadlineMs: number;
};

/** The lease of an item being worked on. */
export type Lease = {
  /** Aborted when the loop stops, the lease is lost or the deadline has passed. */
  readonly signal: AbortSignal;
  /** Whether another node has the item. */
  readonly isLost: boolean;
};

export class LeaseLoop<Item> implements AsyncDisposable {
  readonly #options: LeaseLoopOptions<Item>;
  /** One for each piece of work: signals derived from a common one would pile up for as long as the service runs. */
  readonly #controllers = new Set<AbortController>();
  /** Each ends once the item that takes its place has started. */
  readonly #lanes = new Set<Promise<void>>();
  #free: number;
  /** Whether the last answer was as long as it could be. */
  #mayBeMore = false;
  #taking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #isAway = false;
  #isStopped = false;

  constructor(options: LeaseLoopOptions<Item>) {
    this.#options = options;
    this.#free = options.concurrency;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  start(): void {
    this.#pollIn(0);
  }

  /** Starts on due items without waiting for the next poll. Never rejects. */
  fill(): Promise<void> {
    this.#taking ??= this.#takeWhileFree().finally(() => {
      this.#taking = undefined;
    });
    return this.#taking;
  }

  /** Works on everything that is due, and resolves when that is done. Never rejects. */
  async runDue(): Promise<void> {
    await this.fill();
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  /** Runs work outside the queue, with a signal that aborts when the loop stops. */
  async withSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = this.#newController();
    try {
      return await work(controller.signal);
    } finally {
      this.#controllers.delete(controller);
    }
  }

  /** Reports that the store failed, unless that is known. */
  reportAway(error: unknown): void {
    if (!this.#isAway && !this.#isStopped) this.#options.onAway(error);
    this.#isAway = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    for (const controller of this.#controllers) controller.abort();
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#taking;
    await Promise.allSettled(this.#lanes);
  }

  #pollIn(delayMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.fill().then(() => this.#pollIn(this.#options.pollMs));
    }, delayMs).unref();
  }

  async #takeWhileFree(): Promise<void> {
    do {
      const limit = this.#free;
      if (limit === 0 || this.#isStopped) return;
      const items = await this.#take(limit);
      this.#mayBeMore = items.length === limit;
      this.#free -= items.length;
      for (const item of items) this.#runLane(item);
    } while (this.#mayBeMore);
  }

  async #take(limit: number): Promise<readonly Item[]> {
    try {
      const items = await this.#options.take(limit);
      this.#isAway = false;
      return items;
    } catch (error) {
      this.reportAway(error);
      return [];
    }
  }

  #runLane(item: Item): void {
    const lane = this.#workOn(item)
      .catch((error: unknown) => this.reportAway(error))
      .then(() => {
        this.#free += 1;
        return this.#mayBeMore || this.#options.hasShares === true ? this.fill() : undefined;
      })
      .finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  async #workOn(item: Item): Promise<void> {
    const { work, renewal } = this.#options;
    const controller = this.#newController();
    const lease = { signal: controller.signal, isLost: false };
    const timers = renewal ? this.#keep(item, renewal, lease, controller) : [];
    try {
      await work(item, lease);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      this.#controllers.delete(controller);
    }
  }

  /** Renews a lease until it is lost. While the store is away, the lease counts as ours. */
  #keep(
    item: Item,
    { everyMs, extend, deadlineMs }: LeaseRenewal<Item>,
    lease: { isLost: boolean },
    controller: AbortController,
  ): NodeJS.Timeout[] {
    const renew = async (): Promise<void> => {
      try {
        lease.isLost ||= !(await extend(item));
      } catch (error) {
        this.reportAway(error);
      }
      if (lease.isLost) controller.abort();
    };
    return [setInterval(() => void renew(), everyMs), setTimeout(() => controller.abort(), deadlineMs)];
  }

  #newController(): AbortController {
    const controller = new AbortController();
    if (this.#isStopped) controller.abort();
    this.#controllers.add(controller);
    return controller;
  }
}
