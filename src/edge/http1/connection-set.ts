/**
 * One listener's client connections. A single coarse timer checks all their deadlines, because a
 * timer per connection would cost more than the requests do.
 */

/** A connection that the set looks after. */
export interface TendedConnection {
  /** On the monotonic clock. */
  readonly deadlineTick: number;
  /** Called when the deadline has passed. */
  expire(tick: number): void;
  /** Ends it when nothing is under way, or as soon as that is done. */
  drain(): void;
  destroy(): void;
}
const sweepEveryMs = 500;

export class ConnectionSet implements Disposable {
  readonly #connections = new Set<TendedConnection>();
  readonly #timer: NodeJS.Timeout;
  #whenEmpty: (() => void) | undefined;

  constructor() {
    this.#timer = setInterval(() => this.sweep(performance.now()), sweepEveryMs);
    this.#timer.unref();
  }

  get size(): number {
    return this.#connections.size;
  }

  add(connection: TendedConnection): void {
    this.#connections.add(connection);
  }

  delete(connection: TendedConnection): void {
    this.#connections.delete(connection);
    if (this.#connections.size === 0) this.#whenEmpty?.();
  }

  /** Ends the connections whose deadline has passed at `tick` of the monotonic clock. */
  sweep(tick: number): void {
    for (const connection of this.#connections) if (connection.deadlineTick <= tick) connection.expire(tick);
  }

  /** Closes idle connections now and the others after their answer; cuts off those left after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    for (const connection of this.#connections) connection.drain();
    if (this.#connections.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#whenEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    for (const connection of this.#connections) connection.destroy();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const connection of this.#connections) connection.destroy();
  }
}
