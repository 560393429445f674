/**
 * Takes due items of a queue that accounts share, so that nobody's items wait behind all of another account's. Source:
 * docs/reference/limits.md ("Shares").
 *
 * Accounts have turns, and each holds places of a {@link FairPool} until its items are done; those known to be slow share half of
 * them.
 */
import { FairPool } from './fair-pool.ts';

/** What is due, in a store. */
export interface AccountQueue<Item> {
  /** The accounts that have items due. */
  accountsDue(now: number): Promise<readonly string[]>;
  /** Takes so many of each account's items that are due, those waiting longest first, for as long as the lease. */
  takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<readonly Item[]>;
}

/** An item, and how to give its place back. */
export type Taken<Item> = { readonly item: Item; readonly release: (() => void) | undefined };

const accountsDueForMs = 1_000;

export class AccountTurns<Item extends { readonly accountUuid: string }> {
  readonly #queue: AccountQueue<Item>;
  readonly #leaseMs: number;
  readonly #places: FairPool;
  /** Accounts with items that are due, in the order of their turns. */
  #accountsDue: readonly string[] = [];
  #accountsDueTick = Number.NEGATIVE_INFINITY;
  readonly #slowAccounts = new Set<string>();

  constructor(queue: AccountQueue<Item>, places: number, leaseMs: number) {
    this.#queue = queue;
    this.#leaseMs = leaseMs;
    this.#places = new FairPool(places);
  }

  /** Takes up to `limit` items. */
  async take(now: number, limit: number): Promise<readonly Taken<Item>[]> {
    const accounts = await this.#findAccountsDue(now);
    const held = new Map<string, (() => void)[]>();
    for (let left = limit, before = 0; left > 0 && left !== before; ) {
      before = left;
      for (const account of accounts) {
        const isSlow = this.#slowAccounts.has(account);
        const release = left > 0 && this.#places.hold(account, accounts.length > 1, isSlow);
        if (!release) continue;
        held.set(account, [...(held.get(account) ?? []), release]);
        left -= 1;
      }
    }
    this.#accountsDue = [...accounts.filter((account) => !held.has(account)), ...held.keys()];
    if (held.size === 0) return [];
    try {
      const shares = new Map([...held].map(([account, releases]) => [account, releases.length]));
      const items = await this.#queue.takeDue(now, this.#leaseMs, shares);
      return items.map((item) => ({ item, release: held.get(item.accountUuid)?.pop() }));
    } finally {
      for (const [account, releases] of held) {
        // It has no more that are due.
        if (releases.length > 0) this.#accountsDue = this.#accountsDue.filter((each) => each !== account);
        for (const release of releases) release();
      }
    }
  }

  /** Notes whether the last item of an account was slow. */
  noteSpeed(account: string, isSlow: boolean): void {
    if (isSlow) this.#slowAccounts.add(account);
    else this.#slowAccounts.delete(account);
  }

  /** As they were a second ago at most: among thousands of accounts, they aren't looked for after every item. */
  async #findAccountsDue(now: number): Promise<readonly string[]> {
    const tick = performance.now();
    if (this.#accountsDue.length === 0 || tick - this.#accountsDueTick >= accountsDueForMs) {
      const due = new Set(await this.#queue.accountsDue(now));
      const known = this.#accountsDue.filter((account) => due.delete(account));
      this.#accountsDue = [...due, ...known];
      this.#accountsDueTick = tick;
    }
    return this.#accountsDue;
  }
}
