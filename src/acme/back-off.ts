/**
 * How long one authority is left alone: for all hosts after it failed, for those of a registered domain after it limited
 * their rate. Source: docs/reference/acme.md ("When it fails").
 */
import { registeredDomainOf } from '../core/registered-domain.ts';
import { hourMs, minuteMs } from '../core/time.ts';
import type { AcmeError } from './protocol/acme-error.ts';
import { retryDelay } from './schedule.ts';

/** Of an authority that fails. */
export const longestServerPauseMs: number = hourMs;
/** For rate limits without a Retry-After. */
const limitedForMs = hourMs;
/** How long nothing is ordered at first, and at most: the limit may be the whole account's, which only the next domain shows. */
const limitPause = { firstMs: 10_000, longestMs: 10 * minuteMs };

export class BackOff {
  /** Registered domains that the authority issues nothing for until then. */
  readonly #limitedUntil = new Map<string, number>();
  #pausedUntil = 0;
  #serverFailures = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Limits in a row, each met after the pause for the one before. */
  #limits = 0;
  #limitedAt = Number.NEGATIVE_INFINITY;

  /** Whether the last that it did was to fail: one order then shows whether it still does. */
  get isFailing(): boolean {
    return this.#serverFailures > 0;
  }

  /** Until when nothing at all is ordered there; in the past: it is. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Whether nothing at all is ordered there. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil;
  }

  /** When a host may be ordered there; in the past: now. */
  usableAt(host: string): number {
    return Math.max(this.#pausedUntil, this.#limitedUntil.get(registeredDomainOf(host)) ?? 0);
  }

  succeeded(): void {
    this.#serverFailures = 0;
    this.#limits = 0;
  }

  /**
   * Postpones other orders for the same domain, or all orders, when the authority asks for it or they would fail too. `begunAt`:
   * when the order began; of those that were under way together, one failure of the authority counts. Answers whether this one did.
   */
  refused(host: string, error: AcmeError, begunAt: number, now: number, random: number): boolean {
    if (error.type === 'rateLimited') {
      for (const [domain, until] of this.#limitedUntil) if (until <= now) this.#limitedUntil.delete(domain);
      this.#limitedUntil.set(registeredDomainOf(host), now + waitFor(error));
      if (begunAt > this.#limitedAt) {
        this.#limitedAt = now;
        this.#limits += 1;
      }
      const pauseMs = limitPause.firstMs * 2 ** (this.#limits - 1);
      this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(pauseMs, limitPause.longestMs));
    } else if (error.isOfServer) {
      if (begunAt <= this.#failedAt) return false;
      this.#failedAt = now;
      this.#serverFailures += 1;
      const pauseMs = retryDelay(this.#serverFailures, random, error.retryAfterMs);
      this.#pausedUntil = now + Math.min(pauseMs, longestServerPauseMs);
      return true;
    } else this.#serverFailures = 0;
    return false;
  }
}

/** How long a host waits at least, in milliseconds. */
export function waitFor({ type, retryAfterMs }: AcmeError): number {
  return retryAfterMs ?? (type === 'rateLimited' ? limitedForMs : 0);
}
