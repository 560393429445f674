/**
 * Where the edge can be reached, kept up to date: the addresses that are configured, and those that the edge's public
 * name resolves to. The name is looked up in the background, so that listing custom domains never waits for DNS; the
 * last answer stays while DNS is away.
 * Source: docs/reference/dns.md ("Records to set").
 */
import type { Clock } from '../core/clock.ts';
import type { DnsRecord, DnsRecords, DomainInDns } from '../core/custom-domain.ts';
import { parseIpAddress } from '../core/ip-address.ts';
import { type EdgePlace, expectedRecords } from './expected-records.ts';
import type { DnsAnswer, DnsResolver } from './resolver.ts';

/** The addresses that hosts are checked against. */
export type EdgeTarget = EdgePlace & {
  /** Whether `addresses` is complete; false if the public name couldn't be looked up. */
  readonly isComplete: boolean;
};

export type EdgeConfig = {
  readonly publicHostname: string | undefined;
  readonly publicAddresses: readonly string[];
  /** In which challenges are answered; undefined: none. */
  readonly zone?: string | undefined;
};

const refreshEveryMs = 300_000;
/** An answer this young is not asked for again by a check. */
const freshMs = 30_000;

export class EdgeAddresses implements DnsRecords, Disposable {
  readonly #config: EdgeConfig;
  readonly #openResolver: (signal: AbortSignal) => DnsResolver;
  readonly #clock: Clock;
  #resolved: readonly string[] = [];
  #resolvedAt = Number.NEGATIVE_INFINITY;
  #isComplete = false;
  #refreshing: Promise<void> | undefined;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(config: EdgeConfig, openResolver: (signal: AbortSignal) => DnsResolver, clock: Clock) {
    this.#config = config;
    this.#openResolver = openResolver;
    this.#clock = clock;
  }

  /** What domain owners are shown, without waiting: configured addresses come before looked up ones. */
  get place(): EdgePlace {
    const { publicHostname, publicAddresses } = this.#config;
    return {
      hostname: publicHostname,
      addresses: publicAddresses.length > 0 ? publicAddresses : this.#resolved,
    };
  }

  /** Those that the operator has named, as he wrote them. */
  get configured(): readonly string[] {
    return this.#config.publicAddresses;
  }

  expected(domain: DomainInDns): readonly DnsRecord[] {
    return expectedRecords(domain, this.place, this.#config.zone);
  }

  /** What checks compare with: all addresses, configured and looked up. */
  async target(): Promise<EdgeTarget> {
    const { publicHostname, publicAddresses } = this.#config;
    if (publicHostname !== undefined && this.#clock.now() - this.#resolvedAt >= freshMs) await this.refresh();
    const addresses = [...new Set([...publicAddresses, ...this.#resolved])];
    return {
      hostname: publicHostname,
      addresses,
      isComplete: publicHostname === undefined || this.#isComplete,
    };
  }

  /** Looks up the public name now; concurrent callers share one look-up. Never rejects. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#lookUp().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Looks up now and again every five minutes. */
  start(): void {
    if (this.#config.publicHostname === undefined) return;
    void this.refresh();
    this.#timer = setInterval(() => void this.refresh(), refreshEveryMs).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#stop.abort();
  }

  async #lookUp(): Promise<void> {
    const { publicHostname } = this.#config;
    if (publicHostname === undefined) return;
    const resolver = this.#openResolver(this.#stop.signal);
    const answers = await Promise.all([resolver.a(publicHostname), resolver.aaaa(publicHostname)]);
    const isComplete = answers.every((answer) => answer.kind !== 'failed');
    // A partial answer must not discard the other part.
    if (isComplete || this.#resolved.length === 0) this.#resolved = answers.flatMap(canonicalAddresses);
    this.#isComplete = isComplete;
    if (isComplete) this.#resolvedAt = this.#clock.now();
  }
}

/** Addresses in the form in which they can be compared. */
export function canonicalAddresses(answer: DnsAnswer<string>): readonly string[] {
  if (answer.kind !== 'found') return [];
  return answer.records.flatMap((address) => parseIpAddress(address)?.toString() ?? []);
}
