/**
 * How long a client may take to send a request body. Source: docs/reference/edge.md ("Time-outs and limits").
 *
 * States: running ⇄ paused. Two deadlines run while the edge is willing to read, and stand still while it is not, since
 * a slow upstream is not the client's fault:
 * - silence: 60 s after the last byte;
 * - slowness: 20 s after the start, and later by the time that each byte may take at the minimum rate, but never more
 *   than 60 s away: a fast start doesn't pay for holding an upstream's connection for hours.
 *
 * All ticks are of the monotonic clock, in milliseconds.
 */
import { bodyTimeoutMs } from './connection-context.ts';
import type { RefusalReason } from './refusal.ts';

const graceMs = 20_000;
const never = Number.POSITIVE_INFINITY;

export class BodyPace {
  /** 0: any rate will do. */
  readonly #msPerByte: number;
  #silentTick: number;
  #slowTick: number;
  #pausedTick: number | null = null;

  /** `minRate` in bytes a second; 0 for none. */
  constructor(minRate: number, tick: number) {
    this.#msPerByte = minRate === 0 ? 0 : 1000 / minRate;
    this.#silentTick = tick + bodyTimeoutMs;
    this.#slowTick = minRate === 0 ? never : tick + graceMs;
  }

  /** When the body is late. */
  get deadlineTick(): number {
    return this.#pausedTick === null ? Math.min(this.#silentTick, this.#slowTick) : never;
  }

  /** Why the body is late, once it is. */
  get reason(): RefusalReason {
    return this.#slowTick < this.#silentTick ? 'body_too_slow' : 'body_timeout';
  }

  received(bytes: number, tick: number): void {
    this.#silentTick = tick + bodyTimeoutMs;
    if (this.#msPerByte === 0) return;
    this.#slowTick = Math.min(this.#slowTick + bytes * this.#msPerByte, tick + bodyTimeoutMs);
  }

  pause(tick: number): void {
    this.#pausedTick ??= tick;
  }

  resume(tick: number): void {
    if (this.#pausedTick === null) return;
    this.#slowTick += tick - this.#pausedTick;
    this.#silentTick = tick + bodyTimeoutMs;
    this.#pausedTick = null;
  }
}
