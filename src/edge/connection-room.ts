/**
 * Limits how many clients a worker accepts at a time, across all its listeners. Upstream connections and the spool's files
 * need file descriptors too: a quarter is reserved for them, so that visitors who use up the rest don't affect
 * requests in progress.
 */
import { readFileSync } from 'node:fs';

const shareOfClients = 0.75;
const tellEveryMs = 60_000;

/** Something that holds connections; a listener's set. */
type Holder = { readonly size: number };

/** For the log: how many were refused, and the last reason: `limit`, or the system's code, such as `EMFILE`. */
export type TurnedAway = { readonly connections: number; readonly reason: string; readonly limit: number };

export class ConnectionRoom {
  /** Infinity if the system doesn't say how many descriptors there are. */
  readonly limit: number;
  readonly #onTurnedAway: (reason: string) => void;
  readonly #holders: Holder[] = [];
  #untold = 0;
  #reason = '';
  #toldTick = Number.NEGATIVE_INFINITY;

  constructor(descriptors: number, onTurnedAway: (reason: string) => void) {
    this.limit = Math.floor(descriptors * shareOfClients);
    this.#onTurnedAway = onTurnedAway;
  }

  add(holder: Holder): void {
    this.#holders.push(holder);
  }

  /** Whether there is room for another connection. */
  get isFull(): boolean {
    let size = 0;
    for (const holder of this.#holders) size += holder.size;
    return size >= this.limit;
  }

  /** Counts a connection that was not taken. */
  turnedAway(reason: string): void {
    this.#untold++;
    this.#reason = reason;
    this.#onTurnedAway(reason);
  }

  /** What to log, once a minute at most. */
  news(tick: number): TurnedAway | undefined {
    if (this.#untold === 0 || tick - this.#toldTick < tellEveryMs) return undefined;
    const news = { connections: this.#untold, reason: this.#reason, limit: this.limit };
    this.#untold = 0;
    this.#toldTick = tick;
    return news;
  }
}

/** How many files and sockets this process may have open; Infinity if the system doesn't say. Source: proc(5). */
export function descriptorLimit(path = '/proc/self/limits'): number {
  try {
    const digits = /^Max open files +([0-9]+) /m.exec(readFileSync(path, 'utf8'))?.[1];
    return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
