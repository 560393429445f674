/**
 * The operator's API in the process of a command, for when no service runs: the same routes on the same store. What needs the
 * analytics store, which one process has open, is refused. Source: docs/reference/operator-api.md.
 */
import { AnalyticsAwayError } from '../analytics/engine/failures.ts';
import { Collector } from '../analytics/ingest/collector.ts';
import { FloodGuard } from '../analytics/ingest/collector-flood-guard.ts';
import { TrackerScript } from '../analytics/ingest/tracker-script.ts';
import { VisitorHasher } from '../analytics/ingest/visitor-hash.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import { Findings } from '../features/attention/findings.ts';
import { createLogger } from '../telemetry/logger.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { CleanUp } from './clean-up.ts';
import { ControlPlane } from './control-plane.ts';

export type LocalApi = AsyncDisposable & { readonly inject: (request: LocalRequest) => Promise<LocalAnswer> };
type LocalRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
};
type LocalAnswer = {
  readonly statusCode: number;
  readonly headers: { readonly etag?: string; readonly link?: string };
  readonly body: string;
  readonly rawPayload: Buffer;
};

/** What is written there is sealed. */
const sealed = /\/(?:upstreams|webhook_endpoints|custom_certificates|export_destinations|plans)\b/;

const refuse = (): Promise<never> => Promise.reject(new AnalyticsAwayError('no service runs'));

/** Composes it on an open store, which stays open. `onWarning` gets what the operator should know of the secret key. */
export async function composeLocalApi(
  config: Config,
  store: ControlStore,
  onWarning: (warning: string) => void,
): Promise<LocalApi> {
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
      findings: new Findings(store),
      otlp: undefined,
      readiness: [],
      isRetiring: () => false,
    },
    createLogger({ level: 'silent', format: 'json' }),
    cleanUp,
  );
  const app = await control.createServer(true);
  cleanUp.defer(() => app.close());
  let isPrepared = false;
  let lookUp: Promise<void> | undefined;
  return {
    // What a service does when it starts, as far as the request needs it.
    async inject(request) {
      const { method, url } = request;
      if (!isPrepared && method !== 'GET' && method !== 'DELETE' && sealed.test(url)) {
        for (const warning of await store.secretKeys.prepare()) onWarning(warning);
        isPrepared = true;
      }
      if (url.includes('/custom_domains')) await (lookUp ??= control.lookUpEdge());
      const { statusCode, headers, body, rawPayload } = await app.inject(request);
      const { etag, link } = headers;
      return {
        statusCode,
        headers: { ...(typeof etag === 'string' && { etag }), ...(typeof link === 'string' && { link }) },
        body,
        rawPayload,
      };
    },
    [Symbol.asyncDispose]: () => cleanUp[Symbol.asyncDispose](),
  };
}
