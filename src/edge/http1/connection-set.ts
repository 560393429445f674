/**
 * One listener's client connections. A single coarse timer checks all their deadlines, because a
 * timer per connection would cost more than the requests do.
 */
import { setImmediate } from 'node:timers/promises';

/** A connection that the set looks after. */
export interface TendedConnection {
  /** On the monotonic clock. */
  readonly deadlineTick: number;
  /** Called when the deadline has passed. */
  expire(tick: number): void;
  /** Ends it with its next answer. */
  retire(): void;
  /** Ends it when nothing is under way, or as soon as that is done. */
  drain(): void;
  destroy(): void;
}
const sweepEveryMs = 500;
/** Between as many, what has arrived meanwhile is read: closing thousands takes a tenth of a second. */
const drainedAtOnce = 16;

export class ConnectionSet implements Disposable {
  readonly #connections = new Set<TendedConnection>();
  readonly #timer: NodeJS.Timeout;
  #whenEmpty: (() => void) | undefined;
  #isRetiring = false;

  constructor() {
    this.#timer = setInterval(() => this.sweep(performance.now()), sweepEveryMs);
    this.#timer.unref();
  }

  get size(): number {
    return this.#connections.size;
  }

  add(connection: TendedConnection): void {
    this.#connections.add(connection);
    // Such as what a handshake was for. Later, as its constructor has not returned yet.
    if (this.#isRetiring) queueMicrotask(() => connection.retire());
  }

  delete(connection: TendedConnection): void {
    this.#connections.delete(connection);
    if (this.#connections.size === 0) this.#whenEmpty?.();
  }

  /** Ends the connections whose deadline has passed at `tick` of the monotonic clock. */
  sweep(tick: number): void {
    for (const connection of this.#connections) if (connection.deadlineTick <= tick) connection.expire(tick);
  }

  /**
   * Closes idle connections after `retireMs` and the others after their answer; cuts off those left after `graceMs`. A
   * client that sends a request while its idle connection is closed gets no answer, so `retireMs` is for clients that have
   * somewhere else to go.
   */
  async drain(graceMs: number, retireMs = 0): Promise<void> {
    this.#isRetiring = true;
    const startedTick = performance.now();
    if (retireMs > 0) {
      for (const connection of this.#connections) connection.retire();
      await this.#empty(retireMs);
    }
    let count = 0;
    for (const connection of this.#connections) {
      // A connection may look idle only because its request has not been read yet.
      if (count++ % drainedAtOnce === 0) await setImmediate();
      connection.drain();
    }
    await this.#empty(graceMs - (performance.now() - startedTick));
    for (const connection of this.#connections) connection.destroy();
  }

  /** Resolves when there is no connection left, or the time is over. */
  async #empty(limitMs: number): Promise<void> {
    if (this.#connections.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.#whenEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const connection of this.#connections) connection.destroy();
  }
}
