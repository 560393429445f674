/**
 * Records what the edge answered for hosts that have something here. Source: docs/reference/proxy-analytics.md
 * ("Requests"), docs/reference/spool.md.
 */
import { encodeRequestRecord } from '../analytics/ingest/request-codec.ts';
import { campaignSourceIn, referrerOrigin, referrerPath } from '../analytics/ingest/request-source.ts';
import { recordedLocation, withoutQuery } from '../core/recorded-path.ts';
import type { ExchangeRecord } from './http1/exchange.ts';
import type { RequestHead } from './http1/request-head.ts';

/** Stores lines; this worker's spool. */
export interface RecordSink {
  append(line: string): void;
}

/** Challenges of certificate authorities are not the host's traffic. */
const acmePrefix = '/.well-known/acme-challenge/';

export class AccessRecorder {
  readonly #sink: RecordSink;
  readonly #isSigned: (exchange: ExchangeRecord, head: RequestHead) => boolean;

  /** `isSigned`: whether the operator of the request's crawler signed it; asked only of requests that say so. */
  constructor(sink: RecordSink, isSigned: (exchange: ExchangeRecord, head: RequestHead) => boolean) {
    this.#sink = sink;
    this.#isSigned = isSigned;
  }

  /** Records an exchange for a host that has a custom domain, a redirect or rules; others have no reports. */
  readonly record = (exchange: ExchangeRecord): void => {
    const { head, siteUuid, upstreamMs } = exchange;
    if (siteUuid === '' || !head || head.path.startsWith(acmePrefix)) return;
    this.#sink.append(
      encodeRequestRecord({
        domainUuid: siteUuid,
        startedAtMs: exchange.startedAtMs,
        durationUs: Math.round(exchange.durationMs * 1000),
        bytesIn: exchange.bytesIn,
        bytesOut: exchange.bytesOut,
        status: exchange.status,
        method: head.method,
        path: head.path,
        clientAddress: exchange.clientAddress,
        userAgent: head.userAgent,
        host: head.authority.host,
        httpVersion: exchange.isHttp2 ? '2' : head.minorVersion === 1 ? '1.1' : '1.0',
        tlsVersion: exchange.tlsVersion,
        referrer: referrerOrigin(head.referrer),
        referrerPath: exchange.referrerPaths ? referrerPath(head.referrer) : '',
        campaignSource: campaignSourceIn(head.query),
        redirectUuid: exchange.redirectUuid,
        rule: exchange.rule,
        target: withoutQuery(exchange.location),
        upstreamUs: upstreamMs < 0 ? 0 : Math.round(upstreamMs * 1000),
        requestId: exchange.answerId,
        upstream: exchange.upstream,
        upstreamLocation: recordedLocation(exchange.upstreamLocation),
        cache: exchange.cache,
        cacheAgeSeconds: exchange.cacheAgeSeconds,
        // An answer that was given up on its way is another one.
        pageLoad: exchange.status === 200 ? exchange.pageLoad : '',
        isSigned: head.hasSignatureAgent && this.#isSigned(exchange, head),
        failure: exchange.failure === '' ? (exchange.refusal ?? '') : exchange.failure,
      }),
    );
  };
}
