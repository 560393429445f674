/** Metrics of the edge: totals over all workers, and what each worker uses. Source: docs/reference/metrics.md. */
import type { CountedBuckets, MetricRegistry, Sample } from './metric-registry.ts';

type Totals = Readonly<Record<string, number | undefined>>;

/** Totals of all edge workers since the program started, dead ones included. */
export type EdgeTotals = {
  /** `1xx` to `5xx`. */
  readonly responsesByClass: Totals;
  readonly refusalsByReason: Totals;
  readonly connectionsTotal: number;
  readonly connectionsOpen: number;
  readonly receivedBytesTotal: number;
  readonly sentBytesTotal: number;
  readonly workersListening: number;
  readonly workersReplacedByReason: Totals;
  readonly routingRevision: number;
  readonly upstreamFailuresByReason: Totals;
  readonly upstreamConnections: number;
  readonly targetsDown: number;
  readonly recordsDropped: number;
  readonly logLinesDropped: number;
  readonly pagesByOutcome: Totals;
  readonly handshakesByOutcome: Totals;
  readonly turnedAwayByReason: Totals;
  /** By status class, in seconds. */
  readonly answerTimes: readonly CountedBuckets[];
  readonly upstreamTimes: readonly CountedBuckets[];
  /** Of those workers that have said. */
  readonly workers: readonly WorkerNumbers[];
};

export type WorkerNumbers = {
  readonly number: number;
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  /** `p50`, `p99`, `max`. */
  readonly eventLoopDelaySeconds: Readonly<Record<string, number>>;
};

/** Publishes the edge's totals; `read` is called at each scrape. `latencyBounds` are in seconds. */
export function exposeEdgeMetrics(
  registry: MetricRegistry,
  latencyBounds: readonly number[],
  read: () => EdgeTotals,
): void {
  const counters: readonly [name: string, help: string, value: (totals: EdgeTotals) => number][] = [
    [
      'nameplate_edge_records_dropped_total',
      'Records of requests that found no place in the spool.',
      (t) => t.recordsDropped,
    ],
    [
      'nameplate_edge_access_log_dropped_total',
      'Lines of the access log that could not be written in time.',
      (t) => t.logLinesDropped,
    ],
    ['nameplate_edge_connections_total', 'Client connections accepted.', (t) => t.connectionsTotal],
    [
      'nameplate_edge_received_bytes_total',
      'Request bytes: start line, fields, body.',
      (t) => t.receivedBytesTotal,
    ],
    ['nameplate_edge_sent_bytes_total', 'Response bytes: start line, fields, body.', (t) => t.sentBytesTotal],
  ];
  for (const [name, help, value] of counters)
    registry.counter(name, help, [], (add) => add({}, value(read())));

  const byLabel: readonly [
    name: string,
    help: string,
    label: string,
    value: (totals: EdgeTotals) => Totals,
  ][] = [
    ['nameplate_edge_responses_total', 'Answers by status class.', 'class', (t) => t.responsesByClass],
    [
      'nameplate_edge_refusals_total',
      'Requests the gate refused, by reason.',
      'reason',
      (t) => t.refusalsByReason,
    ],
    [
      'nameplate_edge_connections_turned_away_total',
      'Client connections that were not taken, by reason: the limit of a worker, or an error of the system.',
      'reason',
      (t) => t.turnedAwayByReason,
    ],
    [
      'nameplate_edge_upstream_failures_total',
      'Requests that an upstream gave no answer to that could be passed on, by reason.',
      'reason',
      (t) => t.upstreamFailuresByReason,
    ],
    [
      'nameplate_edge_handshakes_total',
      'Connections on the port of TLS, by what became of their handshake.',
      'outcome',
      (t) => t.handshakesByOutcome,
    ],
    [
      'nameplate_edge_pages_total',
      'HTML pages of domains whose pages get the tracker, by what became of it.',
      'outcome',
      (t) => t.pagesByOutcome,
    ],
    [
      'nameplate_edge_workers_replaced_total',
      'Workers that were replaced: died, or killed because they hung.',
      'reason',
      (t) => t.workersReplacedByReason,
    ],
  ];
  for (const [name, help, label, value] of byLabel) {
    registry.counter(name, help, [label], (add) => addEach(add, label, value(read())));
  }

  registry.gauges(read, [
    [
      'nameplate_edge_upstream_connections',
      'Connections to upstreams open now.',
      (t) => t.upstreamConnections,
    ],
    [
      'nameplate_edge_upstream_targets_down',
      'Targets of upstreams that are down now, counted by each worker.',
      (t) => t.targetsDown,
    ],
    ['nameplate_edge_connections', 'Client connections open now.', (t) => t.connectionsOpen],
    ['nameplate_edge_workers', 'Workers that accept connections.', (t) => t.workersListening],
    [
      'nameplate_edge_routing_revision',
      'Revision of the routes that every worker serves.',
      (t) => t.routingRevision,
    ],
  ]);

  registry.histogram(
    'nameplate_edge_request_duration_seconds',
    'Time from the first byte of a request to the last byte of its answer, by status class.',
    latencyBounds,
    () => read().answerTimes,
  );
  registry.histogram(
    'nameplate_edge_upstream_response_seconds',
    "Time until the head of an upstream's answer, a new connection included, by status class.",
    latencyBounds,
    () => read().upstreamTimes,
  );
  exposeWorkers(registry, () => read().workers);
}

function exposeWorkers(registry: MetricRegistry, read: () => readonly WorkerNumbers[]): void {
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

function addEach(add: Sample, label: string, totals: Totals): void {
  for (const [name, total] of Object.entries(totals)) add({ [label]: name }, total ?? 0);
}
