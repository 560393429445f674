/**
 * Returns the reports' memory to the system after a while without reports: the engine's
 * allocator keeps freed pages, 700 MB after one heavy report, until something else uses them.
 */

const quietMs = 5_000;
/** Not worth the 40 to 90 ms of a core that giving back costs. */
const minGrowthBytes = 128 * 1024 * 1024;

export class MemoryTrimmer {
  readonly #isIdle: () => boolean;
  readonly #trim: () => Promise<void>;
  /** Resident memory that is not given back: what was left the last time, or the least seen. */
  #floorBytes = process.memoryUsage.rss();
  #timer: NodeJS.Timeout | undefined;

  constructor(isIdle: () => boolean, trim: () => Promise<void>) {
    this.#isIdle = isIdle;
    this.#trim = trim;
  }

  /** Notes that a query has ended; the idle time starts over. */
  queryDone(): void {
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => void this.#check(), quietMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    if (!this.#isIdle()) return;
    const before = process.memoryUsage.rss();
    if (before - this.#floorBytes < minGrowthBytes) {
      this.#floorBytes = Math.min(this.#floorBytes, before);
      return;
    }
    try {
      await this.#trim();
    } catch {
      // Only memory is lost, and the next idle period retries.
    }
    this.#floorBytes = process.memoryUsage.rss();
  }
}
