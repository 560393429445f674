/** Sends what this process knows to the operator's collector, where there is one. Source: docs/reference/tracing.md. */
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Otlp } from '../telemetry/otlp.ts';
import { version } from './version.ts';

/** Undefined where it is off: then its libraries are not even loaded. */
export async function openOtlp(
  { otlp, api }: Config,
  metrics: Metrics,
  logger: Logger,
): Promise<Otlp | undefined> {
  if (!otlp) return undefined;
  const { Otlp } = await import('../telemetry/otlp.ts');
  const sender = new Otlp({
    endpoint: otlp.endpoint,
    headers: otlp.headers,
    version,
    instance: `${hostname()}:${api.port}`,
    registry: metrics.inner,
    logger,
  });
  metrics.counter(
    'nameplate_trace_spans_dropped_total',
    'Spans that were not sent: too many at once, or the collector was away.',
    [],
    (add) => add({}, sender.dropped),
  );
  return sender;
}
