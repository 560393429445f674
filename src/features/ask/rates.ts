/**
 * How often the endpoint is asked: 10 times a second after a bucket of 10, and 5 times an hour for the names of one registered domain.
 * Source: docs/reference/ask.md ("Limits").
 */
import { hourMs, secondMs } from '../../core/time.ts';

const everyMs = secondMs / 10;
const bucket = 10;
const perDomain = 5;

/** Times are on a monotonic clock, in milliseconds. */
export class AskRates {
  /** When the bucket is full again. */
  #fullAt = Number.NEGATIVE_INFINITY;
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
    const waitMs = Math.max(0, this.#fullAt - now - (bucket - 1) * everyMs);
    this.#fullAt = Math.max(this.#fullAt, now) + everyMs;
    return waitMs;
  }

  #recent(domain: string, now: number): readonly number[] {
    return (this.#domains.get(domain) ?? []).filter((time) => now - time < hourMs);
  }
}
