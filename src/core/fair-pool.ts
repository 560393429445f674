/**
 * Limits how many tasks run at the same time, so that no account makes others wait. Source: docs/reference/limits.md ("Shares").
 *
 * Of n places an account holds at most a quarter (one at least) while others wait; a freed place goes round by account, and an
 * account's own tasks run in order. From four places on, one stays free for accounts that hold none. Tasks that are known to be slow
 * hold at most half of the places.
 */
import { ServiceError } from './errors.ts';

export type FairPoolTotals = {
  readonly running: number;
  readonly waiting: number;
  readonly begunTotal: number;
  readonly waitSecondsTotal: number;
  readonly refusedTotal: number;
};

type Waiting = { readonly isSlow: boolean; readonly begin: () => void };
/** One account's tasks. */
type Lane = { running: number; readonly waiting: Waiting[] };

const retryAfterSeconds = 2;

export class FairPool {
  readonly #places: number;
  readonly #share: number;
  readonly #slowPlaces: number;
  readonly #maxWaiting: number;
  readonly #mostOfAccount: number;
  /** The account that got a place longest ago comes first. Only those with tasks. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;
  #slowRunning = 0;
  #begun = 0;
  #waitSeconds = 0;
  #refused = 0;

  /**
   * `tasksOfRequest`: how many tasks one request has at most, where that is not one; those that wait are counted in requests.
   * `mostOfAccount`: the places of an account where nobody waits.
   */
  constructor(places: number, tasksOfRequest = 1, mostOfAccount: number = places) {
    this.#places = places;
    this.#share = Math.max(1, Math.floor(places / 4));
    this.#slowPlaces = Math.max(1, Math.floor(places / 2));
    this.#mostOfAccount = mostOfAccount;
    this.#maxWaiting = tasksOfRequest * Math.max(64, 8 * places);
  }

  /** Whether nothing runs. */
  get idle(): boolean {
    return this.#running === 0;
  }

  totals(): FairPoolTotals {
    return {
      running: this.#running,
      waiting: [...this.#lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0),
      begunTotal: this.#begun,
      waitSecondsTotal: this.#waitSeconds,
      refusedTotal: this.#refused,
    };
  }

  /**
   * Runs a task of an account when its turn comes; the installation's own, of account `''`, may hold all places. Errors:
   * `too_many_requests_under_way` when too many of the account wait already.
   */
  async run<T>(account: string, task: () => Promise<T>, isSlow = false): Promise<T> {
    let lane = this.#lanes.get(account);
    if (!lane) {
      lane = { running: 0, waiting: [] };
      this.#lanes.set(account, lane);
    }
    if (lane.waiting.length === 0 && this.#mayBegin(account, lane, isSlow))
      this.#begin(account, lane, isSlow);
    else await this.#wait(lane, isSlow);
    try {
      return await task();
    } finally {
      this.#end(account, lane, isSlow);
    }
  }

  /**
   * Takes a place for work that waits elsewhere, as in the store, where that of other accounts may wait, too. Answers how to give
   * it back, once; undefined: there is none for it now.
   */
  hold(account: string, doOthersWait: boolean, isSlow = false): (() => void) | undefined {
    const lane = this.#lanes.get(account) ?? { running: 0, waiting: [] };
    if (!this.#mayBegin(account, lane, isSlow, doOthersWait)) return undefined;
    this.#begin(account, lane, isSlow);
    return () => this.#end(account, lane, isSlow);
  }

  async #wait(lane: Lane, isSlow: boolean): Promise<void> {
    if (lane.waiting.length >= this.#maxWaiting) {
      this.#refused += 1;
      throw new ServiceError(
        'too_many_requests_under_way',
        `${lane.waiting.length} of the account's requests of this kind wait already; try again in ${retryAfterSeconds} s`,
        { 'retry-after': String(retryAfterSeconds) },
      );
    }
    const since = performance.now();
    // The place is handed over before anyone else can take it: see #handOver.
    await new Promise<void>((begin) => lane.waiting.push({ isSlow, begin }));
    this.#waitSeconds += (performance.now() - since) / 1000;
  }

  #mayBegin(account: string, lane: Lane, isSlow: boolean, doOthersWait = false): boolean {
    if (isSlow && this.#slowRunning >= this.#slowPlaces) return false;
    if (account === '' || lane.running === 0) return this.#running < this.#places;
    const kept = this.#places >= 4 ? 1 : 0;
    if (this.#running >= this.#places - kept) return false;
    if (lane.running >= this.#mostOfAccount) return false;
    return lane.running < this.#share || !(doOthersWait || this.#doOthersWait(lane));
  }

  /** Whether another account waits for anything but the slow tasks' places. */
  #doOthersWait(lane: Lane): boolean {
    const isSlowFull = this.#slowRunning >= this.#slowPlaces;
    for (const other of this.#lanes.values())
      if (other !== lane && other.waiting.some(({ isSlow }) => !(isSlow && isSlowFull))) return true;
    return false;
  }

  #begin(account: string, lane: Lane, isSlow: boolean): void {
    this.#running += 1;
    this.#begun += 1;
    lane.running += 1;
    if (isSlow) this.#slowRunning += 1;
    this.#lanes.delete(account);
    this.#lanes.set(account, lane);
  }

  #end(account: string, lane: Lane, isSlow: boolean): void {
    this.#running -= 1;
    lane.running -= 1;
    if (isSlow) this.#slowRunning -= 1;
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(account);
    this.#handOver();
  }

  /** Gives free places to those whose turn it is. */
  #handOver(): void {
    for (let given = true; given; ) {
      given = false;
      for (const [account, lane] of this.#lanes) {
        const index = lane.waiting.findIndex(({ isSlow }) => this.#mayBegin(account, lane, isSlow));
        const [next] = index < 0 ? [] : lane.waiting.splice(index, 1);
        if (!next) continue;
        this.#begin(account, lane, next.isSlow);
        next.begin();
        given = true;
        break;
      }
    }
  }
}
