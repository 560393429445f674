/**
 * Has the application process find out about hosts that nothing is served on. Source: docs/reference/ask.md.
 *
 * Names come from visitors, so floods of them are expected: one request a host at a time, few at once and in a second, half of which
 * are kept from networks that have many, and a host that was decided is left alone for a moment. What exceeds that is refused as
 * without this.
 */
import { clientNetworkOf } from '../core/client-network.ts';
import { parseHostname } from '../core/hostname.ts';
import type { RpcClient } from './rpc-client.ts';

/** Requests over HTTP wait for so long. */
const waitMs = 2_000;
/** More than the application process lets wait, so that it decides who does. */
const maxOpen = 2_000;
const perSecond = 1_000;
/** Beyond it, a network has names of the first half of those only. */
const perNetwork = 100;
const leftAloneMs = 5_000;
const maxLeftAlone = 1_000;

export class UnknownHosts {
  readonly #rpc: Pick<RpcClient, 'call' | 'isAway'>;
  readonly #ownHost: string;
  readonly #now: () => number;
  readonly #open = new Map<string, Promise<void>>();
  /** Until when, oldest first. */
  readonly #leftAlone = new Map<string, number>();
  #secondBegan = Number.NEGATIVE_INFINITY;
  #ofSecond = 0;
  /** Of the same second, by network. */
  readonly #ofNetworks = new Map<string, number>();

  constructor(
    rpc: Pick<RpcClient, 'call' | 'isAway'>,
    ownHost: string,
    now: () => number = () => performance.now(),
  ) {
    this.#rpc = rpc;
    this.#ownHost = ownHost;
    this.#now = now;
  }

  /** Finds out about a host that the routing table doesn't have. Undefined: that isn't tried. Never rejects. */
  find(host: string, clientAddress: string): Promise<void> | undefined {
    const open = this.#open.get(host);
    if (open) return open;
    const network = clientNetworkOf(clientAddress);
    if (!this.#mayAsk(host, network)) return undefined;
    const asked = this.#rpc
      .call({ kind: 'unknown_host', host, network })
      .then(
        () => this.#leaveAlone(host),
        () => {},
      )
      .finally(() => this.#open.delete(host));
    this.#open.set(host, asked);
    return asked;
  }

  /** Does the same for a request that waits for it, for two seconds at most. */
  findInTime(host: string, clientAddress: string): Promise<void> | undefined {
    const asked = this.find(host, clientAddress);
    if (!asked) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      void asked.finally(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #mayAsk(host: string, network: string): boolean {
    if (this.#rpc.isAway || this.#open.size >= maxOpen || host === this.#ownHost) return false;
    const now = this.#now();
    const until = this.#leftAlone.get(host);
    if (until !== undefined && now < until) return false;
    const name = parseHostname(host);
    if (!name.ok || name.host !== host) return false;
    if (now - this.#secondBegan >= 1_000) {
      this.#secondBegan = now;
      this.#ofSecond = 0;
      this.#ofNetworks.clear();
    }
    const ofNetwork = this.#ofNetworks.get(network) ?? 0;
    if (this.#ofSecond >= (ofNetwork < perNetwork ? perSecond : perSecond / 2)) return false;
    this.#ofSecond += 1;
    this.#ofNetworks.set(network, ofNetwork + 1);
    return true;
  }

  #leaveAlone(host: string): void {
    this.#leftAlone.delete(host);
    for (const oldest of this.#leftAlone.keys()) {
      if (this.#leftAlone.size < maxLeftAlone) break;
      this.#leftAlone.delete(oldest);
    }
    this.#leftAlone.set(host, this.#now() + leftAloneMs);
  }
}
