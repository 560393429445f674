/** Prometheus metrics of the main process; names end in their unit, as Prometheus asks. */
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
  readonly routingRevision: number;
};

export class Metrics {
  readonly #registry = new Registry();
  readonly #apiDuration: Histogram<'method' | 'route' | 'status'>;

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: 'nameplate_main_' });
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
    const gauges: [name: string, help: string, value: (totals: EdgeTotals) => number][] = [
      ['nameplate_edge_connections', 'Client connections open now.', (t) => t.connectionsOpen],
      ['nameplate_edge_workers', 'Workers that accept connections.', (t) => t.workersListening],
      [
        'nameplate_edge_routing_revision',
        'Revision of the routes that every worker serves.',
        (t) => t.routingRevision,
      ],
    ];
    for (const [name, help, value] of gauges) {
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value(read()));
        },
      });
      this.#registry.registerMetric(gauge);
    }
  }

  /** The exposition, with its media type. */
  async render(): Promise<{ text: string; contentType: string }> {
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
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
}
