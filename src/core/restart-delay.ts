/** How long to wait before a process that ended is started again: longer each time, while they keep dying young. */
export type RestartDelayOptions = {
  /** One that ran for less has died young. */
  readonly youngMs: number;
  /** After the second one that died young; none after the first. Doubles with each further one. */
  readonly firstMs: number;
  readonly maxMs: number;
};

export class RestartDelay {
  readonly #options: RestartDelayOptions;
  #diedYoung = 0;

  constructor(options: RestartDelayOptions) {
    this.#options = options;
  }

  /** Takes how long the process ran; returns the milliseconds to wait. */
  next(ageMs: number): number {
    const { youngMs, firstMs, maxMs } = this.#options;
    this.#diedYoung = ageMs < youngMs ? this.#diedYoung + 1 : 0;
    return this.#diedYoung < 2 ? 0 : Math.min(firstMs * 2 ** (this.#diedYoung - 2), maxMs);
  }
}
