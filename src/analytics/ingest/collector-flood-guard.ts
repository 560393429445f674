/**
 * Limits how many events a client address may send: a token bucket for each, in bounded memory.
 * Source: docs/reference/tracker.md.
 *
 * A bucket holds a minute's worth and fills at that pace. Buckets of addresses that have been silent for a while are
 * dropped, which only favours them.
 */
import { clientOf } from '../../core/client-network.ts';
import { minuteMs } from '../../core/time.ts';
import { RecentMap } from '../lookup/recent-map.ts';

type Bucket = { tokens: number; tick: number };

/** About 4 MB in all. */
const remembered = 20_000;

export class FloodGuard {
  /** A refused client may retry after this many seconds. */
  readonly retryAfterSeconds: number;
  readonly #perMinute: number;
  readonly #buckets = new RecentMap<string, Bucket>(remembered);

  /** 0 lets everything through. */
  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    this.retryAfterSeconds = perMinute === 0 ? 0 : Math.ceil(60 / perMinute);
  }

  /** Whether an event of an address may pass; `tick` is of the monotonic clock, in milliseconds. */
  takes(clientAddress: string, tick: number): boolean {
    if (this.#perMinute === 0) return true;
    const key = clientOf(clientAddress);
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { tokens: this.#perMinute, tick };
      this.#buckets.set(key, bucket);
    }
    const refill = ((tick - bucket.tick) * this.#perMinute) / minuteMs;
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + refill);
    bucket.tick = tick;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
