/**
 * How many requests one client may have under way at one upstream, so that a single client cannot take all of the
 * upstream's connections. Source: docs/reference/proxy.md ("Connections to upstreams").
 */
import { clientOf } from '../../core/client-network.ts';

/** A place that was taken; given back once. */
export type Share = string;

export class ClientShares {
  /** 0: no limit. */
  readonly limit: number;
  readonly #taken = new Map<Share, number>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Takes a place; undefined when the client has all it may have. */
  take(upstreamUuid: string, clientAddress: string): Share | undefined {
    if (this.limit === 0) return '';
    const share = `${upstreamUuid} ${clientOf(clientAddress)}`;
    const taken = this.#taken.get(share) ?? 0;
    if (taken >= this.limit) return undefined;
    this.#taken.set(share, taken + 1);
    return share;
  }

  giveBack(share: Share): void {
    const taken = this.#taken.get(share);
    if (taken === undefined) return;
    if (taken === 1) this.#taken.delete(share);
    else this.#taken.set(share, taken - 1);
  }
}
