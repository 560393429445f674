/**
 * Prometheus metrics of the application process; names end in their unit, as Prometheus asks. What one part or feature counts is
 * published there.
 */
import { collectDefaultMetrics, Histogram } from '@prometheus-io/client';
import type { FairPoolTotals } from '../core/fair-pool.ts';
import { MetricRegistry } from './metric-registry.ts';

/** Certificates of one kind, now. */
export type CertificateNumbers = {
  readonly byState: Readonly<Record<string, number>>;
  readonly secondsToSoonestEnd: number | null;
};

/** Records waiting between the edge and the analytics store. */
export type SpoolTotals = {
  readonly segmentsWaiting: number;
  readonly bytesWaiting: number;
  readonly oldestAgeSeconds: number;
  readonly rowsShipped: number;
  readonly linesRefused: number;
  /** Custom events beyond the number of names and keys that a domain may have per day. */
  readonly propertiesDropped: number;
  readonly segmentsRefused: number;
  readonly isStoreAway: boolean;
  /** Undefined when it is not known yet. */
  readonly brokenParts: number | undefined;
};

const prefix = 'nameplate_main_';
const unpublished = [
  // Gauges named like counters; each is the sum of the gauge of the same name without `_total`.
  'active_handles_total',
  'active_requests_total',
  'active_resources_total',
  // The same ratio twice, at 31 samples a scrape; the delays of the event loop say as much.
  'eventloop_utilization_summary',
  'eventloop_utilization_histogram',
];
/** The longest that a timer takes: nothing reads what it would count. */
const eventLoopUtilizationTimeout = 2 ** 31 - 1;

export class Metrics extends MetricRegistry {
  readonly #apiDuration: Histogram<'method' | 'route' | 'status'>;

  constructor() {
    super();
    const register = this.inner;
    collectDefaultMetrics({ register, prefix, eventLoopUtilizationTimeout });
    for (const name of unpublished) register.removeSingleMetric(`${prefix}nodejs_${name}`);
    this.#apiDuration = new Histogram({
      name: 'nameplate_api_request_duration_seconds',
      help: 'Time from the arrival of an API request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
      registers: [register],
    });
  }

  observeApiRequest(method: string, route: string, status: number, durationSeconds: number): void {
    this.#apiDuration.observe({ method, route, status: String(status) }, durationSeconds);
  }

  /** Publishes which program this is, and what the supervisor has counted since it started. */
  exposeProgram(version: string, counts: { readonly restarts: number; readonly upgrades: number }): void {
    const labels = { version, node: process.version.slice(1) };
    this.labelledGauge(
      'nameplate_build_info',
      'Always 1; its labels say which version runs.',
      Object.keys(labels),
      (set) => set(labels, 1),
    );
    this.counter(
      'nameplate_application_restarts_total',
      'Application processes started again after they died, since the service started.',
      [],
      (add) => add({}, counts.restarts),
    );
    this.counter('nameplate_upgrades_total', 'Upgrades since the service started.', [], (add) =>
      add({}, counts.upgrades),
    );
  }

  /** Publishes the state of spool and shipper; `read` is called at each scrape. */
  exposeSpool(read: () => SpoolTotals): void {
    this.counter('nameplate_spool_rows_shipped_total', 'Records stored in the analytics store.', [], (add) =>
      add({}, read().rowsShipped),
    );
    this.counter(
      'nameplate_spool_lines_refused_total',
      'Records that were not stored: unreadable, of an impossible time, or with too many event names on a day.',
      [],
      (add) => add({}, read().linesRefused),
    );
    this.counter(
      'nameplate_event_properties_dropped_total',
      'Properties of events left out because their custom domain had too many different keys on a day.',
      [],
      (add) => add({}, read().propertiesDropped),
    );
    this.counter(
      'nameplate_spool_segments_refused_total',
      'Segments that could not be stored, moved to refused/ in the spool.',
      [],
      (add) => add({}, read().segmentsRefused),
    );
    this.gauges(read, [
      [
        'nameplate_analytics_store_away',
        '1 while the analytics store does not take records, else 0.',
        (t) => (t.isStoreAway ? 1 : 0),
      ],
      ['nameplate_spool_segments', 'Segments that wait to be stored.', (t) => t.segmentsWaiting],
      ['nameplate_spool_bytes', 'Bytes of the segments that wait to be stored.', (t) => t.bytesWaiting],
      [
        'nameplate_spool_oldest_age_seconds',
        'Age of the oldest segment that waits to be stored.',
        (t) => t.oldestAgeSeconds,
      ],
    ]);
    this.gauge(
      'nameplate_analytics_broken_parts',
      'Parts of the analytics store that cannot be read; their rows are missing from reports.',
      () => read().brokenParts,
    );
  }

  /** Publishes queries to the analytics store and their waiting times; `read` is called at each scrape. */
  exposeQueries(read: () => FairPoolTotals): void {
    const counters: [name: string, help: string, value: (totals: FairPoolTotals) => number][] = [
      ['nameplate_analytics_queries_total', 'Analytics queries that have begun.', (t) => t.begunTotal],
      [
        'nameplate_analytics_query_wait_seconds_total',
        'Time that these queries waited for a place.',
        (t) => t.waitSecondsTotal,
      ],
      [
        'nameplate_analytics_queries_refused_total',
        'Analytics queries refused because too many of their account were waiting.',
        (t) => t.refusedTotal,
      ],
    ];
    for (const [name, help, value] of counters) this.counter(name, help, [], (add) => add({}, value(read())));
    this.gauges(read, [
      ['nameplate_analytics_queries_running', 'Analytics queries that run now.', (t) => t.running],
      ['nameplate_analytics_queries_waiting', 'Analytics queries that wait for a place.', (t) => t.waiting],
    ]);
  }

  /** The exposition, with its media type. */
  async render(): Promise<{ text: string; contentType: string }> {
    return { text: await this.inner.metrics(), contentType: this.inner.contentType };
  }
}
