/** Prometheus metrics of the application process; names end in their unit, as Prometheus asks. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Totals of all edge workers since the program started, dead ones included. */
export type EdgeTotals = {
  /** `1xx` to `5xx`. */
  readonly responsesByClass: Readonly<Record<string, number>>;
  readonly refusalsByReason: Readonly<Record<string, number | undefined>>;
  readonly connectionsTotal: number;
  readonly connectionsOpen: number;
  readonly receivedBytesTotal: number;
  readonly sentBytesTotal: number;
  readonly workersListening: number;
  readonly workersReplacedByReason: Readonly<Record<string, number>>;
  readonly routingRevision: number;
  readonly upstreamFailuresByReason: Readonly<Record<string, number | undefined>>;
  readonly upstreamConnections: number;
  readonly recordsDropped: number;
  readonly pagesByOutcome: Readonly<Record<string, number>>;
  readonly handshakesByOutcome: Readonly<Record<string, number>>;
  readonly turnedAwayByReason: Readonly<Record<string, number>>;
};

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

/** Queries of reports to the analytics store. */
export type QueryTotals = {
  readonly running: number;
  readonly waiting: number;
  /** Queries that got a slot since the start, and how long they waited for it. */
  readonly begunTotal: number;
  readonly waitSecondsTotal: number;
  /** Refused because too many of their account's queries were waiting. */
  readonly refusedTotal: number;
};

/** Named like counters; each is the sum of the gauge of the same name without `_total`. */
const misnamedGauges = ['active_handles', 'active_requests', 'active_resources'].map(
  (name) => `nameplate_main_nodejs_${name}_total`,
);

export class Metrics {
  readonly #registry = new Registry();
  readonly #apiDuration: Histogram<'method' | 'route' | 'status'>;

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: 'nameplate_main_' });
    for (const name of misnamedGauges) this.#registry.removeSingleMetric(name);
    this.#apiDuration = new Histogram({
      name: 'nameplate_api_request_duration_seconds',
      help: 'Time from the arrival of an API request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
      registers: [this.#registry],
    });
  }

  observeApiRequest(method: string, route: string, status: number, durationSeconds: number): void {
    this.#apiDuration.observe({ method, route, status: String(status) }, durationSeconds);
  }

  /** Publishes the edge's totals; `read` is called at each scrape. */
  exposeEdge(read: () => EdgeTotals): void {
    const counters: [name: string, help: string, value: (totals: EdgeTotals) => number][] = [
      [
        'nameplate_edge_records_dropped_total',
        'Records of requests that found no place in the spool.',
        (t) => t.recordsDropped,
      ],
      ['nameplate_edge_connections_total', 'Client connections accepted.', (t) => t.connectionsTotal],
      [
        'nameplate_edge_received_bytes_total',
        'Request bytes: start line, fields, body.',
        (t) => t.receivedBytesTotal,
      ],
      [
        'nameplate_edge_sent_bytes_total',
        'Response bytes: start line, fields, body.',
        (t) => t.sentBytesTotal,
      ],
    ];
    for (const [name, help, value] of counters) this.#count(name, help, [], (add) => add({}, value(read())));
    this.#count('nameplate_edge_responses_total', 'Answers by status class.', ['class'], (add) => {
      for (const [status, total] of Object.entries(read().responsesByClass)) add({ class: status }, total);
    });
    this.#count(
      'nameplate_edge_refusals_total',
      'Requests the gate refused, by reason.',
      ['reason'],
      (add) => {
        for (const [reason, total] of Object.entries(read().refusalsByReason)) add({ reason }, total ?? 0);
      },
    );
    this.#count(
      'nameplate_edge_connections_turned_away_total',
      'Client connections that were not taken, by reason: the limit of a worker, or an error of the system.',
      ['reason'],
      (add) => {
        for (const [reason, total] of Object.entries(read().turnedAwayByReason)) add({ reason }, total);
      },
    );
    this.#count(
      'nameplate_edge_upstream_failures_total',
      'Requests that an upstream gave no answer to that could be passed on, by reason.',
      ['reason'],
      (add) => {
        for (const [reason, total] of Object.entries(read().upstreamFailuresByReason))
          add({ reason }, total ?? 0);
      },
    );
    this.#count(
      'nameplate_edge_handshakes_total',
      'Connections on the port of TLS, by what became of their handshake.',
      ['outcome'],
      (add) => {
        for (const [outcome, total] of Object.entries(read().handshakesByOutcome)) add({ outcome }, total);
      },
    );
    this.#count(
      'nameplate_edge_pages_total',
      'HTML pages of domains whose pages get the tracker, by what became of it.',
      ['outcome'],
      (add) => {
        for (const [outcome, total] of Object.entries(read().pagesByOutcome)) add({ outcome }, total);
      },
    );
    this.#count(
      'nameplate_edge_workers_replaced_total',
      'Workers that were replaced: died, or killed because they hung.',
      ['reason'],
      (add) => {
        for (const [reason, total] of Object.entries(read().workersReplacedByReason)) add({ reason }, total);
      },
    );
    this.#gauges(read, [
      [
        'nameplate_edge_upstream_connections',
        'Connections to upstreams open now.',
        (t) => t.upstreamConnections,
      ],
      ['nameplate_edge_connections', 'Client connections open now.', (t) => t.connectionsOpen],
      ['nameplate_edge_workers', 'Workers that accept connections.', (t) => t.workersListening],
      [
        'nameplate_edge_routing_revision',
        'Revision of the routes that every worker serves.',
        (t) => t.routingRevision,
      ],
    ]);
  }

  /** Publishes the outcomes of tracker events; `read` is called at each scrape. */
  exposeEvents(read: () => EventTotals): void {
    this.#count('nameplate_events_accepted_total', 'Events of trackers that were stored.', [], (add) =>
      add({}, read().accepted),
    );
    this.#count(
      'nameplate_events_refused_total',
      'Events of trackers that were not counted, by reason.',
      ['reason'],
      (add) => {
        for (const [reason, total] of Object.entries(read().refused)) add({ reason }, total);
      },
    );
  }

  /** Publishes the state of spool and shipper; `read` is called at each scrape. */
  exposeSpool(read: () => SpoolTotals): void {
    this.#count('nameplate_spool_rows_shipped_total', 'Records stored in the analytics store.', [], (add) =>
      add({}, read().rowsShipped),
    );
    this.#count(
      'nameplate_spool_lines_refused_total',
      'Records that were not stored: unreadable, of an impossible time, or with too many event names on a day.',
      [],
      (add) => add({}, read().linesRefused),
    );
    this.#count(
      'nameplate_event_properties_dropped_total',
      'Properties of events left out because their custom domain had too many different keys on a day.',
      [],
      (add) => add({}, read().propertiesDropped),
    );
    this.#count(
      'nameplate_spool_segments_refused_total',
      'Segments that could not be stored, moved to refused/ in the spool.',
      [],
      (add) => add({}, read().segmentsRefused),
    );
    this.#gauges(read, [
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
    this.#gauge(
      'nameplate_analytics_broken_parts',
      'Parts of the analytics store that cannot be read; their rows are missing from reports.',
      () => read().brokenParts,
    );
  }

  /** Publishes queries to the analytics store and their waiting times; `read` is called at each scrape. */
  exposeQueries(read: () => QueryTotals): void {
    const counters: [name: string, help: string, value: (totals: QueryTotals) => number][] = [
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
    for (const [name, help, value] of counters) this.#count(name, help, [], (add) => add({}, value(read())));
    this.#gauges(read, [
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
    this.#gauge(
      'nameplate_certificates_age_seconds',
      'Age of the numbers of certificates, which are read from the control store in the background.',
      ageSeconds,
    );
  }

  /** The same for automatic certificates, and the outcomes of attempts to get them. */
  exposeAutomaticCertificates(
    attempts: () => Readonly<Record<string, number>>,
    read: () => CertificateNumbers | undefined,
  ): void {
    this.#count(
      'nameplate_acme_attempts_total',
      'Attempts to get an automatic certificate, by what became of them.',
      ['outcome'],
      (add) => {
        for (const [outcome, total] of Object.entries(attempts())) add({ outcome }, total);
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

  /** Publishes when the last scheduled backup was made (seconds since 1970), and how many failed since the start. */
  exposeBackups(lastSuccessSeconds: () => number | undefined, failures: () => number): void {
    this.#gauge(
      'nameplate_backup_last_success_timestamp_seconds',
      'When the newest backup in NAMEPLATE_BACKUP_DIR was made, in seconds since 1970.',
      lastSuccessSeconds,
    );
    this.#count(
      'nameplate_backup_failures_total',
      'Scheduled backups that failed since the start.',
      [],
      (add) => add({}, failures()),
    );
  }

  /** The exposition, with its media type. */
  async render(): Promise<{ text: string; contentType: string }> {
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
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
    const states = new Gauge({
      name: names.states,
      help: names.statesHelp,
      labelNames: ['state'],
      registers: [],
      collect() {
        for (const [state, count] of Object.entries(read()?.byState ?? {})) this.set({ state }, count);
      },
    });
    this.#registry.registerMetric(states);
    this.#gauge(names.end, names.endHelp, () => {
      const numbers = read();
      return numbers && (numbers.secondsToSoonestEnd ?? -1);
    });
  }

  #count(
    name: string,
    help: string,
    labelNames: string[],
    collect: (add: (labels: Record<string, string>, total: number) => void) => void,
  ): void {
    const counter = new Counter({
      name,
      help,
      labelNames,
      registers: [],
      collect() {
        this.reset();
        collect((labels, total) => this.inc(labels, total));
      },
    });
    this.#registry.registerMetric(counter);
  }

  #gauges<T>(read: () => T, gauges: [name: string, help: string, value: (totals: T) => number][]): void {
    for (const [name, help, value] of gauges) this.#gauge(name, help, () => value(read()));
  }

  /** A gauge has no sample while its value is undefined. */
  #gauge(name: string, help: string, value: () => number | undefined): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        const now = value();
        if (now === undefined) this.remove();
        else this.set(now);
      },
    });
    this.#registry.registerMetric(gauge);
  }
}
