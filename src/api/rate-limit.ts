/** How many requests each caller may make in a minute, or in another time. Source: docs/reference/api.md ("Rate limit"). */
import type { Clock } from '../core/clock.ts';
import { ServiceError } from '../core/errors.ts';

const minuteMs = 60_000;

export type RateDecision = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since the Unix epoch at which a full allowance is back. */
  readonly resetAtSeconds: number;
  readonly retryAfterSeconds: number;
};

/** Counts in fixed windows, such as each minute of the clock; all counters are dropped when a new one begins. */
export class RateLimit {
  readonly #limit: number;
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #used = new Map<string, number>();
  #windowEndsAt = 0;

  /** `limit` requests a window for each caller, at least 1. */
  constructor(limit: number, clock: Clock, windowMs: number = minuteMs) {
    this.#limit = limit;
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  /** Tells whether a caller has nothing left in this window. */
  isUsedUp(caller: string): boolean {
    const now = this.#clock.now();
    return this.#isCurrent(now) && (this.#used.get(caller) ?? 0) >= this.#limit;
  }

  /** How many requests of a caller this window has. */
  usedBy(caller: string): number {
    return this.#isCurrent(this.#clock.now()) ? (this.#used.get(caller) ?? 0) : 0;
  }

  /** Counts one request of a caller and tells whether it is within the limit; `limit` where the caller has one of its own. */
  take(caller: string, limit: number = this.#limit): RateDecision {
    const now = this.#clock.now();
    if (!this.#isCurrent(now)) {
      this.#used.clear();
      this.#windowEndsAt = now - (now % this.#windowMs) + this.#windowMs;
    }
    const used = (this.#used.get(caller) ?? 0) + 1;
    this.#used.set(caller, used);
    return {
      allowed: used <= limit,
      limit,
      remaining: Math.max(0, limit - used),
      resetAtSeconds: this.#windowEndsAt / 1000,
      retryAfterSeconds: Math.max(1, Math.ceil((this.#windowEndsAt - now) / 1000)),
    };
  }

  /** A clock set back ends the window too; it would otherwise last for as long as the clock was set back. */
  #isCurrent(now: number): boolean {
    return now < this.#windowEndsAt && now >= this.#windowEndsAt - this.#windowMs;
  }
}

/** Counts one request of a caller; `problem` says what there were too many of, and `most` how many it may make, where that is its own. Errors: `rate_limited`. */
export function takeOrRefuse(limit: RateLimit, caller: string, problem: string, most?: number): void {
  const { allowed, retryAfterSeconds } = limit.take(caller, most);
  if (allowed) return;
  throw new ServiceError('rate_limited', `${problem}; try again in ${retryAfterSeconds} s`, {
    'retry-after': String(retryAfterSeconds),
  });
}
