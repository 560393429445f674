/**
 * Which hosts have the most requests, counted in bounded memory however many hosts there are: each worker counts those of the last
 * second, the application process adds them up. Source: docs/reference/metrics.md ("The busiest hosts").
 */

/** A host as it is configured, and its requests. */
export type HostCount = readonly [host: string, requests: number];

/** In a worker, and in the application process: about 1 MB. Above it, the less busy half is forgotten. */
const maxHosts = 10_000;
/** Of one report. */
const maxTold = 1_000;
const halfLifeMs = 300_000;
const fadeEveryMs = 15_000;

/** In a worker. */
export class HostCounter {
  #counts = new Map<string, number>();

  count(host: string): void {
    const counted = this.#counts.get(host);
    if (counted === undefined && this.#counts.size >= maxHosts)
      this.#counts = new Map(busiestFirst(this.#counts, (requests) => requests).slice(0, maxHosts / 2));
    this.#counts.set(host, (counted ?? 0) + 1);
  }

  /** The busiest, each since it was last taken; the others are counted on. */
  take(): HostCount[] {
    const all = [...this.#counts];
    const taken = all.length <= maxTold ? all : busiestFirst(all, (requests) => requests).slice(0, maxTold);
    for (const [host] of taken) this.#counts.delete(host);
    return taken;
  }
}

type Tracked = {
  /** Since the host is tracked. */
  requests: number;
  /** Half of it is gone after five minutes. */
  weight: number;
};

/** In the application process. */
export class BusiestHosts {
  readonly #shown: number;
  /** Milliseconds, of any beginning; never goes back. */
  readonly #now: () => number;
  #tracked = new Map<string, Tracked>();
  /** Hosts that were forgotten may have weighed as much, so those that are new do: none that is busy is missed. */
  #weightOfForgotten = 0;
  #fadedAt: number;

  /** `shown`: how many of them are asked for. */
  constructor(shown: number, now: () => number = () => performance.now()) {
    this.#shown = shown;
    this.#now = now;
    this.#fadedAt = now();
  }

  add(counts: readonly HostCount[]): void {
    this.#fade();
    for (const [host, requests] of counts) {
      const tracked = this.#tracked.get(host) ?? { requests: 0, weight: this.#weightOfForgotten };
      tracked.requests += requests;
      tracked.weight += requests;
      this.#tracked.set(host, tracked);
    }
    if (this.#tracked.size > maxHosts) this.#forgetHalf();
  }

  /** The busiest of the last minutes, first the one with the most, each with all its requests since it is tracked. */
  read(): HostCount[] {
    return busiestFirst(this.#tracked, ({ weight }) => weight)
      .slice(0, this.#shown)
      .map(([host, { requests }]) => [host, requests]);
  }

  #fade(): void {
    const elapsedMs = this.#now() - this.#fadedAt;
    if (elapsedMs < fadeEveryMs) return;
    this.#fadedAt += elapsedMs;
    const left = 0.5 ** (elapsedMs / halfLifeMs);
    for (const tracked of this.#tracked.values()) tracked.weight *= left;
    this.#weightOfForgotten *= left;
  }

  #forgetHalf(): void {
    const all = busiestFirst(this.#tracked, ({ weight }) => weight);
    this.#tracked = new Map(all.slice(0, maxHosts / 2));
    this.#weightOfForgotten = all[maxHosts / 2]?.[1].weight ?? 0;
  }
}

function busiestFirst<Value>(
  hosts: Iterable<readonly [string, Value]>,
  weigh: (value: Value) => number,
): (readonly [string, Value])[] {
  return [...hosts].toSorted(
    ([one, oneValue], [other, otherValue]) => weigh(otherValue) - weigh(oneValue) || (one < other ? -1 : 1),
  );
}
