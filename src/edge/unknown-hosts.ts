/**
 * Has the application process find out about hosts that nothing is served on. Source: docs/reference/ask.md.
 *
 * Names come from visitors, so floods of them are expected: one request a host at a time, few at once and in a second, and a host that
 * was decided is left alone for a moment. What exceeds that is refused as without this.
 */
import { parseHostname } from '../core/hostname.ts';
import type { RpcClient } from './rpc-client.ts';

/** Requests over HTTP wait for so long. */
const waitMs = 2_000;
/** Further requests for a host wait for the first one's answer. */
const maxOpen = 1_000;
const perSecond = 1_000;
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
  find(host: string): Promise<void> | undefined {
    const open = this.#open.get(host);
    if (open) return open;
    if (!this.#mayAsk(host)) return undefined;
    const asked = this.#rpc
      .call({ kind: 'unknown_host', host })
      .then(
        () => this.#leaveAlone(host),
        () => {},
      )
      .finally(() => this.#open.delete(host));
    this.#open.set(host, asked);
    return asked;
  }

  /** Does the same for a request that waits for it, for two seconds at most. */
  findInTime(host: string): Promise<void> | undefined {
    const asked = this.find(host);
    if (!asked) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      void asked.finally(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #mayAsk(host: string): boolean {
    if (this.#rpc.isAway || this.#open.size >= maxOpen || host === this.#ownHost) return false;
    const now = this.#now();
    const until = this.#leftAlone.get(host);
    if (until !== undefined && now < until) return false;
    const name = parseHostname(host);
    if (!name.ok || name.host !== host) return false;
    if (now - this.#secondBegan >= 1_000) {
      this.#secondBegan = now;
      this.#ofSecond = 0;
    }
    this.#ofSecond += 1;
    return this.#ofSecond <= perSecond;
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
