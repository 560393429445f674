/**
 * Steps of traces that a worker's requests are: one for the request, and one for what it asked an upstream. They are sent to
 * the application process once a second. Source: docs/reference/tracing.md.
 */
import { newSpanId, type ProxiedTrace, TraceSampler, type TraceSpan, traceParentOf } from '../core/trace.ts';
import type { ExchangeRecord } from './http1/exchange.ts';
import type { RequestHead } from './http1/request-head.ts';

/** Between two flushes; what comes beyond is dropped. */
const maxSpans = 1_000;

export type FlushedSpans = { readonly spans: readonly TraceSpan[]; readonly dropped: number };

export class Tracer {
  readonly #sampler: TraceSampler;
  #spans: TraceSpan[] = [];
  #dropped = 0;

  constructor(ratio: number) {
    this.#sampler = new TraceSampler(ratio);
  }

  /** Decides whether a request that goes to an upstream is traced; the upstream has to be told before it ends. */
  begin(head: RequestHead): ProxiedTrace | undefined {
    const request = this.#sampler.begin(head.field('traceparent'));
    return (
      request && {
        request,
        upstream: { traceId: request.traceId, spanId: newSpanId(), parentSpanId: request.spanId },
      }
    );
  }

  /** Takes an exchange that has ended. */
  record(exchange: ExchangeRecord): void {
    const { head, trace, requestId, status, startedAtMs, durationMs, upstreamMs } = exchange;
    // One with a request id was to be proxied: whether it is traced was decided then.
    const request =
      trace?.request ?? (requestId === '' ? this.#sampler.begin(head?.field('traceparent')) : undefined);
    if (!request) return;
    const attributes = attributesOf(exchange);
    const method = head?.method ?? 'HTTP';
    const isFailed = status >= 500;
    this.#add({ ...request, name: method, kind: 'server', startedAtMs, durationMs, isFailed, attributes });
    if (!trace) return;
    this.#add({
      ...trace.upstream,
      name: method,
      kind: 'client',
      startedAtMs,
      // Without an answer, the upstream was waited for until the end.
      durationMs: upstreamMs < 0 ? durationMs : upstreamMs,
      isFailed: upstreamMs < 0,
      attributes: { 'http.request.method': method },
    });
  }

  /** Answers what has ended since the last time; undefined when that is nothing. */
  flush(): FlushedSpans | undefined {
    if (this.#spans.length === 0) return undefined;
    const flushed = { spans: this.#spans, dropped: this.#dropped };
    this.#spans = [];
    this.#dropped = 0;
    return flushed;
  }

  #add(span: TraceSpan): void {
    if (this.#spans.length < maxSpans) this.#spans.push(span);
    else this.#dropped += 1;
  }
}

/** The field that tells an upstream of the step which is its request. */
export function traceFieldOf({ upstream }: ProxiedTrace): string {
  return `traceparent: ${traceParentOf(upstream)}\r\n`;
}

/** No query and no address: they can be personal. */
function attributesOf(exchange: ExchangeRecord): Record<string, string | number> {
  const { head, status, scheme, isHttp2, refusal, requestId, domainUuid } = exchange;
  return {
    'http.response.status_code': status,
    'url.scheme': scheme,
    'network.protocol.version': isHttp2 ? '2' : '1.1',
    ...(head && {
      'http.request.method': head.method,
      'server.address': head.authority.host,
      'url.path': head.path,
    }),
    ...(refusal !== undefined && { 'error.type': refusal }),
    ...(requestId !== '' && { 'nameplate.request_id': requestId }),
    ...(domainUuid !== '' && { 'nameplate.custom_domain_uuid': domainUuid }),
  };
}
