/**
 * Sends metrics and traces to a collector with OTLP over HTTP. Loaded only where that is on, as its libraries are large.
 * Source: docs/reference/tracing.md.
 *
 * Spans wait in memory, a limited number of them; what comes beyond, and what a collector that is away doesn't take, is dropped
 * and counted. Metrics are sent anew each time, so nothing of them waits.
 */
import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import type { Registry } from '@prometheus-io/client';
import type { Logger } from 'pino';
import { errorMessage } from '../core/error-field.ts';
import type { TraceSpan } from '../core/trace.ts';
import { readMetrics } from './otlp-metrics.ts';

const sendSpansEveryMs = 5_000;
const sendMetricsEveryMs = 30_000;
const timeoutMs = 10_000;
const maxWaiting = 10_000;
const spansOfRequest = 500;

type ReadableSpan = Parameters<OTLPTraceExporter['export']>[0][number];
type Done = Parameters<OTLPTraceExporter['export']>[1];

export type OtlpOptions = {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
  /** Tells this machine's service from those of others. */
  readonly instance: string;
  readonly registry: Registry;
  readonly logger: Logger;
};

export class Otlp implements AsyncDisposable {
  readonly #options: OtlpOptions;
  readonly #resource: Resource;
  readonly #traces: OTLPTraceExporter;
  readonly #metrics: OTLPMetricExporter;
  readonly #startedAt: HrTime = toHrTime(Date.now());
  readonly #timers: NodeJS.Timeout[];
  #waiting: TraceSpan[] = [];
  #sending: Promise<unknown> = Promise.resolve();
  #isAway = false;
  /** Spans that were given up, for whatever reason. */
  dropped = 0;

  constructor(options: OtlpOptions) {
    const { endpoint, headers, version, instance } = options;
    this.#options = options;
    this.#resource = resourceFromAttributes({
      'service.name': 'nameplate',
      'service.version': version,
      'service.instance.id': instance,
    });
    const shared = { headers: { ...headers }, timeoutMillis: timeoutMs };
    this.#traces = new OTLPTraceExporter({ ...shared, url: `${endpoint}/v1/traces` });
    this.#metrics = new OTLPMetricExporter({ ...shared, url: `${endpoint}/v1/metrics` });
    this.#timers = [
      setInterval(() => this.#send(() => this.#sendSpans()), sendSpansEveryMs),
      setInterval(() => this.#send(() => this.#sendMetrics()), sendMetricsEveryMs),
    ];
  }

  /** Takes spans that have ended; `dropped`: how many others were dropped where they come from. */
  add(spans: readonly TraceSpan[], dropped = 0): void {
    const room = maxWaiting - this.#waiting.length;
    this.#waiting.push(...spans.slice(0, room));
    this.dropped += dropped + Math.max(0, spans.length - room);
  }

  /** Sends what there is; a collector that doesn't answer gets as long as one request may take. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#send(() => this.#sendSpans());
    this.#send(() => this.#sendMetrics());
    await Promise.race([this.#sending, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
  }

  /** One request after the other. */
  #send(work: () => Promise<unknown>): void {
    this.#sending = this.#sending.then(work).then(
      () => this.#answered(),
      (error: unknown) => this.#failed(error),
    );
  }

  async #sendSpans(): Promise<void> {
    while (this.#waiting.length > 0) {
      const spans = this.#waiting.splice(0, spansOfRequest);
      try {
        const readable = spans.map((span) => this.#toReadableSpan(span));
        await exported((done) => this.#traces.export(readable, done));
      } catch (error) {
        this.dropped += spans.length;
        throw error;
      }
    }
  }

  async #sendMetrics(): Promise<void> {
    const span = { startTime: this.#startedAt, endTime: toHrTime(Date.now()) };
    const metrics = await readMetrics(this.#options.registry, span);
    const scopeMetrics = [{ scope: { name: 'nameplate' }, metrics }];
    await exported((done) => this.#metrics.export({ resource: this.#resource, scopeMetrics }, done));
  }

  #answered(): void {
    if (this.#isAway) this.#options.logger.info('the collector of NAMEPLATE_OTLP_ENDPOINT takes data again');
    this.#isAway = false;
  }

  #failed(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    const problem = errorMessage(error);
    this.#options.logger.error({ problem }, 'the collector of NAMEPLATE_OTLP_ENDPOINT does not take data');
  }

  #toReadableSpan(span: TraceSpan): ReadableSpan {
    const { traceId, spanId, parentSpanId, startedAtMs, durationMs } = span;
    const contextOf = (id: string) => ({ traceId, spanId: id, traceFlags: TraceFlags.SAMPLED });
    return {
      name: span.name,
      kind: span.kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT,
      spanContext: () => contextOf(spanId),
      ...(parentSpanId !== '' && { parentSpanContext: { ...contextOf(parentSpanId), isRemote: true } }),
      startTime: toHrTime(startedAtMs),
      endTime: toHrTime(startedAtMs + durationMs),
      duration: toHrTime(durationMs),
      status: { code: span.isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      attributes: { ...span.attributes },
      links: [],
      events: [],
      ended: true,
      resource: this.#resource,
      instrumentationScope: { name: 'nameplate' },
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  }
}

/** Seconds and nanoseconds. */
function toHrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)];
}

function exported(start: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start(({ error }) => (error ? reject(error) : resolve()));
  });
}
