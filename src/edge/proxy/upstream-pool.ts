/**
 * Connections to upstreams, kept for the next request: one list for each origin, the freshest used first, so that
 * those not needed any more age and are closed.
 * Source: RFC 9112 section 9.3.
 */
import type { AddressPolicy } from '../../core/address-policy.ts';
import type { UpstreamRoute } from '../../core/route.ts';
import { type DialFailure, dial } from './dial.ts';
import { UpstreamConnection } from './upstream-connection.ts';

/** Idle connections that one origin may have in this worker. */
const maxIdle = 128;
/** Many servers close after 5 s and say so; one that does not say is trusted this long. */
const defaultIdleMs = 30_000;
const maxIdleMs = 90_000;
/** A request sent just when the upstream closes is lost: leave before it does. */
const idleMarginMs = 1_000;

type Origin = {
  readonly key: string;
  readonly idle: UpstreamConnection[];
  session: Buffer | undefined;
  /** Connections there are, idle or not. */
  open: number;
};

export class UpstreamPool implements Disposable {
  readonly #policy: AddressPolicy;
  readonly #connectTimeoutMs: number;
  readonly #origins = new Map<string, Origin>();
  readonly #connections = new Set<UpstreamConnection>();

  constructor(policy: AddressPolicy, connectTimeoutMs: number) {
    this.#policy = policy;
    this.#connectTimeoutMs = connectTimeoutMs;
  }

  get openConnections(): number {
    return this.#connections.size;
  }

  /** An idle connection, if there is one. */
  take(upstream: UpstreamRoute): UpstreamConnection | undefined {
    const origin = this.#origins.get(keyOf(upstream));
    if (!origin) return undefined;
    const tick = performance.now();
    for (let connection = origin.idle.pop(); connection; connection = origin.idle.pop()) {
      if (connection.isUsable && tick - connection.idleTick < idleLimitMs(connection)) return connection;
      connection.destroy();
    }
    return undefined;
  }

  /** A new connection; the answer function gives up when it is called before the result. */
  connect(
    upstream: UpstreamRoute,
    onResult: (connection: UpstreamConnection | undefined, failure: DialFailure | undefined) => void,
  ): () => void {
    const key = keyOf(upstream);
    const session = this.#origins.get(key)?.session;
    return dial(upstream, this.#policy, this.#connectTimeoutMs, session, (result) => {
      if ('kind' in result) {
        onResult(undefined, result);
        return;
      }
      const origin = this.#originOf(key);
      origin.open++;
      result.on('session', (fresh: Buffer) => {
        origin.session = fresh;
      });
      const connection = new UpstreamConnection(result, (closed) => this.#closed(origin, closed));
      this.#connections.add(connection);
      onResult(connection, undefined);
    });
  }

  /** Takes back a connection whose answer is complete; `isSent` says whether the request is, too. */
  giveBack(upstream: UpstreamRoute, connection: UpstreamConnection, isSent: boolean): void {
    if (!connection.release(isSent)) return;
    const { idle } = this.#originOf(keyOf(upstream));
    if (idle.length >= maxIdle) {
      connection.destroy();
      return;
    }
    connection.idleTick = performance.now();
    idle.push(connection);
  }

  /** Closes what has been idle too long at `tick` of the monotonic clock. */
  sweep(tick: number): void {
    for (const origin of this.#origins.values()) {
      let keep = 0;
      // Oldest first.
      while (keep < origin.idle.length) {
        const connection = origin.idle[keep];
        if (!connection || tick - connection.idleTick < idleLimitMs(connection)) break;
        connection.destroy();
        keep++;
      }
      origin.idle.splice(0, keep);
    }
  }

  [Symbol.dispose](): void {
    for (const connection of this.#connections) connection.destroy();
  }

  #originOf(key: string): Origin {
    const known = this.#origins.get(key);
    if (known) return known;
    const origin: Origin = { key, idle: [], session: undefined, open: 0 };
    this.#origins.set(key, origin);
    return origin;
  }

  #closed(origin: Origin, connection: UpstreamConnection): void {
    this.#connections.delete(connection);
    const at = origin.idle.indexOf(connection);
    if (at >= 0) origin.idle.splice(at, 1);
    origin.open--;
    if (origin.open === 0) this.#origins.delete(origin.key);
  }
}

function idleLimitMs(connection: UpstreamConnection): number {
  const said = connection.keepAliveMs;
  return said < 0 ? defaultIdleMs : Math.min(Math.max(said - idleMarginMs, 0), maxIdleMs);
}

/** One string for each upstream and origin: connections are not shared between upstreams of different accounts. */
const keys = new WeakMap<UpstreamRoute, string>();

function keyOf(upstream: UpstreamRoute): string {
  let key = keys.get(upstream);
  if (key === undefined) {
    key = `${upstream.uuid} ${upstream.tls ? 'https' : 'http'} ${upstream.host} ${upstream.port}`;
    keys.set(upstream, key);
  }
  return key;
}
