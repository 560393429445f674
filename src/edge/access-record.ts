/**
 * Records what the edge answered for custom domains. Source: docs/reference/proxy-analytics.md ("Requests"),
 * docs/reference/spool.md.
 */
import { encodeRequestRecord } from '../analytics/ingest/request-codec.ts';
import type { ExchangeRecord } from './http1/exchange.ts';

/** Stores lines; this worker's spool. */
export interface RecordSink {
  append(line: string): void;
}

/** Challenges of certificate authorities are not the domain's traffic. */
const acmePrefix = '/.well-known/acme-challenge/';

export class AccessRecorder {
  readonly #sink: RecordSink;

  constructor(sink: RecordSink) {
    this.#sink = sink;
  }

  /** Records an exchange for a custom domain; others have no reports. */
  readonly record = (exchange: ExchangeRecord): void => {
    const { head, domainUuid } = exchange;
    if (domainUuid === '' || !head || head.path.startsWith(acmePrefix)) return;
    this.#sink.append(
      encodeRequestRecord({
        domainUuid,
        startedAtMs: exchange.startedAtMs,
        durationUs: Math.round(exchange.durationMs * 1000),
        bytesIn: exchange.bytesIn,
        bytesOut: exchange.bytesOut,
        status: exchange.status,
        method: head.method,
        path: head.path,
        clientAddress: exchange.clientAddress,
        userAgent: head.userAgent,
      }),
    );
  };
}
