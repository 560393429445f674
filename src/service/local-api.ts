/**
 * The operator's API in the process of a command, for when no service runs: the same routes on the same store. What needs the
 * analytics store, which one process has open, is refused. Source: docs/reference/operator-api.md.
 */
import type { FastifyInstance } from 'fastify';
import { AnalyticsAwayError } from '../analytics/engine/failures.ts';
import { Collector } from '../analytics/ingest/collector.ts';
import { FloodGuard } from '../analytics/ingest/collector-flood-guard.ts';
import { TrackerScript } from '../analytics/ingest/tracker-script.ts';
import { VisitorHasher } from '../analytics/ingest/visitor-hash.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import { createLogger } from '../telemetry/logger.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { CleanUp } from './clean-up.ts';
import { ControlPlane } from './control-plane.ts';

export type LocalApi = AsyncDisposable & { readonly app: FastifyInstance };

const refuse = (): Promise<never> => Promise.reject(new AnalyticsAwayError('no service runs'));

/** Composes it on an open store, which stays open. */
export async function composeLocalApi(config: Config, store: ControlStore): Promise<LocalApi> {
  const cleanUp = new CleanUp();
  const control = new ControlPlane(
    config,
    {
      store,
      tracker: {
        collector: new Collector(
          new VisitorHasher(),
          { appendDurably: refuse },
          new FloodGuard(0),
          systemClock,
        ),
        script: new TrackerScript(Buffer.alloc(0)),
        clientAddressOf: (_fields, peerAddress) => peerAddress,
      },
      planes: () =>
        Promise.resolve({
          // Services that run elsewhere find the change in the revision log.
          edge: { catchUp: () => Promise.resolve() },
          events: { store: { query: refuse, readBlocks: refuse, listParts: refuse, exportPart: refuse } },
        }),
      metrics: new Metrics(),
      otlp: undefined,
      readiness: [],
      isRetiring: () => false,
    },
    createLogger({ level: 'silent', format: 'json' }),
    cleanUp,
  );
  const app = await control.createServer(true);
  cleanUp.defer(() => app.close());
  return { app, [Symbol.asyncDispose]: () => cleanUp[Symbol.asyncDispose]() };
}
