/**
 * Whether an upstream may be saved. This only helps the person who saves it: what protects us is the same check of the
 * address of each connection, since names can resolve differently later.
 * Source: docs/reference/dns.md ("Where upstreams may be").
 */
import type { LookupAddress } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressPolicy, AddressScope } from '../core/address-policy.ts';
import type { UpstreamCheck } from '../core/custom-domain.ts';
import type { HostNames } from '../core/host-names.ts';
import { parseIpAddress } from '../core/ip-address.ts';

/** A name that takes longer counts as one that doesn't resolve. */
const timeoutMs = 5_000;

export class PolicyUpstreamCheck implements UpstreamCheck {
  readonly #policy: AddressPolicy;
  readonly #names: Pick<HostNames, 'addressesOf'>;
  readonly #timeoutMs: number;

  constructor(policy: AddressPolicy, names: Pick<HostNames, 'addressesOf'>, timeout: number = timeoutMs) {
    this.#policy = policy;
    this.#names = names;
    this.#timeoutMs = timeout;
  }

  /**
   * Returns why an upstream must not be at `host`, an IP literal without brackets or a name: "10.0.0.1 is a private
   * address, refused unless …". One refused address of a name is enough, because any of them may be connected to.
   */
  async refusal(
    accountUuid: string,
    host: string,
    port: number,
    which: AddressScope = 'any',
  ): Promise<string | undefined> {
    if (parseIpAddress(host)) return this.#policy.refusal(host, port, which);
    for (const { address } of await this.#addressesOf(accountUuid, host)) {
      const problem = this.#policy.nameProblem(address, port, which);
      if (problem !== undefined) return `it resolves to ${problem}`;
    }
    return undefined;
  }

  async #addressesOf(accountUuid: string, host: string): Promise<readonly LookupAddress[]> {
    const over = new AbortController();
    const tooLate = sleep<readonly LookupAddress[]>(this.#timeoutMs, [], { signal: over.signal, ref: false });
    try {
      return await Promise.race([this.#names.addressesOf(host, accountUuid, true), tooLate]);
    } catch {
      return [];
    } finally {
      // Nobody awaits it if the look-up was faster.
      tooLate.catch(() => undefined);
      over.abort();
    }
  }
}
