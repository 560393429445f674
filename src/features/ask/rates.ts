/**
 * How often the endpoint is asked: 10 times a second after a bucket of 10, and 5 times an hour for the names of one registered domain.
 * Source: docs/reference/ask.md ("Limits").
 */
import { hourMs, secondMs } from '../../core/time.ts';

const perDomain = 5;

/** A bucket of turns that is refilled one by one. Times are on a monotonic clock, in milliseconds. */
export class Pace {
  readonly #bucket: number;
  readonly #everyMs: number;
  /** When the bucket is full again. */
  #fullAt = Number.NEGATIVE_INFINITY;

  constructor(bucket: number, everyMs: number) {
    this.#bucket = bucket;
    this.#everyMs = everyMs;
  }

  /** Takes a turn, and answers how long it has to wait. */
  take(now: number): number {
    const waitMs = Math.max(0, this.#fullAt - now - (this.#bucket - 1) * this.#everyMs);
    this.#fullAt = Math.max(this.#fullAt, now) + this.#everyMs;
    return waitMs;
  }
}

export class AskRates {
  readonly #pace = new Pace(10, secondMs / 10);
  /** When names of a registered domain were asked for. The domain whose last one is oldest comes first. */
  readonly #domains = new Map<string, readonly number[]>();

  /** Whether a name of the domain may be asked for. */
  isSpent(domain: string, now: number): boolean {
    return this.#recent(domain, now).length >= perDomain;
  }

  /** Takes one of the domain's, and answers how long it has to wait; undefined: the domain has none left. */
  take(domain: string, now: number): number | undefined {
    const recent = this.#recent(domain, now);
    if (recent.length >= perDomain) return undefined;
    this.#domains.delete(domain);
    this.#domains.set(domain, [...recent, now]);
    for (const [oldest, [...times]] of this.#domains) {
      if (now - (times.at(-1) ?? 0) < hourMs) break;
      this.#domains.delete(oldest);
    }
    return this.#pace.take(now);
  }

  #recent(domain: string, now: number): readonly number[] {
    return (this.#domains.get(domain) ?? []).filter((time) => now - time < hourMs);
  }
}
