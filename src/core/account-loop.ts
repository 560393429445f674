/**
 * Works through a queue that accounts and nodes share: a {@link LeaseLoop} whose accounts take turns, so that nobody's items wait
 * behind all of another account's. Source: docs/reference/limits.md ("Shares").
 *
 * Accounts whose last item was slow share half of the places. States: those of the LeaseLoop.
 */
import { type AccountQueue, AccountTurns, type Taken } from './account-turns.ts';
import type { Clock } from './clock.ts';
import { type Lease, LeaseLoop, type LeaseRenewal } from './lease-loop.ts';

export type AccountLoopOptions<Item> = {
  readonly queue: AccountQueue<Item>;
  /** How many items are worked on at the same time. */
  readonly places: number;
  readonly pollMs: number;
  /** Longer than an item takes, unless leases are renewed. */
  readonly leaseMs: number;
  /** What takes so long is slow. */
  readonly slowMs: number;
  /** How many items may be taken where so many places are free; by default as many. */
  readonly limit?: (free: number) => number;
  readonly work: (item: Item, lease: Lease) => Promise<unknown>;
  /** Told that the store failed: once, until items can be taken again. */
  readonly onAway: (error: unknown) => void;
  /** For work that may take longer than a lease. */
  readonly renewal?: LeaseRenewal<Item>;
  readonly clock: Clock;
};

export class AccountLoop<Item extends { readonly accountUuid: string }> extends LeaseLoop<Taken<Item>> {
  readonly #turns: AccountTurns<Item>;
  readonly #slowMs: number;

  constructor(options: AccountLoopOptions<Item>) {
    const { queue, places, pollMs, leaseMs, limit = (free) => free, work, onAway, renewal, clock } = options;
    const turns = new AccountTurns(queue, places, leaseMs);
    super({
      concurrency: places,
      pollMs,
      hasShares: true,
      take: async (free) => {
        const count = limit(free);
        return count <= 0 ? [] : await turns.take(clock.now(), count);
      },
      work: async ({ item, release }, lease) => {
        try {
          await work(item, lease);
        } finally {
          release?.();
        }
      },
      ...(renewal && { renewal: { ...renewal, extend: ({ item }) => renewal.extend(item) } }),
      onAway,
    });
    this.#turns = turns;
    this.#slowMs = options.slowMs;
  }

  /** Runs what of an account's item may be slow, and notes whether it was. */
  async timed<T>(account: string, run: () => Promise<T>): Promise<T> {
    const startTick = performance.now();
    try {
      return await run();
    } finally {
      this.#turns.noteSpeed(account, performance.now() - startTick >= this.#slowMs);
    }
  }

  /** The account's last item counts as a quick one, however long it took. */
  excuse(account: string): void {
    this.#turns.noteSpeed(account, false);
  }
}
