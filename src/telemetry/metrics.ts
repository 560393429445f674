/** Prometheus metrics of the application process; names end in their unit, as Prometheus asks. */
import { collectDefaultMetrics, Histogram, type Registry } from '@prometheus-io/client';
import type { FairPoolTotals } from '../core/fair-pool.ts';
import { acmePausedUntilMetric } from './acme-paused-until.ts';
import { type CountedMetric, exposeCounted, exposeWorkers, type WorkersState } from './edge-metrics.ts';
import { MetricRegistry } from './metric-registry.ts';

/** Events of trackers, the edge's and the API's. */
export type EventTotals = {
  readonly accepted: number;
  readonly refused: Readonly<Record<string, number>>;
};

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

export class Metrics {
  readonly #registry = new MetricRegistry();
  readonly #apiDuration: Histogram<'method' | 'route' | 'status'>;

  constructor() {
    const register = this.#registry.inner;
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
    this.#registry.labelledGauge(
      'nameplate_build_info',
      'Always 1; its labels say which version runs.',
      Object.keys(labels),
      (set) => set(labels, 1),
    );
    this.#registry.counter(
      'nameplate_application_restarts_total',
      'Application processes started again after they died, since the service started.',
      [],
      (add) => add({}, counts.restarts),
    );
    this.#registry.counter('nameplate_upgrades_total', 'Upgrades since the service started.', [], (add) =>
      add({}, counts.upgrades),
    );
  }

  /** Publishes something that edge workers count; `read` is called at each scrape. `latencyBounds` are in seconds. */
  exposeCounted<Counters>(
    latencyBounds: readonly number[],
    metric: CountedMetric<Counters>,
    read: () => Counters,
  ): void {
    exposeCounted(this.#registry, latencyBounds, metric, read);
  }

  /** Publishes which edge workers there are; `read` is called at each scrape. */
  exposeWorkers(read: () => WorkersState): void {
    exposeWorkers(this.#registry, read);
  }

  /** Publishes the outcomes of tracker events; `read` is called at each scrape. */
  exposeEvents(read: () => EventTotals): void {
    this.#registry.counter(
      'nameplate_events_accepted_total',
      'Events of trackers that were stored.',
      [],
      (add) => add({}, read().accepted),
    );
    this.#registry.counter(
      'nameplate_events_refused_total',
      'Events of trackers that were not counted, by reason.',
      ['reason'],
      (add) => {
        for (const [reason, total] of Object.entries(read().refused)) add({ reason }, total);
      },
    );
  }

  /** Publishes how many deliveries of webhooks were dropped; `read` is called at each scrape. */
  exposeWebhooks(read: () => number): void {
    this.#registry.counter(
      'nameplate_webhook_deliveries_dropped_total',
      'Deliveries of webhooks canceled because too much of their account was waiting.',
      [],
      (add) => add({}, read()),
    );
  }

  /** Publishes the state of spool and shipper; `read` is called at each scrape. */
  exposeSpool(read: () => SpoolTotals): void {
    this.#registry.counter(
      'nameplate_spool_rows_shipped_total',
      'Records stored in the analytics store.',
      [],
      (add) => add({}, read().rowsShipped),
    );
    this.#registry.counter(
      'nameplate_spool_lines_refused_total',
      'Records that were not stored: unreadable, of an impossible time, or with too many event names on a day.',
      [],
      (add) => add({}, read().linesRefused),
    );
    this.#registry.counter(
      'nameplate_event_properties_dropped_total',
      'Properties of events left out because their custom domain had too many different keys on a day.',
      [],
      (add) => add({}, read().propertiesDropped),
    );
    this.#registry.counter(
      'nameplate_spool_segments_refused_total',
      'Segments that could not be stored, moved to refused/ in the spool.',
      [],
      (add) => add({}, read().segmentsRefused),
    );
    this.#registry.gauges(read, [
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
    this.#registry.gauge(
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
    for (const [name, help, value] of counters)
      this.#registry.counter(name, help, [], (add) => add({}, value(read())));
    this.#registry.gauges(read, [
      ['nameplate_analytics_queries_running', 'Analytics queries that run now.', (t) => t.running],
      ['nameplate_analytics_queries_waiting', 'Analytics queries that wait for a place.', (t) => t.waiting],
    ]);
  }

  /**
   * Publishes how many custom certificates there are, when the first one expires, and how old these numbers are. `read`
   * is called at each scrape and must not wait for a store; nothing is published while it answers undefined.
   */
  exposeCertificates(read: () => CertificateNumbers | undefined, ageSeconds: () => number | undefined): void {
    this.#certificates(read, {
      states: 'nameplate_certificates',
      statesHelp: 'Custom certificates by state; expiring: valid, for 14 days at most.',
      end: 'nameplate_certificate_soonest_expiry_seconds',
      endHelp:
        'Time until the first valid custom certificate without a replacement expires; -1 when there is none.',
    });
    this.#registry.gauge(
      'nameplate_certificates_age_seconds',
      'Age of the numbers of certificates, which are read from the control store in the background.',
      ageSeconds,
    );
  }

  /**
   * The same for automatic certificates, the outcomes of attempts to get them, and until when each authority is asked nothing, in
   * milliseconds since the epoch.
   */
  exposeAutomaticCertificates(
    attempts: () => Readonly<Record<string, number>>,
    pauses: () => Readonly<Record<string, number>>,
    read: () => CertificateNumbers | undefined,
  ): void {
    this.#registry.counter(
      'nameplate_acme_attempts_total',
      'Attempts to get an automatic certificate, by what became of them.',
      ['outcome'],
      (add) => {
        for (const [outcome, total] of Object.entries(attempts())) add({ outcome }, total);
      },
    );
    this.#registry.labelledGauge(
      acmePausedUntilMetric,
      'When the authority is asked again, in seconds since the epoch; 0: it is asked.',
      ['authority'],
      (set) => {
        for (const [authority, until] of Object.entries(pauses())) set({ authority }, until / 1000);
      },
    );
    this.#certificates(read, {
      states: 'nameplate_acme_certificates',
      statesHelp:
        'Hosts with automatic certificates by state; missing: none yet; failing: the last attempt came to nothing.',
      end: 'nameplate_acme_certificate_soonest_expiry_seconds',
      endHelp: 'Time until the first valid automatic certificate ends; -1 when there is none.',
    });
  }

  /** Publishes the queries for the responder's zone, by what became of them; `read` is called at each scrape. */
  exposeDnsQueries(read: () => Readonly<Record<string, number>>): void {
    this.#registry.counter(
      'nameplate_dns_queries_total',
      'DNS queries that reached the responder, by what became of them.',
      ['result'],
      (add) => {
        for (const [result, total] of Object.entries(read())) add({ result }, total);
      },
    );
  }

  /** Publishes when the last scheduled backup was made (seconds since 1970), and how many failed since the start. */
  exposeBackups(lastSuccessSeconds: () => number | undefined, failures: () => number): void {
    this.#registry.gauge(
      'nameplate_backup_last_success_timestamp_seconds',
      'When the newest backup in NAMEPLATE_BACKUP_DIR was made, in seconds since 1970.',
      lastSuccessSeconds,
    );
    this.#registry.counter(
      'nameplate_backup_failures_total',
      'Scheduled backups that failed since the start.',
      [],
      (add) => add({}, failures()),
    );
  }

  /** Publishes how old data about addresses is, in seconds. */
  exposeDataAges(read: () => ReadonlyMap<string, number>): void {
    this.#registry.labelledGauge(
      'nameplate_data_age_seconds',
      'Time since the data about places, networks and crawlers was built.',
      ['data'],
      (set) => {
        for (const [data, seconds] of read()) set({ data }, seconds);
      },
    );
  }

  /** Everything that is published, for other ways to publish it. */
  get registry(): Registry {
    return this.#registry.inner;
  }

  /** Publishes how many steps of traces never reached the collector. */
  exposeTraces(dropped: () => number): void {
    this.#registry.counter(
      'nameplate_trace_spans_dropped_total',
      'Spans that were not sent: too many at once, or the collector was away.',
      [],
      (add) => add({}, dropped()),
    );
  }

  /** Publishes which checks of /readyz find a problem. */
  exposeChecks(read: () => readonly (readonly [name: string, isFailing: boolean])[]): void {
    this.#registry.labelledGauge(
      'nameplate_check_failing',
      '1 while a check of /readyz finds a problem, else 0.',
      ['check'],
      (set) => {
        for (const [check, isFailing] of read()) set({ check }, isFailing ? 1 : 0);
      },
    );
  }

  exposeDataUpdates(failures: () => number): void {
    this.#registry.counter(
      'nameplate_data_update_failures_total',
      'Scheduled downloads of data about places, networks and crawlers that failed since the start.',
      [],
      (add) => add({}, failures()),
    );
  }

  /** The exposition, with its media type. */
  async render(): Promise<{ text: string; contentType: string }> {
    return { text: await this.#registry.inner.metrics(), contentType: this.#registry.inner.contentType };
  }

  #certificates(
    read: () => CertificateNumbers | undefined,
    names: {
      readonly states: string;
      readonly statesHelp: string;
      readonly end: string;
      readonly endHelp: string;
    },
  ): void {
    this.#registry.labelledGauge(names.states, names.statesHelp, ['state'], (set) => {
      for (const [state, count] of Object.entries(read()?.byState ?? {})) set({ state }, count);
    });
    this.#registry.gauge(names.end, names.endHelp, () => {
      const numbers = read();
      return numbers && (numbers.secondsToSoonestEnd ?? -1);
    });
  }
}
