/** What a worker's process uses of the machine. Source: docs/reference/metrics.md ("Workers"). */
import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

export type WorkerUsage = {
  /** User and system time since the process started. */
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  /** How late timers ran in the last one to two minutes; p99: 99 % of them were no later. */
  readonly eventLoopDelaySeconds: { readonly p50: number; readonly p99: number; readonly max: number };
};

type Delay = WorkerUsage['eventLoopDelaySeconds'];

const resolutionMs = 20;
const windowMs = 60_000;
const none: Delay = { p50: 0, p99: 0, max: 0 };

/** Reads the usage of this process. Delays are kept for two windows, so that no scrape misses a short stall. */
export class UsageReader implements Disposable {
  readonly #delays: ELDHistogram = monitorEventLoopDelay({ resolution: resolutionMs });
  #windowStartTick = performance.now();
  #previous: Delay = none;

  constructor() {
    this.#delays.enable();
  }

  read(): WorkerUsage {
    const current = this.#current();
    const previous = this.#previous;
    const { user, system } = process.cpuUsage();
    const tick = performance.now();
    if (tick - this.#windowStartTick >= windowMs) {
      this.#windowStartTick = tick;
      this.#previous = current;
      this.#delays.reset();
    }
    return {
      cpuSeconds: (user + system) / 1e6,
      residentBytes: process.memoryUsage.rss(),
      eventLoopDelaySeconds: {
        p50: Math.max(previous.p50, current.p50),
        p99: Math.max(previous.p99, current.p99),
        max: Math.max(previous.max, current.max),
      },
    };
  }

  [Symbol.dispose](): void {
    this.#delays.disable();
  }

  #current(): Delay {
    const delays = this.#delays;
    if (delays.count === 0) return none;
    return {
      p50: lateness(delays.percentile(50)),
      p99: lateness(delays.percentile(99)),
      max: lateness(delays.max),
    };
  }
}

/** The histogram has the time between two timers, in nanoseconds. */
function lateness(intervalNs: number): number {
  return Math.max(0, intervalNs / 1e9 - resolutionMs / 1_000);
}
