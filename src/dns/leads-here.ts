/** Whether a host's DNS records lead to the edge, of hosts that nothing is known of. Source: docs/reference/dns.md ("What the status means"). */
import type { Clock } from '../core/clock.ts';
import { randomLabel } from './check.ts';
import { EdgeAddresses, type EdgeConfig } from './edge-addresses.ts';
import { judge, resolveHost } from './host-answer.ts';
import { DnsResolver } from './resolver.ts';
import { SlowZones } from './slow-zones.ts';

const deadlineMs = 10_000;

export class LeadsHere implements Disposable {
  readonly #edge: EdgeAddresses;
  readonly #openResolver: (signal: AbortSignal) => DnsResolver;
  readonly #slowZones = new SlowZones();

  constructor(dnsServers: readonly string[], edge: EdgeConfig, clock: Clock) {
    this.#openResolver = (signal) => new DnsResolver(dnsServers, signal);
    this.#edge = new EdgeAddresses(edge, this.#openResolver, clock);
  }

  /** What isn't known within ten seconds doesn't, and of a domain with slow name servers one host is looked up every ten seconds. */
  async check(host: string, signal: AbortSignal): Promise<boolean> {
    const startTick = performance.now();
    if (!this.#slowZones.mayCheck(host, startTick)) return false;
    const ends = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
    const answer = await resolveHost(this.#openResolver(ends), host, randomLabel);
    const endTick = performance.now();
    this.#slowZones.note(host, endTick - startTick, endTick);
    return judge(answer, await this.#edge.target()) === 'found';
  }

  [Symbol.dispose](): void {
    this.#edge[Symbol.dispose]();
  }
}
