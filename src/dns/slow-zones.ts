/**
 * Remembers registered domains whose name servers are silent or slow, so that checks of the many hosts of one don't
 * wait for time-outs one after another, in the way of everything else. Resolvers do the same for the servers they ask.
 *
 * States of a domain: quick (not remembered) → slow (a check of one of its hosts took long) → quick (a check did not).
 * While it is slow, one check passes every ten seconds.
 * Source: docs/reference/dns.md ("Slow name servers"), RFC 9520 section 3.2, RFC 2308 section 7.2.
 */
import { registeredDomainOf } from '../core/registered-domain.ts';

/** Two tries of a question went unanswered: see resolver.ts. */
export const slowMs = 3_000;
const passEveryMs = 10_000;
/** Beyond so many slow domains, the one whose last slow check ended first is forgotten. */
const maxZones = 10_000;

export class SlowZones {
  /** When the next check of a slow domain may pass. */
  readonly #nextPass = new Map<string, number>();

  get size(): number {
    return this.#nextPass.size;
  }

  /** Tells whether a host may be checked at `tick`, in milliseconds of a monotonic clock. */
  mayCheck(host: string, tick: number): boolean {
    const zone = registeredDomainOf(host);
    const nextPass = this.#nextPass.get(zone);
    if (nextPass === undefined) return true;
    if (tick < nextPass) return false;
    this.#nextPass.set(zone, tick + passEveryMs);
    return true;
  }

  /** Takes in how long a check took that ended at `tick`. */
  note(host: string, tookMs: number, tick: number): void {
    const zone = registeredDomainOf(host);
    this.#nextPass.delete(zone);
    if (tookMs < slowMs) return;
    this.#nextPass.set(zone, tick + passEveryMs);
    const [oldest] = this.#nextPass.keys();
    if (this.#nextPass.size > maxZones && oldest !== undefined) this.#nextPass.delete(oldest);
  }
}
