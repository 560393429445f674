/** The server of a machine without the API: only what operators' tools ask. Source: docs/reference/service.md ("Health"). */
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../telemetry/metrics.ts';
import { endConnectionsAtStop } from './connection-ends.ts';
import { addErrorHandlers } from './error-handler.ts';
import { addOperationRoutes, type ReadinessCheck } from './routes/operations.ts';
import { withoutCompilers } from './without-compilers.ts';

export type OperationsParts = {
  readonly readiness: readonly ReadinessCheck[];
  readonly metrics: Metrics;
  readonly isRetiring: () => boolean;
  readonly logger: Logger;
};

/** Builds the server; it listens when told to. */
export function createOperationsServer(parts: OperationsParts): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = parts.logger;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    schemaController: withoutCompilers,
  });
  endConnectionsAtStop(app, parts.isRetiring);
  addErrorHandlers(app);
  addOperationRoutes(app, parts.readiness, parts.metrics);
  return app;
}
