/**
 * How long exchanges took, counted in fixed buckets by status class. Source: docs/reference/metrics.md ("Latency").
 *
 * An observation adds to two numbers of one array: this runs once for each request.
 */

export const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

/** Upper bounds of the buckets, milliseconds; what is slower is in one more bucket. */
export const latencyBoundsMs: readonly number[] = [
  0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000,
];

/** For each class: the count of each bucket, then the sum in milliseconds. */
export type Latencies = Readonly<Record<StatusClass, readonly number[]>>;

const sumAt = latencyBoundsMs.length + 1;
const cells = sumAt + 1;

export class LatencyHistogram {
  readonly #cells = new Float64Array(statusClasses.length * cells);

  /** A status without a class (an exchange that was never answered) is not counted. */
  observe(status: number, durationMs: number): void {
    const statusClass = Math.floor(status / 100) - 1;
    if (statusClass < 0 || statusClass >= statusClasses.length) return;
    let bucket = 0;
    while (durationMs > (latencyBoundsMs[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    const start = statusClass * cells;
    this.#cells[start + bucket] = (this.#cells[start + bucket] ?? 0) + 1;
    this.#cells[start + sumAt] = (this.#cells[start + sumAt] ?? 0) + durationMs;
  }

  read(): Latencies {
    return byClass((index) => [...this.#cells.subarray(index * cells, (index + 1) * cells)]);
  }
}

/** The sum of both; see {@link Latencies}. */
export function addLatencies(one: Latencies, other: Latencies): Latencies {
  return byClass((_, name) => one[name].map((value, cell) => value + (other[name][cell] ?? 0)));
}

export const noLatencies: Latencies = byClass(() => Array<number>(cells).fill(0));

function byClass(read: (index: number, name: StatusClass) => readonly number[]): Latencies {
  const [a, b, c, d, e] = statusClasses;
  return { [a]: read(0, a), [b]: read(1, b), [c]: read(2, c), [d]: read(3, d), [e]: read(4, e) };
}
