/**
 * Keeps upstream connections for the next request. Each origin has a list; the most recently used connection is taken first,
 * so that unneeded ones age and are closed. Each origin has a limit: a slow origin would otherwise take the others' file
 * descriptors, and more connections don't help an overloaded one. Further requests queue until a connection is
 * returned, or there is room for a new one.
 * Source: RFC 9112 sections 9.3 and 9.4.
 */
import type { UpstreamRoute } from '../../core/route.ts';
import { type DialOptions, dial } from './dial.ts';
import type { DialFailure } from './dial-failure.ts';
import { UpstreamConnection } from './upstream-connection.ts';

/** Idle connections that one origin may have in this worker. */
const maxIdle = 128;
/** Many servers close after 5 s and say so; one that does not say is trusted this long. */
const defaultIdleMs = 30_000;
const maxIdleMs = 90_000;
/** A request sent just when the upstream closes is lost: leave before it does. */
const idleMarginMs = 1_000;
/** Requests that may wait for a connection to one origin; more wouldn't be served in time. */
const maxWaiting = 1_000;

/** Why there is no connection. */
export type PoolFailure = DialFailure | { readonly kind: 'busy'; readonly detail: string };

type OnConnection = (connection: UpstreamConnection | undefined, failure: PoolFailure | undefined) => void;

/** A request in line. */
type Waiter = {
  readonly upstream: UpstreamRoute;
  readonly onResult: OnConnection;
  readonly timer: NodeJS.Timeout;
  /** Gives up whatever is under way for it. */
  cancel: () => void;
};

type Origin = {
  readonly key: string;
  readonly idle: UpstreamConnection[];
  session: Buffer | undefined;
  /** Connections there are or that are being made, idle or not. */
  open: number;
  /** The first has waited longest; the queue is empty while a connection is idle or could be made. */
  readonly waiting: Set<Waiter>;
};

export class UpstreamPool implements Disposable {
  readonly #dialOptions: DialOptions;
  readonly #maxConnections: number;
  readonly #origins = new Map<string, Origin>();
  readonly #connections = new Set<UpstreamConnection>();

  /** `maxConnections` is what one origin may have; a request waits for one as long as for a new connection. */
  constructor(dialOptions: DialOptions, maxConnections: number) {
    this.#dialOptions = dialOptions;
    this.#maxConnections = maxConnections;
  }

  get openConnections(): number {
    return this.#connections.size;
  }

  /** An idle connection, if there is one. */
  take(upstream: UpstreamRoute): UpstreamConnection | undefined {
    const origin = this.#origins.get(originKeyOf(upstream));
    if (!origin) return undefined;
    const tick = performance.now();
    for (let connection = origin.idle.pop(); connection; connection = origin.idle.pop()) {
      if (connection.isUsable && tick - connection.idleTick < idleLimitMs(connection)) return connection;
      connection.destroy();
    }
    return undefined;
  }

  /**
   * A new connection, or the first that comes free where no more may be made; the answer function gives up when it is
   * called before the result.
   */
  connect(upstream: UpstreamRoute, onResult: OnConnection): () => void {
    const origin = this.#originOf(originKeyOf(upstream));
    return origin.open < this.#maxConnections
      ? this.#dial(origin, upstream, onResult)
      : this.#wait(origin, upstream, onResult);
  }

  /** Takes back a connection whose answer is complete; `isSent` says whether the request is, too. */
  giveBack(upstream: UpstreamRoute, connection: UpstreamConnection, isSent: boolean): void {
    if (!connection.release(isSent)) return;
    const origin = this.#originOf(originKeyOf(upstream));
    const next = this.#nextInLine(origin);
    if (next) {
      next.onResult(connection, undefined);
      return;
    }
    const { idle } = origin;
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
    for (const origin of this.#origins.values()) {
      for (const waiter of origin.waiting) this.#leaveLine(origin, waiter);
    }
    for (const connection of this.#connections) connection.destroy();
  }

  #dial(origin: Origin, upstream: UpstreamRoute, onResult: OnConnection): () => void {
    origin.open++;
    return dial(upstream, this.#dialOptions, origin.session, (result) => {
      if ('kind' in result) {
        this.#closed(origin);
        onResult(undefined, result);
        return;
      }
      result.on('session', (fresh: Buffer) => {
        origin.session = fresh;
      });
      const connection = new UpstreamConnection(result, (closed) => {
        this.#connections.delete(closed);
        const at = origin.idle.indexOf(closed);
        if (at >= 0) origin.idle.splice(at, 1);
        this.#closed(origin);
      });
      this.#connections.add(connection);
      onResult(connection, undefined);
    });
  }

  #wait(origin: Origin, upstream: UpstreamRoute, onResult: OnConnection): () => void {
    const detail = `all ${this.#maxConnections} connections are in use`;
    if (origin.waiting.size >= maxWaiting) {
      process.nextTick(onResult, undefined, {
        kind: 'busy',
        detail: `${detail}, ${maxWaiting} requests wait`,
      });
      return () => {};
    }
    const timer = setTimeout(() => {
      origin.waiting.delete(waiter);
      onResult(undefined, { kind: 'busy', detail });
    }, this.#dialOptions.timeoutMs);
    const waiter: Waiter = { upstream, onResult, timer, cancel: () => this.#leaveLine(origin, waiter) };
    origin.waiting.add(waiter);
    // The request needs a new connection, not an idle one, so an idle one makes room for it.
    origin.idle[0]?.destroy();
    return () => waiter.cancel();
  }

  /** Takes the first out of the line. */
  #nextInLine(origin: Origin): Waiter | undefined {
    if (origin.waiting.size === 0) return undefined;
    const [next] = origin.waiting;
    if (next) this.#leaveLine(origin, next);
    return next;
  }

  #leaveLine(origin: Origin, waiter: Waiter): void {
    clearTimeout(waiter.timer);
    origin.waiting.delete(waiter);
  }

  #originOf(key: string): Origin {
    const known = this.#origins.get(key);
    if (known) return known;
    const origin: Origin = { key, idle: [], session: undefined, open: 0, waiting: new Set() };
    this.#origins.set(key, origin);
    return origin;
  }

  /** A connection is gone, or could not be made: the next in line may have one made. */
  #closed(origin: Origin): void {
    origin.open--;
    const next = this.#nextInLine(origin);
    if (next) {
      next.cancel = this.#dial(origin, next.upstream, next.onResult);
    } else if (origin.open === 0) this.#origins.delete(origin.key);
  }
}

function idleLimitMs(connection: UpstreamConnection): number {
  const said = connection.keepAliveMs;
  return said < 0 ? defaultIdleMs : Math.min(Math.max(said - idleMarginMs, 0), maxIdleMs);
}

/**
 * One string for each upstream, origin, name in its certificate, and setting of TLS, since a resumed TLS session doesn't check
 * them again. Connections are not shared between upstreams, which may be of different accounts.
 */
const keys = new WeakMap<UpstreamRoute, string>();

export function originKeyOf(upstream: UpstreamRoute): string {
  let key = keys.get(upstream);
  if (key === undefined) {
    key = `${upstream.uuid} ${upstream.tls ? 'https' : 'http'} ${upstream.host} ${upstream.port} ${upstream.tlsServerName ?? ''} ${upstream.tlsDigest ?? ''}`;
    keys.set(upstream, key);
  }
  return key;
}
