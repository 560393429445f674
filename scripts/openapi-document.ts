/** The OpenAPI document as the API itself serves it, made from a service that exists only for this. */

import { pino } from 'pino';
import { Collector } from '../src/analytics/ingest/collector.ts';
import { FloodGuard } from '../src/analytics/ingest/collector-flood-guard.ts';
import { TrackerScript } from '../src/analytics/ingest/tracker-script.ts';
import { VisitorHasher } from '../src/analytics/ingest/visitor-hash.ts';
import { Authenticator } from '../src/api/auth.ts';
import { createApi } from '../src/api/server.ts';
import { ControlStore } from '../src/control/store.ts';
import { systemClock } from '../src/core/clock.ts';
import { CustomDomains } from '../src/features/custom-domains/custom-domain-store.ts';
import { version } from '../src/service/version.ts';
import { Metrics } from '../src/telemetry/metrics.ts';

/** Answers the document as formatted JSON. */
export async function renderOpenApi(): Promise<string> {
  await using store = await ControlStore.open({ kind: 'sqlite', path: ':memory:' }, systemClock);
  const api = await makeDocumentApi(store);
  const answer = await api.inject('/openapi.json');
  await api.close();
  return `${JSON.stringify(JSON.parse(answer.body), null, 2)}\n`;
}

/** The API on a store, with nothing behind it that answers analytics or knows DNS. */
export function makeDocumentApi(store: ControlStore): ReturnType<typeof createApi> {
  const logger = pino({ level: 'silent' });
  return createApi({
    store,
    authenticator: new Authenticator(store, store.routing, systemClock, logger),
    rateLimit: null,
    retentionDays: 0,
    saltPeriod: 'month',
    peers: {
      includes: () => false,
      clientAddressOf: (_head, peerAddress) => peerAddress,
      schemeOf: () => 'http',
    },
    changes: { catchUp: () => Promise.resolve() },
    tlsMinVersion: '1.2',
    upstreamCheck: { refusal: () => Promise.resolve(undefined) },
    checkUpstream: () => Promise.resolve([]),
    dns: {
      records: { expected: () => [] },
      verifier: { verify: (uuid) => new CustomDomains(store).findAnywhere(uuid) },
      edgeHostname: undefined,
      nameServersOf: () => Promise.resolve([]),
      look: () => undefined,
      zone: undefined,
    },
    findings: { observe: () => Promise.resolve() },
    tracker: {
      collector: new Collector(
        new VisitorHasher(),
        { appendDurably: () => Promise.resolve() },
        new FloodGuard(0),
        systemClock,
      ),
      script: new TrackerScript(Buffer.alloc(0)),
      clientAddressOf: (_fields, peerAddress) => peerAddress,
    },
    backupParts: { dataDir: '/nonexistent', list: () => Promise.resolve([]), write: () => Promise.resolve() },
    analytics: {
      forAccount: () => ({ query: () => Promise.resolve([]), readBlocks: () => Promise.resolve() }),
    },
    clock: systemClock,
    dashboardDirectory: '',
    embedDirectory: '',
    readiness: [],
    metrics: new Metrics(),
    logger,
    version,
  });
}
