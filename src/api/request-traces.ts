/** Steps of traces that requests to the API are. Source: docs/reference/tracing.md. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { TraceSampler, type TraceSpan } from '../core/trace.ts';

export class RequestTraces {
  readonly #sampler: TraceSampler;
  readonly #clock: Clock;
  readonly #add: (spans: readonly TraceSpan[]) => void;

  /** `ratio`: of the requests, from 0 to 1; `add` takes what has ended. */
  constructor(ratio: number, clock: Clock, add: (spans: readonly TraceSpan[]) => void) {
    this.#sampler = new TraceSampler(ratio);
    this.#clock = clock;
    this.#add = add;
  }

  /** Takes a request that was answered. */
  record(
    { headers, method, id, routeOptions }: FastifyRequest,
    { statusCode, elapsedTime }: FastifyReply,
  ): void {
    const { traceparent } = headers;
    const context = this.#sampler.begin(typeof traceparent === 'string' ? traceparent : undefined);
    if (!context) return;
    const { url: route } = routeOptions;
    this.#add([
      {
        ...context,
        name: route === undefined ? method : `${method} ${route}`,
        kind: 'server',
        startedAtMs: this.#clock.now() - elapsedTime,
        durationMs: elapsedTime,
        isFailed: statusCode >= 500,
        attributes: {
          'http.request.method': method,
          'http.response.status_code': statusCode,
          'nameplate.request_id': id,
          ...(route !== undefined && { 'http.route': route }),
        },
      },
    ]);
  }
}
