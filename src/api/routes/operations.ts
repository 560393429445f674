/** `/livez`, `/readyz` and `/metrics`, for operators' tools. Source: docs/reference/service.md ("Health"). */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../telemetry/metrics.ts';

/** One thing that the service depends on. */
export type ReadinessCheck = {
  readonly name: string;
  /** Whether the API is of no use without it; otherwise only what needs it is refused. */
  readonly isRequired: boolean;
  /** Answers what is wrong, or undefined when it works. */
  readonly problem: () => Promise<string | undefined>;
};

export function addOperationRoutes(
  app: FastifyInstance,
  checks: readonly ReadinessCheck[],
  metrics: Metrics,
): void {
  for (const path of ['/livez', '/healthz']) {
    app.get(path, { schema: { hide: true } }, async () => ({ status: 'ok' }));
  }

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      checks.map(async ({ name, isRequired, problem }) => ({ name, isRequired, problem: await problem() })),
    );
    const problems = results.filter(({ problem }) => problem !== undefined);
    const isReady = problems.every(({ isRequired }) => !isRequired);
    reply.code(isReady ? 200 : 503);
    return {
      status: !isReady ? 'unavailable' : problems.length > 0 ? 'degraded' : 'ok',
      checks: Object.fromEntries(results.map(({ name, problem }) => [name, problem ?? 'ok'])),
    };
  });

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const { text, contentType } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}
