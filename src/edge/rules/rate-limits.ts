/**
 * Counts clients' requests for rules that limit them. Source: docs/reference/rules.md ("Rate limit").
 *
 * Time is cut into windows of the rule's length. A list of rules has the counts of 20,000 clients at most, all lists together
 * ten times as many: when there is no more room, the oldest of the longest list go, so one host's clients can't push out those
 * of others. The workers of a machine tell each other what they counted.
 */
import { clientOf } from '../../core/client-network.ts';
import type { RateLimitAction } from '../../rules/rule.ts';

/** A client's requests in a window, as workers tell each other. */
export type CountedRequests = {
  readonly list: string;
  readonly key: string;
  readonly window: number;
  readonly count: number;
};

type Entry = { window: number; count: number; untold: number };

const maxClients = 20_000;
const maxClientsOfAll = 200_000;
/** Told at once; the rest waits for the next time. */
const maxTold = 1_000;

export class RateLimits {
  readonly #lists = new Map<string, Map<string, Entry>>();
  #size = 0;
  /** Those with requests that other workers don't know of. */
  readonly #untold = new Map<string, { readonly list: string; readonly key: string }>();

  /**
   * Counts a request of a client; answers 0 while it is within the limit, or else how many seconds to wait. Refused ones
   * are not counted.
   */
  take(list: string, rule: number, limit: RateLimitAction, clientAddress: string, nowMs: number): number {
    const windowMs = limit.seconds * 1000;
    const window = Math.floor(nowMs / windowMs);
    const key = `${rule} ${limit.requests}/${limit.seconds} ${clientOf(clientAddress)}`;
    const entry = this.#entry(list, key, window);
    if (entry.count >= limit.requests)
      return Math.max(1, Math.ceil(((window + 1) * windowMs - nowMs) / 1000));
    entry.count += 1;
    entry.untold += 1;
    if (entry.untold === 1) this.#untold.set(`${list} ${key}`, { list, key });
    return 0;
  }

  /** How many clients are counted. */
  get size(): number {
    return this.#size;
  }

  /** What was counted since the last time, for the other workers. */
  told(): readonly CountedRequests[] {
    const told: CountedRequests[] = [];
    for (const [id, { list, key }] of this.#untold) {
      if (told.length === maxTold) break;
      this.#untold.delete(id);
      const entry = this.#lists.get(list)?.get(key);
      if (!entry || entry.untold === 0) continue;
      told.push({ list, key, window: entry.window, count: entry.untold });
      entry.untold = 0;
    }
    return told;
  }

  /** Adds what another worker counted. */
  add(counts: readonly CountedRequests[]): void {
    for (const { list, key, window, count } of counts) {
      const known = this.#lists.get(list)?.get(key);
      if (known && known.window > window) continue;
      this.#entry(list, key, window).count += count;
    }
  }

  #entry(list: string, key: string, window: number): Entry {
    const known = this.#lists.get(list)?.get(key);
    if (known) {
      if (known.window !== window) {
        known.window = window;
        known.count = 0;
        known.untold = 0;
      }
      return known;
    }
    this.#makeRoom(list);
    const entry: Entry = { window, count: 0, untold: 0 };
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
