/** What a worker counts: totals since it started, and the connections open now. */
import type { ExchangeRecord } from './http1/exchange.ts';

export const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

export type EdgeCounters = {
  /** Exchanges by the class of their status, refused ones included. */
  readonly requests: Readonly<Record<StatusClass, number>>;
  /** Requests refused by the gate, by reason; a reason that has not come up is absent. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly connections: number;
  readonly openConnections: number;
  /** Start lines, fields and bodies. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Answers of upstreams that could not be passed on, by reason; a reason that has not come up is absent. */
  readonly upstreamFailures: Readonly<Record<string, number>>;
  /** Connections to upstreams open now. */
  readonly upstreamConnections: number;
  /** Records of requests that found no place in the spool. */
  readonly recordsDropped: number;
};

export class ExchangeCounter {
  readonly #requests = [0, 0, 0, 0, 0, 0];
  readonly #refusals: Record<string, number> = {};
  #connections = 0;
  #bytesIn = 0;
  #bytesOut = 0;
  readonly #upstreamFailures: Record<string, number> = {};
  #recordsDropped = 0;

  readonly countConnection = (): void => {
    this.#connections++;
  };

  readonly countExchange = (record: ExchangeRecord): void => {
    const statusClass = Math.floor(record.status / 100);
    this.#requests[statusClass] = (this.#requests[statusClass] ?? 0) + 1;
    this.#bytesIn += record.bytesIn;
    this.#bytesOut += record.bytesOut;
    if (record.refusal) this.#refusals[record.refusal] = (this.#refusals[record.refusal] ?? 0) + 1;
  };

  countUpstreamFailure(reason: string): void {
    this.#upstreamFailures[reason] = (this.#upstreamFailures[reason] ?? 0) + 1;
  }

  readonly countDropped = (records: number): void => {
    this.#recordsDropped += records;
  };

  read(openConnections: number, upstreamConnections: number): EdgeCounters {
    const [, informational = 0, successful = 0, redirected = 0, client = 0, server = 0] = this.#requests;
    return {
      requests: { '1xx': informational, '2xx': successful, '3xx': redirected, '4xx': client, '5xx': server },
      refusals: { ...this.#refusals },
      connections: this.#connections,
      openConnections,
      bytesIn: this.#bytesIn,
      bytesOut: this.#bytesOut,
      upstreamFailures: { ...this.#upstreamFailures },
      upstreamConnections,
      recordsDropped: this.#recordsDropped,
    };
  }
}

/** Adds up the counts of several workers; of none: zero everywhere. */
export function addCounters(all: Iterable<EdgeCounters>): EdgeCounters {
  const requests = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
  const refusals: Record<string, number> = {};
  const upstreamFailures: Record<string, number> = {};
  let [connections, openConnections, bytesIn, bytesOut, upstreamConnections, recordsDropped] = [
    0, 0, 0, 0, 0, 0,
  ];
  for (const one of all) {
    for (const statusClass of statusClasses) requests[statusClass] += one.requests[statusClass];
    addByReason(refusals, one.refusals);
    addByReason(upstreamFailures, one.upstreamFailures);
    connections += one.connections;
    openConnections += one.openConnections;
    bytesIn += one.bytesIn;
    bytesOut += one.bytesOut;
    upstreamConnections += one.upstreamConnections;
    recordsDropped += one.recordsDropped;
  }
  return {
    requests,
    refusals,
    connections,
    openConnections,
    bytesIn,
    bytesOut,
    upstreamFailures,
    upstreamConnections,
    recordsDropped,
  };
}

function addByReason(total: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [reason, count] of Object.entries(counts)) total[reason] = (total[reason] ?? 0) + count;
}
