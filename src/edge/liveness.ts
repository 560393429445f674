/**
 * Tells whether a process hangs, by the CPU time of its main thread: one that is silent on a busy machine, or because this
 * process didn't listen, is healthy. Source: docs/reference/edge.md ("What counts as hung"), proc(5).
 */
import { readFileSync } from 'node:fs';

/** What a main thread may use without a sign of life: its event loop comes around no more. */
const maxCpuSeconds = 5;
/** How often in a row it is found not to have run at all: it is blocked, or was stopped. */
const maxIdleChecks = 120;
/** Linux counts in these on every architecture that Node runs on. */
const ticksPerSecond = 100;

/** Where CPU time can't be read: checks in a row without a sign of life. */
const maxBlindChecks = { worker: 20, application: 60 } as const;
/**
 * Until a worker that gives signs of life has to have confirmed an order. Reloading a million routes on a busy machine takes
 * minutes.
 */
export const maxOrderChecks = 240;

/** How often `check` is to be called. Checks are counted instead of time, which also passes while the machine sleeps. */
export const pulseEveryMs = 1_000;

export class Liveness {
  readonly #cpuSeconds: () => number | undefined;
  readonly #maxBlindChecks: number;
  #checks = 0;
  #idleChecks = 0;
  #firstCpu: number | undefined;
  #lastCpu: number | undefined;
  #isSuspect = false;

  /** `cpuSeconds` answers what its main thread has used. */
  constructor(cpuSeconds: () => number | undefined, kind: keyof typeof maxBlindChecks) {
    this.#cpuSeconds = cpuSeconds;
    this.#maxBlindChecks = maxBlindChecks[kind];
  }

  /** It gave a sign of life. */
  heard(): void {
    this.#checks = 0;
    this.#idleChecks = 0;
    this.#firstCpu = undefined;
    this.#isSuspect = false;
  }

  /**
   * Answers why it hangs, if it does. That takes two checks: what it said while this process was blocked itself is read in
   * between.
   */
  check(): string | undefined {
    const why = this.#problem();
    if (why === undefined || this.#isSuspect) return why;
    this.#isSuspect = true;
    return undefined;
  }

  #problem(): string | undefined {
    this.#checks++;
    const cpu = this.#cpuSeconds();
    if (cpu === undefined)
      return this.#checks > this.#maxBlindChecks ? `silent for ${this.#maxBlindChecks} s` : undefined;
    this.#idleChecks = cpu === this.#lastCpu ? this.#idleChecks + 1 : 0;
    this.#lastCpu = cpu;
    this.#firstCpu ??= cpu;
    if (cpu - this.#firstCpu >= maxCpuSeconds) return `silent for ${maxCpuSeconds} s of its CPU time`;
    return this.#idleChecks >= maxIdleChecks ? `has not run for ${maxIdleChecks} s` : undefined;
  }
}

/** The CPU time that the main thread of a process has used, user and system; undefined where that can't be read. */
export function mainThreadCpuSeconds(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    // The second field is a name in parentheses, which may hold spaces and parentheses; utime and stime are fields 14 and 15.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const seconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    return Number.isNaN(seconds) ? undefined : seconds;
  } catch {
    return undefined;
  }
}
