/**
 * DNS queries whose every outcome is a value.
 * Source: RFC 1035 section 4.1.1 (response codes), RFC 2308 (NXDOMAIN and NODATA).
 */
import type { CaaRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { errorField } from '../core/error-field.ts';
import { queryCaa } from './plain-caa-query.ts';

export type FailureReason = 'servfail' | 'refused' | 'timeout' | 'unreachable' | 'malformed' | 'cancelled';

export type DnsAnswer<T> =
  | { readonly kind: 'found'; readonly records: readonly T[] }
  /** The name does not exist, or it does without records of this type. */
  | { readonly kind: 'none'; readonly reason: 'nxdomain' | 'nodata' }
  /** The answer is unknown: retry later. */
  | { readonly kind: 'failed'; readonly reason: FailureReason };

/** A CAA property, such as issue and "ca.example; validationmethods=http-01". */
export type CaaProperty = { readonly tag: string; readonly value: string; readonly critical: boolean };

/**
 * Of the first try; each further one waits up to twice as long, so that it is over after 8 s at the latest. The first is
 * short because packets get lost; an answer that takes longer reaches a later try, as resolvers ask their servers once for
 * all of them.
 */
const timeoutMs = 1_000;
const tries = 3;
/** More of one type are not read: a report lists what it found. */
const maxRecords = 32;

const failures: Readonly<Record<string, FailureReason>> = {
  ESERVFAIL: 'servfail',
  EREFUSED: 'refused',
  ETIMEOUT: 'timeout',
  ECONNREFUSED: 'unreachable',
  ECANCELLED: 'cancelled',
};

/**
 * Asks the given servers, or the system's when there are none. Make one for each check: Node's resolver of some
 * versions remembers answers up to an hour (c-ares 1.31 in Node before 20.20), and reads the system's servers once.
 */
export class DnsResolver {
  readonly #resolver: Resolver;
  readonly #signal: AbortSignal | undefined;

  /** `servers` are `address` or `address:port`. An abort ends every query with the reason `cancelled`. */
  constructor(servers: readonly string[], signal?: AbortSignal, maxTries: number = tries) {
    this.#resolver = new Resolver({ timeout: timeoutMs, tries: maxTries });
    if (servers.length > 0) this.#resolver.setServers(servers);
    this.#signal = signal;
  }

  get servers(): readonly string[] {
    return this.#resolver.getServers();
  }

  /** IPv4 addresses, also those that a CNAME leads to. */
  a(name: string): Promise<DnsAnswer<string>> {
    return this.#ask(() => this.#resolver.resolve4(name));
  }

  /** IPv6 addresses, also those that a CNAME leads to. */
  aaaa(name: string): Promise<DnsAnswer<string>> {
    return this.#ask(() => this.#resolver.resolve6(name));
  }

  /** The target of the name's own CNAME record, lower case, without a trailing dot. */
  async cname(name: string): Promise<DnsAnswer<string>> {
    return this.#ask(async () => (await this.#resolver.resolveCname(name)).map(normaliseName));
  }

  /** The names that an address has, where `name` is that of the address in the reverse zone. */
  async ptr(name: string): Promise<DnsAnswer<string>> {
    return this.#ask(async () => (await this.#resolver.resolvePtr(name)).map(normaliseName));
  }

  async ns(name: string): Promise<DnsAnswer<string>> {
    return this.#ask(async () => (await this.#resolver.resolveNs(name)).map(normaliseName));
  }

  /** The texts of the name's TXT records, each of which may have been sent in parts; also those that a CNAME leads to. */
  async txt(name: string): Promise<DnsAnswer<string>> {
    return this.#ask(async () => (await this.#resolver.resolveTxt(name)).map((parts) => parts.join('')));
  }

  async caa(name: string): Promise<DnsAnswer<CaaProperty>> {
    return this.#ask(async () => {
      try {
        return (await this.#resolver.resolveCaa(name)).flatMap(caaProperty);
      } catch (error) {
        if (errorField(error, 'code') !== 'EBADRESP') throw error;
        // What the query answers may be malformed, too: then the first error counts.
        return await queryCaa(this.#resolver.getServers(), name).catch(() => Promise.reject(error));
      }
    });
  }

  async #ask<T>(query: () => Promise<readonly T[]>): Promise<DnsAnswer<T>> {
    if (this.#signal?.aborted) return { kind: 'failed', reason: 'cancelled' };
    const cancel = () => this.#resolver.cancel();
    this.#signal?.addEventListener('abort', cancel, { once: true });
    try {
      const records = await query();
      // A CNAME that leads nowhere is an answer without records.
      if (records.length === 0) return { kind: 'none', reason: 'nodata' };
      return { kind: 'found', records: records.slice(0, maxRecords) };
    } catch (error) {
      return outcomeOf(errorField(error, 'code'));
    } finally {
      this.#signal?.removeEventListener('abort', cancel);
    }
  }
}

function outcomeOf(code: string | undefined): DnsAnswer<never> {
  // A name too long for a query can't exist either.
  if (code === 'ENOTFOUND' || code === 'EBADNAME') return { kind: 'none', reason: 'nxdomain' };
  if (code === 'ENODATA') return { kind: 'none', reason: 'nodata' };
  return { kind: 'failed', reason: failures[code ?? ''] ?? 'malformed' };
}

/**
 * A record is one property (RFC 8659 section 4.1), in a field with the name of its tag, unknown ones included: those
 * matter when they are critical. Beside it and the flags, Node 24 has `type: 'CAA'`, as if every record had a second one.
 */
function caaProperty({ critical, ...fields }: CaaRecord): CaaProperty[] {
  const named = Object.entries(fields);
  const [tag, value] = named.find(([name]) => name !== 'type') ?? named[0] ?? [];
  return tag === undefined
    ? []
    : [{ tag: tag.toLowerCase(), value: String(value), critical: critical >= 128 }];
}

function normaliseName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
