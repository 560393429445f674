/** Whether a host's DNS records lead to the edge, of hosts that nothing is known of. Source: docs/reference/dns.md ("What the status means"). */
import type { Clock } from '../core/clock.ts';
import { randomLabel } from './check.ts';
import { EdgeAddresses, type EdgeConfig } from './edge-addresses.ts';
import { judge, resolveHost } from './host-answer.ts';
import { DnsResolver } from './resolver.ts';

const deadlineMs = 10_000;

export class LeadsHere implements Disposable {
  readonly #edge: EdgeAddresses;
  readonly #openResolver: (signal: AbortSignal) => DnsResolver;

  constructor(dnsServers: readonly string[], edge: EdgeConfig, clock: Clock) {
    this.#openResolver = (signal) => new DnsResolver(dnsServers, signal);
    this.#edge = new EdgeAddresses(edge, this.#openResolver, clock);
  }

  /** What isn't known within ten seconds doesn't. */
  async check(host: string, signal: AbortSignal): Promise<boolean> {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
    const answer = await resolveHost(this.#openResolver(ends), host, randomLabel);
    return judge(answer, await this.#edge.target()) === 'found';
  }

  [Symbol.dispose](): void {
    this.#edge[Symbol.dispose]();
  }
}
