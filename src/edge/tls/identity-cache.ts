/**
 * Caches the identities of recently used hosts in one worker.
 * Source: docs/reference/tls.md ("Which certificate a client is shown").
 *
 * A host is: unknown → being requested (concurrent handshakes share one request) → known, with or without an
 * identity. It becomes unknown again when it is among the least recently used and there are too many or they take too
 * much memory, when its certificate expires, after ten minutes (a certificate may have become valid), and as soon as its
 * certificates or routes change. An answer that was in flight during such a change is dropped and requested again, because
 * it may predate the change.
 */

import type { Clock } from '../../core/clock.ts';
import type { ServedCertificate } from '../../core/served-certificate.ts';
import { HostIdentity } from './host-identity.ts';

/** Finds a host's certificates; rejects when there is no answer. */
export type CertificateLoader = (host: string) => Promise<readonly ServedCertificate[]>;

type Known = { readonly identity: HostIdentity | null; readonly untilMs: number; readonly sizeBytes: number };

const maxKnown = 2_000;
/** So many with the one context that an identity mostly has, of a usual chain. Authorities of client certificates take more. */
const maxKnownBytes = 128 * 1024 * 1024;
const knownForMs = 10 * 60 * 1000;
/** After there was no answer. */
const askAgainAfterMs = 10_000;
/** How many changes may overtake a request before its answer is used anyway. */
const maxRequests = 5;

export class IdentityCache {
  readonly #ask: CertificateLoader;
  readonly #clock: Clock;
  readonly #maxBytes: number;
  /** Of all contexts of those known. */
  #bytes = 0;
  /** The one wanted last stands last. */
  readonly #known = new Map<string, Known>();
  readonly #asked = new Map<string, Promise<HostIdentity | null>>();
  /** Hosts whose request was overtaken by a change. */
  readonly #overtaken = new Set<string>();

  constructor(ask: CertificateLoader, clock: Clock, maxBytes: number = maxKnownBytes) {
    this.#ask = ask;
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#known.size;
  }

  /** Returns what is known of a host: its identity, null when it has none, undefined when it isn't known yet. */
  peek(host: string): HostIdentity | null | undefined {
    const known = this.#known.get(host);
    if (!known || known.untilMs <= this.#clock.now()) return undefined;
    this.#known.delete(host);
    this.#known.set(host, known);
    return known.identity;
  }

  /** Returns the identity of a host, asking for it when it is not known. Rejects when there is no answer. */
  async find(host: string): Promise<HostIdentity | null> {
    const known = this.peek(host);
    if (known !== undefined) return known;
    let asked = this.#asked.get(host);
    if (!asked) {
      asked = this.#request(host).finally(() => {
        this.#asked.delete(host);
        this.#overtaken.delete(host);
      });
      this.#asked.set(host, asked);
    }
    return await asked;
  }

  /** Forgets the hosts that certificates for these names, wildcards among them, may be shown for. */
  forget(names: readonly string[]): void {
    for (const name of names) {
      if (!name.startsWith('*.')) this.#drop(name);
      else
        for (const host of this.#hosts())
          if (host.slice(host.indexOf('.')) === name.slice(1)) this.#drop(host);
    }
    // The certificate for clients that name no host may be among them.
    if (names.length > 0) this.#drop('');
  }

  /** Forgets everything. */
  clear(): void {
    for (const host of this.#hosts()) this.#drop(host);
  }

  #hosts(): string[] {
    return [...this.#known.keys(), ...this.#asked.keys()];
  }

  #drop(host: string): void {
    this.#remove(host);
    if (this.#asked.has(host)) this.#overtaken.add(host);
  }

  async #request(host: string): Promise<HostIdentity | null> {
    for (let asked = 1; ; asked++) {
      this.#overtaken.delete(host);
      let certificates: readonly ServedCertificate[];
      try {
        certificates = await this.#ask(host);
      } catch (error) {
        const before = this.#known.get(host)?.identity;
        if (!before || before.expiresAtMs <= this.#clock.now()) throw error;
        // No change was announced, so it is better than refusing visitors while the store is away.
        this.#put(host, before, this.#clock.now() + askAgainAfterMs);
        return before;
      }
      if (this.#overtaken.has(host) && asked < maxRequests) continue;
      const identity =
        certificates.length === 0
          ? null
          : new HostIdentity(host, certificates, () => this.#contextMade(host, identity));
      if (!this.#overtaken.has(host)) this.#keep(host, identity);
      return identity;
    }
  }

  #keep(host: string, identity: HostIdentity | null): void {
    const untilMs = Math.min(
      this.#clock.now() + knownForMs,
      identity?.expiresAtMs ?? Number.POSITIVE_INFINITY,
    );
    this.#put(host, identity, untilMs);
  }

  #contextMade(host: string, identity: HostIdentity | null): void {
    const known = this.#known.get(host);
    // It may be forgotten while it is in use.
    if (known?.identity === identity) this.#put(host, identity, known.untilMs);
  }

  #put(host: string, identity: HostIdentity | null, untilMs: number): void {
    const sizeBytes = identity?.sizeBytes ?? 0;
    this.#remove(host);
    this.#known.set(host, { identity, untilMs, sizeBytes });
    this.#bytes += sizeBytes;
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxKnown && this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #remove(host: string): void {
    this.#bytes -= this.#known.get(host)?.sizeBytes ?? 0;
    this.#known.delete(host);
  }
}
