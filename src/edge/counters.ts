/**
 * What workers count: totals since they started, and what is so now. A new counter is a line in one of the tables, which also have the
 * metric that it becomes, and the call that counts it. Source: docs/reference/metrics.md.
 */
import type { CollectCounts } from '../analytics/ingest/collector-refusals.ts';
import type { ExchangeRecord } from './http1/exchange.ts';
import {
  addLatencies,
  type Latencies,
  LatencyHistogram,
  noLatencies,
  statusClasses,
} from './latency-histogram.ts';

const totals = {
  connections: ['nameplate_edge_connections_total', 'Client connections accepted.'],
  /** Start lines, fields and bodies, like the next one. */
  bytesIn: ['nameplate_edge_received_bytes_total', 'Request bytes: start line, fields, body.'],
  bytesOut: ['nameplate_edge_sent_bytes_total', 'Response bytes: start line, fields, body.'],
  recordsDropped: [
    'nameplate_edge_records_dropped_total',
    'Records of requests that found no place in the spool.',
  ],
  logLinesDropped: [
    'nameplate_edge_access_log_dropped_total',
    'Lines of the access log that could not be written in time.',
  ],
} as const;

/** By a label; values that haven't occurred are absent, but for those of status classes. */
const labelled = {
  requests: ['nameplate_edge_responses_total', 'Answers by status class.', 'class'],
  refusals: ['nameplate_edge_refusals_total', 'Requests the gate refused, by reason.', 'reason'],
  connectionsTurnedAway: [
    'nameplate_edge_connections_turned_away_total',
    'Client connections that were not taken, by reason: the limit of a worker, or an error of the system.',
    'reason',
  ],
  upstreamFailures: [
    'nameplate_edge_upstream_failures_total',
    'Requests that an upstream gave no answer to that could be passed on, by reason.',
    'reason',
  ],
  handshakes: [
    'nameplate_edge_handshakes_total',
    'Connections on the port of TLS, by what became of their handshake.',
    'outcome',
  ],
  pages: [
    'nameplate_edge_pages_total',
    'HTML pages of domains whose pages get the tracker, by what became of it.',
    'outcome',
  ],
} as const;

/** What is so now. */
const gauges = {
  openConnections: ['nameplate_edge_connections', 'Client connections open now.'],
  upstreamConnections: ['nameplate_edge_upstream_connections', 'Connections to upstreams open now.'],
  targetsDown: [
    'nameplate_edge_upstream_targets_down',
    'Targets of upstreams that are down now, counted by each worker.',
  ],
} as const;

const times = {
  answerTimes: [
    'nameplate_edge_request_duration_seconds',
    'Time from the first byte of a request to the last byte of its answer, by status class.',
  ],
  upstreamTimes: [
    'nameplate_edge_upstream_response_seconds',
    "Time until the head of an upstream's answer, a new connection included, by status class.",
  ],
} as const;

type TotalName = keyof typeof totals;
type LabelledName = keyof typeof labelled;
type GaugeName = keyof typeof gauges;
type TimesName = keyof typeof times;
type Counts = Readonly<Record<string, number>>;

export type Gauges = { readonly [Name in GaugeName]: number };
export type EdgeCounters = Gauges & { readonly [Name in TotalName]: number } & {
  readonly [Name in LabelledName]: Counts;
} & { readonly [Name in TimesName]: Latencies } & {
  /** Events of trackers that are stored; published with those of the API. */
  readonly eventsAccepted: number;
  /** Events that aren't counted, by reason. */
  readonly eventsRefused: Counts;
};

/** A metric, and how it is read from the counters. */
export type EdgeMetric = { readonly name: string; readonly help: string } & (
  | { readonly kind: 'counter' | 'gauge'; readonly value: (counters: EdgeCounters) => number }
  | { readonly kind: 'labelled'; readonly label: string; readonly value: (counters: EdgeCounters) => Counts }
  | { readonly kind: 'times'; readonly value: (counters: EdgeCounters) => Latencies }
);

/** What the tables are published as. */
export const edgeMetrics: readonly EdgeMetric[] = [
  ...entriesOf(totals).map(([of, [name, help]]) => counted('counter', name, help, (all) => all[of])),
  ...entriesOf(gauges).map(([of, [name, help]]) => counted('gauge', name, help, (all) => all[of])),
  ...entriesOf(labelled).map(
    ([of, [name, help, label]]): EdgeMetric => ({
      kind: 'labelled',
      name,
      help,
      label,
      value: (all) => all[of],
    }),
  ),
  ...entriesOf(times).map(
    ([of, [name, help]]): EdgeMetric => ({ kind: 'times', name, help, value: (all) => all[of] }),
  ),
];

export class ExchangeCounter {
  readonly #totals = fill(totals, () => 0);
  readonly #labelled = fill(labelled, (): Record<string, number> => ({}));
  readonly #times = fill(times, () => new LatencyHistogram());

  constructor() {
    for (const statusClass of statusClasses) this.#labelled.requests[statusClass] = 0;
  }

  add(name: TotalName, count = 1): void {
    this.#totals[name] += count;
  }

  addTo(name: LabelledName, value: string): void {
    const counts = this.#labelled[name];
    counts[value] = (counts[value] ?? 0) + 1;
  }

  observe(name: TimesName, status: number, durationMs: number): void {
    this.#times[name].observe(status, durationMs);
  }

  readonly countExchange = (record: ExchangeRecord): void => {
    this.addTo('requests', statusClasses[Math.floor(record.status / 100) - 1] ?? '');
    this.observe('answerTimes', record.status, record.durationMs);
    this.add('bytesIn', record.bytesIn);
    this.add('bytesOut', record.bytesOut);
    if (record.refusal) this.addTo('refusals', record.refusal);
  };

  read(now: Gauges, events: CollectCounts): EdgeCounters {
    const { '': _unanswered, ...requests } = this.#labelled.requests;
    const { answerTimes, upstreamTimes } = this.#times;
    return {
      ...now,
      ...this.#totals,
      ...this.#labelled,
      requests,
      answerTimes: answerTimes.read(),
      upstreamTimes: upstreamTimes.read(),
      eventsAccepted: events.accepted,
      eventsRefused: events.refused,
    };
  }
}

/** Adds up the counts of several workers; of none: zero everywhere. */
export function addCounters(all: readonly EdgeCounters[]): EdgeCounters {
  const sumOf = (name: TotalName | GaugeName | 'eventsAccepted'): number =>
    all.reduce((sum, one) => sum + one[name], 0);
  const countsOf = (name: LabelledName | 'eventsRefused'): Counts => {
    const counts: Record<string, number> = {};
    for (const one of all)
      for (const [value, count] of Object.entries(one[name])) counts[value] = (counts[value] ?? 0) + count;
    return counts;
  };
  return {
    ...fill(totals, (name) => sumOf(name)),
    ...fill(gauges, (name) => sumOf(name)),
    ...fill(labelled, (name) => countsOf(name)),
    ...fill(times, (name) => all.reduce((sum, one) => addLatencies(sum, one[name]), noLatencies)),
    eventsAccepted: sumOf('eventsAccepted'),
    eventsRefused: countsOf('eventsRefused'),
  };
}

function counted(
  kind: 'counter' | 'gauge',
  name: string,
  help: string,
  value: (counters: EdgeCounters) => number,
): EdgeMetric {
  return { kind, name, help, value };
}

type Table<Name extends string> = Readonly<Record<Name, unknown>>;

function entriesOf<Name extends string, Row>(table: Readonly<Record<Name, Row>>): [Name, Row][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a table has no other keys
  return Object.entries(table) as [Name, Row][];
}

function fill<Name extends string, Value>(
  table: Table<Name>,
  value: (name: Name) => Value,
): Record<Name, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a table has no other keys
  return Object.fromEntries(entriesOf(table).map(([name]) => [name, value(name)])) as Record<Name, Value>;
}
