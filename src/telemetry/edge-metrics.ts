/** Metrics of the edge: totals over all workers, and what each worker uses. Source: docs/reference/metrics.md. */
import { addEach, type CountedBuckets, type MetricRegistry } from './metric-registry.ts';

type Counts = Readonly<Record<string, number>>;

/** A metric of what workers count. */
export type CountedMetric<Counters> = { readonly name: string; readonly help: string } & (
  | { readonly kind: 'counter' | 'gauge'; readonly value: (counters: Counters) => number }
  | { readonly kind: 'labelled'; readonly label: string; readonly value: (counters: Counters) => Counts }
  | { readonly kind: 'times'; readonly value: (counters: Counters) => readonly CountedBuckets[] }
);

/** The workers themselves. */
export type WorkersState = {
  readonly workersListening: number;
  readonly workersReplacedByReason: Counts;
  readonly routingRevision: number;
  /** Of those workers that have said. */
  readonly workers: readonly WorkerNumbers[];
};

export type WorkerNumbers = {
  readonly number: number;
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  /** `p50`, `p99`, `max`. */
  readonly eventLoopDelaySeconds: Counts;
};

/** Publishes one; `read` is called at each scrape. `latencyBounds` are in seconds. */
export function exposeCounted<Counters>(
  registry: MetricRegistry,
  latencyBounds: readonly number[],
  metric: CountedMetric<Counters>,
  read: () => Counters,
): void {
  const { name, help } = metric;
  switch (metric.kind) {
    case 'counter':
      return registry.counter(name, help, [], (add) => add({}, metric.value(read())));
    case 'gauge':
      return registry.gauge(name, help, () => metric.value(read()));
    case 'labelled':
      return registry.counter(name, help, [metric.label], (add) =>
        addEach(add, metric.label, metric.value(read())),
      );
    case 'times':
      return registry.histogram(name, help, latencyBounds, () => metric.value(read()));
  }
}

/** Publishes which workers there are and what each uses; `read` is called at each scrape. */
export function exposeWorkers(registry: MetricRegistry, read: () => WorkersState): void {
  registry.counter(
    'nameplate_edge_workers_replaced_total',
    'Workers that were replaced: died, or killed because they hung.',
    ['reason'],
    (add) => addEach(add, 'reason', read().workersReplacedByReason),
  );
  registry.gauges(read, [
    ['nameplate_edge_workers', 'Workers that accept connections.', (t) => t.workersListening],
    [
      'nameplate_edge_routing_revision',
      'Revision of the routes that every worker serves.',
      (t) => t.routingRevision,
    ],
  ]);
  exposeUsage(registry, () => read().workers);
}

function exposeUsage(registry: MetricRegistry, read: () => readonly WorkerNumbers[]): void {
  registry.counter(
    'nameplate_edge_worker_cpu_seconds_total',
    'User and system time of an edge worker, by its number; a replacement starts at zero.',
    ['worker'],
    (add) => {
      for (const { number, cpuSeconds } of read()) add({ worker: String(number) }, cpuSeconds);
    },
  );
  registry.labelledGauge(
    'nameplate_edge_worker_resident_memory_bytes',
    'Resident memory of an edge worker.',
    ['worker'],
    (set) => {
      for (const { number, residentBytes } of read()) set({ worker: String(number) }, residentBytes);
    },
  );
  registry.labelledGauge(
    'nameplate_edge_worker_event_loop_delay_seconds',
    'How late the timers of an edge worker ran in the last one to two minutes, at the median, the 99th percentile and the latest.',
    ['worker', 'stat'],
    (set) => {
      for (const { number, eventLoopDelaySeconds } of read()) {
        for (const [stat, seconds] of Object.entries(eventLoopDelaySeconds))
          set({ worker: String(number), stat }, seconds);
      }
    },
  );
}
