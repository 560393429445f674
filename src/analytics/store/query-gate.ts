/**
 * Limits how many queries run at once. Each query takes threads and memory of the engine; embedded queries also take threads
 * of libuv's pool, which file access and host name look-ups need too.
 *
 * An account holds at most half of the places, so its slow queries delay only itself. A free place goes to the
 * account with the fewest queries running; on a tie, to the one that got a place longest ago. An account's own
 * queries run in the order they arrived. Source: docs/reference/analytics-store.md ("Places").
 */
import type { QueryTotals } from '../../telemetry/metrics.ts';
import { AnalyticsAwayError } from '../engine/failures.ts';

/** One account's queries. */
type Lane = {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  running: number;
  readonly waiting: (() => void)[];
};

export class QueryGate {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  /** By account; the one that got a place longest ago comes first. Only those with queries. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;
  #begun = 0;
  #waitSeconds = 0;
  #refused = 0;

  /** `maxWaiting` bounds the queries that belong to no account; each account may have half as many waiting. */
  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** Whether nothing runs. */
  get idle(): boolean {
    return this.#running === 0;
  }

  totals(): QueryTotals {
    return {
      running: this.#running,
      waiting: [...this.#lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0),
      begunTotal: this.#begun,
      waitSecondsTotal: this.#waitSeconds,
      refusedTotal: this.#refused,
    };
  }

  /**
   * Runs `work` when its turn comes; without an account it may take all places. Throws AnalyticsAwayError when too many
   * queries of the account wait already.
   */
  async run<T>(work: () => Promise<T>, account = ''): Promise<T> {
    const lane = this.#laneOf(account);
    if (this.#running < this.#maxRunning && lane.running < lane.maxRunning) {
      this.#begin(lane);
    } else {
      if (lane.waiting.length >= lane.maxWaiting) {
        this.#refused += 1;
        throw new AnalyticsAwayError(`${lane.maxWaiting} analytics queries are waiting already`);
      }
      const since = performance.now();
      // The place is handed over before anyone else can take it: see #handOver.
      await new Promise<void>((turn) => lane.waiting.push(turn));
      this.#waitSeconds += (performance.now() - since) / 1000;
    }
    try {
      return await work();
    } finally {
      this.#running -= 1;
      lane.running -= 1;
      if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(account);
      this.#handOver();
    }
  }

  #laneOf(account: string): Lane {
    let lane = this.#lanes.get(account);
    if (!lane) {
      const share = account === '' ? 1 : 0.5;
      lane = {
        maxRunning: Math.ceil(this.#maxRunning * share),
        maxWaiting: Math.ceil(this.#maxWaiting * share),
        running: 0,
        waiting: [],
      };
      this.#lanes.set(account, lane);
    }
    return lane;
  }

  #begin(lane: Lane): void {
    this.#running += 1;
    this.#begun += 1;
    lane.running += 1;
  }

  #handOver(): void {
    let next: { account: string; lane: Lane } | undefined;
    for (const [account, lane] of this.#lanes) {
      if (lane.waiting.length === 0 || lane.running >= lane.maxRunning) continue;
      if (next === undefined || lane.running < next.lane.running) next = { account, lane };
    }
    const turn = next?.lane.waiting.shift();
    if (next === undefined || turn === undefined) return;
    this.#lanes.delete(next.account);
    this.#lanes.set(next.account, next.lane);
    this.#begin(next.lane);
    turn();
  }
}
