/** A worker's counters: totals since it started, and the connections open now. */
import type { CollectCounts } from '../analytics/ingest/collector-refusals.ts';
import type { ExchangeRecord } from './http1/exchange.ts';
import {
  addLatencies,
  type Latencies,
  LatencyHistogram,
  noLatencies,
  type StatusClass,
  statusClasses,
} from './latency-histogram.ts';

export type EdgeCounters = {
  /** Exchanges by the class of their status, refused ones included. */
  readonly requests: Readonly<Record<StatusClass, number>>;
  /** Requests refused by the gate, by reason; reasons that haven't occurred are absent. */
  readonly refusals: Readonly<Record<string, number>>;
  /** From the first byte of a request to the last of its answer. */
  readonly answerTimes: Latencies;
  /** From the end of routing to the head of the upstream's answer, waiting for a connection included. */
  readonly upstreamTimes: Latencies;
  readonly connections: number;
  /** Connections that were not taken, by reason: `limit`, or the system's code; one that has not come up is absent. */
  readonly connectionsTurnedAway: Readonly<Record<string, number>>;
  readonly openConnections: number;
  /** Start lines, fields and bodies. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Upstream answers that couldn't be passed on, by reason; reasons that haven't occurred are absent. */
  readonly upstreamFailures: Readonly<Record<string, number>>;
  /** HTML pages of domains with injection, by outcome; outcomes that haven't occurred are absent. */
  readonly pages: Readonly<Record<string, number>>;
  /** Connections on the TLS port, by their handshake's outcome; outcomes that haven't occurred are absent. */
  readonly handshakes: Readonly<Record<string, number>>;
  /** Connections to upstreams open now. */
  readonly upstreamConnections: number;
  /** Targets of upstreams that took no connection, or whose health checks failed. */
  readonly targetsDown: number;
  /** Request records dropped because the spool was full. */
  readonly recordsDropped: number;
  /** Lines of the access log that could not be written. */
  readonly logLinesDropped: number;
  /** Events of trackers that are stored. */
  readonly eventsAccepted: number;
  /** Events that aren't counted, by reason; reasons that haven't occurred are absent. */
  readonly eventsRefused: Readonly<Record<string, number>>;
};

export class ExchangeCounter {
  readonly #requests = [0, 0, 0, 0, 0, 0];
  readonly #refusals: Record<string, number> = {};
  #connections = 0;
  readonly #connectionsTurnedAway: Record<string, number> = {};
  #bytesIn = 0;
  #bytesOut = 0;
  readonly #upstreamFailures: Record<string, number> = {};
  readonly #pages: Record<string, number> = {};
  readonly #handshakes: Record<string, number> = {};
  readonly #answerTimes = new LatencyHistogram();
  readonly #upstreamTimes = new LatencyHistogram();
  #recordsDropped = 0;
  #logLinesDropped = 0;

  readonly countConnection = (): void => {
    this.#connections++;
  };

  readonly countTurnedAway = (reason: string): void => {
    this.#connectionsTurnedAway[reason] = (this.#connectionsTurnedAway[reason] ?? 0) + 1;
  };

  readonly countExchange = (record: ExchangeRecord): void => {
    const statusClass = Math.floor(record.status / 100);
    this.#requests[statusClass] = (this.#requests[statusClass] ?? 0) + 1;
    this.#answerTimes.observe(record.status, record.durationMs);
    this.#bytesIn += record.bytesIn;
    this.#bytesOut += record.bytesOut;
    if (record.refusal) this.#refusals[record.refusal] = (this.#refusals[record.refusal] ?? 0) + 1;
  };

  countUpstreamFailure(reason: string): void {
    this.#upstreamFailures[reason] = (this.#upstreamFailures[reason] ?? 0) + 1;
  }

  readonly countUpstreamAnswer = (status: number, durationMs: number): void => {
    this.#upstreamTimes.observe(status, durationMs);
  };

  readonly countPage = (outcome: string): void => {
    this.#pages[outcome] = (this.#pages[outcome] ?? 0) + 1;
  };

  readonly countHandshake = (outcome: string): void => {
    this.#handshakes[outcome] = (this.#handshakes[outcome] ?? 0) + 1;
  };

  readonly countDropped = (records: number): void => {
    this.#recordsDropped += records;
  };

  readonly countLogDropped = (lines: number): void => {
    this.#logLinesDropped += lines;
  };

  read(
    openConnections: number,
    upstreamConnections: number,
    targetsDown: number,
    events: CollectCounts,
  ): EdgeCounters {
    const [, informational = 0, successful = 0, redirected = 0, client = 0, server = 0] = this.#requests;
    return {
      requests: { '1xx': informational, '2xx': successful, '3xx': redirected, '4xx': client, '5xx': server },
      refusals: { ...this.#refusals },
      answerTimes: this.#answerTimes.read(),
      upstreamTimes: this.#upstreamTimes.read(),
      connections: this.#connections,
      connectionsTurnedAway: { ...this.#connectionsTurnedAway },
      openConnections,
      bytesIn: this.#bytesIn,
      bytesOut: this.#bytesOut,
      upstreamFailures: { ...this.#upstreamFailures },
      pages: { ...this.#pages },
      handshakes: { ...this.#handshakes },
      upstreamConnections,
      targetsDown,
      recordsDropped: this.#recordsDropped,
      logLinesDropped: this.#logLinesDropped,
      eventsAccepted: events.accepted,
      eventsRefused: events.refused,
    };
  }
}

/** Adds up the counts of several workers; of none: zero everywhere. */
export function addCounters(all: Iterable<EdgeCounters>): EdgeCounters {
  const requests = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
  const refusals: Record<string, number> = {};
  const upstreamFailures: Record<string, number> = {};
  const pages: Record<string, number> = {};
  const handshakes: Record<string, number> = {};
  const connectionsTurnedAway: Record<string, number> = {};
  const eventsRefused: Record<string, number> = {};
  let [connections, openConnections, bytesIn, bytesOut, upstreamConnections, targetsDown] = [
    0, 0, 0, 0, 0, 0,
  ];
  let [recordsDropped, logLinesDropped, eventsAccepted] = [0, 0, 0];
  let [answerTimes, upstreamTimes] = [noLatencies, noLatencies];
  for (const one of all) {
    for (const statusClass of statusClasses) requests[statusClass] += one.requests[statusClass];
    addByReason(refusals, one.refusals);
    addByReason(upstreamFailures, one.upstreamFailures);
    addByReason(pages, one.pages);
    addByReason(handshakes, one.handshakes);
    addByReason(connectionsTurnedAway, one.connectionsTurnedAway);
    addByReason(eventsRefused, one.eventsRefused);
    answerTimes = addLatencies(answerTimes, one.answerTimes);
    upstreamTimes = addLatencies(upstreamTimes, one.upstreamTimes);
    connections += one.connections;
    openConnections += one.openConnections;
    bytesIn += one.bytesIn;
    bytesOut += one.bytesOut;
    upstreamConnections += one.upstreamConnections;
    targetsDown += one.targetsDown;
    recordsDropped += one.recordsDropped;
    logLinesDropped += one.logLinesDropped;
    eventsAccepted += one.eventsAccepted;
  }
  return {
    requests,
    refusals,
    answerTimes,
    upstreamTimes,
    connections,
    connectionsTurnedAway,
    openConnections,
    bytesIn,
    bytesOut,
    upstreamFailures,
    pages,
    handshakes,
    upstreamConnections,
    targetsDown,
    recordsDropped,
    logLinesDropped,
    eventsAccepted,
    eventsRefused,
  };
}

function addByReason(total: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [reason, count] of Object.entries(counts)) total[reason] = (total[reason] ?? 0) + count;
}
