/** A collector of OpenTelemetry: takes OTLP over HTTP as JSON, and keeps what it got. */
import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = { readonly stringValue?: string; readonly intValue?: number | string };
type Attribute = { readonly key: string; readonly value: Value };

export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2: server; 3: client. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code: number };
  readonly attributes: readonly Attribute[];
};

export type CollectedMetric = {
  readonly name: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into metrics of every kind
  readonly [kind: string]: any;
};

export class OtlpCollector implements AsyncDisposable {
  readonly spans: CollectedSpan[] = [];
  /** Of the last request with any. */
  metrics: readonly CollectedMetric[] = [];
  resource: readonly Attribute[] = [];
  /** Of the last request. */
  headers: IncomingHttpHeaders = {};
  /** What is answered; nothing is kept unless it is 200. */
  status = 200;
  readonly #server = http.createServer((request, answer) => void this.#take(request, answer));

  static async start(): Promise<OtlpCollector> {
    const collector = new OtlpCollector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get endpoint(): string {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The value of an attribute. */
  static read(attributes: readonly Attribute[], key: string): string | number | undefined {
    const value = attributes.find((attribute) => attribute.key === key)?.value;
    return value?.stringValue ?? value?.intValue;
  }

  async #take(request: http.IncomingMessage, answer: http.ServerResponse): Promise<void> {
    // oxlint-disable-next-line typescript/no-explicit-any, typescript/no-unsafe-type-assertion -- checked by the tests
    const body = (await json(request)) as any;
    this.headers = request.headers;
    answer.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
    if (this.status !== 200) return;
    for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
      this.resource = resource.attributes;
      for (const { spans } of scopeSpans) this.spans.push(...spans);
    }
    for (const { resource, scopeMetrics } of body.resourceMetrics ?? []) {
      this.resource = resource.attributes;
      this.metrics = scopeMetrics.flatMap(({ metrics }: { metrics: CollectedMetric[] }) => metrics);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
