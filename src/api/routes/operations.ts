/** `/healthz`, `/readyz` and `/metrics`, for operators' tools. Source: docs/reference/service.md ("Health"). */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../telemetry/metrics.ts';

/** One thing that must work for the service to be ready. */
export type ReadinessCheck = {
  readonly name: string;
  /** Answers what is wrong, or undefined when it works. */
  readonly problem: () => Promise<string | undefined>;
};

export function addOperationRoutes(
  app: FastifyInstance,
  checks: readonly ReadinessCheck[],
  metrics: Metrics,
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      checks.map(async ({ name, problem }) => [name, (await problem()) ?? 'ok'] as const),
    );
    const ready = results.every(([, state]) => state === 'ok');
    reply.code(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(results) };
  });

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const { text, contentType } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}
