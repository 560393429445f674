/**
 * Whether an upstream may be saved. This only helps the person who saves it: what protects us is the same check of the
 * address of each connection, since names can resolve differently later.
 * Source: docs/reference/dns.md ("Where upstreams may be").
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressPolicy, AddressScope } from '../core/address-policy.ts';
import type { UpstreamCheck } from '../core/custom-domain.ts';
import { parseIpAddress } from '../core/ip-address.ts';

/** All addresses of a name; rejects when it has none. */
export type LookUpAll = (host: string) => Promise<readonly { readonly address: string }[]>;

const lookUpAll: LookUpAll = (host) => systemLookup(host, { all: true });

/** A name that takes longer counts as one that doesn't resolve. */
const timeoutMs = 5_000;

export class PolicyUpstreamCheck implements UpstreamCheck {
  readonly #policy: AddressPolicy;
  readonly #lookUp: LookUpAll;
  readonly #timeoutMs: number;

  constructor(policy: AddressPolicy, lookUp: LookUpAll = lookUpAll, timeout: number = timeoutMs) {
    this.#policy = policy;
    this.#lookUp = lookUp;
    this.#timeoutMs = timeout;
  }

  /**
   * Returns why an upstream must not be at `host`, an IP literal without brackets or a name: "10.0.0.1 is a private
   * address, refused unless …". One refused address of a name is enough, because any of them may be connected to.
   */
  async refusal(host: string, port: number, which: AddressScope = 'any'): Promise<string | undefined> {
    if (parseIpAddress(host)) return this.#policy.refusal(host, port, which);
    for (const { address } of await this.#addressesOf(host)) {
      const problem = this.#policy.nameProblem(address, port, which);
      if (problem !== undefined) return `it resolves to ${problem}`;
    }
    return undefined;
  }

  async #addressesOf(host: string): Promise<readonly { readonly address: string }[]> {
    const over = new AbortController();
    const tooLate = sleep(this.#timeoutMs, [], { signal: over.signal, ref: false });
    try {
      return await Promise.race([this.#lookUp(host), tooLate]);
    } catch {
      return [];
    } finally {
      // Nobody awaits it if the look-up was faster.
      tooLate.catch(() => undefined);
      over.abort();
    }
  }
}
