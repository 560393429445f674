/** The API from its sources, composed on a store, without what runs in the background. */

import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { BlockStore, ReportStore } from '../../src/analytics/engine/report-store.ts';
import { Collector } from '../../src/analytics/ingest/collector.ts';
import { FloodGuard } from '../../src/analytics/ingest/collector-flood-guard.ts';
import { TrackerScript } from '../../src/analytics/ingest/tracker-script.ts';
import { VisitorHasher } from '../../src/analytics/ingest/visitor-hash.ts';
import type { AccountAnalytics } from '../../src/api/analytics-domain.ts';
import { Authenticator } from '../../src/api/auth.ts';
import type { DomainDns } from '../../src/api/domain-dns.ts';
import type { Mailer } from '../../src/api/mail/smtp-mailer.ts';
import type { ApiParts } from '../../src/api/parts.ts';
import { RateLimit } from '../../src/api/rate-limit.ts';
import { createApi } from '../../src/api/server.ts';
import type { ControlStore } from '../../src/control/store.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { CheckUpstream } from '../../src/core/upstream-health.ts';
import { TrustedProxies } from '../../src/edge/trusted-proxies.ts';
import { Findings } from '../../src/features/attention/findings.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import type { OidcSettings } from '../../src/features/sessions/oidc-provider.ts';
import { Metrics } from '../../src/telemetry/metrics.ts';

export type ComposedSettings = {
  readonly clock: Clock;
  readonly rateLimit?: number;
  readonly origin?: string;
  readonly mailer?: Mailer;
  readonly trustedProxies?: readonly string[];
  readonly dashboardDirectory?: string;
  readonly embedDirectory?: string;
  readonly oidc?: OidcSettings;
  /** By default there are no rows. */
  readonly analytics?: AccountAnalytics<ReportStore & BlockStore>;
  readonly dns?: Partial<DomainDns>;
  readonly domainConnect?: ApiParts['domainConnect'];
  readonly checkUpstream?: CheckUpstream;
  readonly ordersCertificates?: boolean;
  /** By default nothing limits orders. */
  readonly orderForecast?: ApiParts['orderForecast'];
};

export type ComposedApi = {
  readonly app: FastifyInstance;
  readonly authenticator: Authenticator;
  /** Everything that was logged, a line each. */
  readonly log: readonly string[];
};

const noRows = { query: () => Promise.resolve([]), readBlocks: () => Promise.resolve() };

export async function composeApi(store: ControlStore, settings: ComposedSettings): Promise<ComposedApi> {
  const { clock, rateLimit = 0 } = settings;
  const log: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
  const authenticator = new Authenticator(store, store.routing, clock, logger);
  const peers = new TrustedProxies(settings.trustedProxies ?? []);
  const sink = { appendDurably: () => Promise.resolve() };
  const app = await createApi({
    store,
    findings: new Findings(store),
    authenticator,
    rateLimit: rateLimit === 0 ? null : new RateLimit(rateLimit, clock),
    peers,
    changes: { catchUp: async () => void (await store.routing.currentRevision()) },
    tlsMinVersion: '1.2',
    upstreamCheck: { refusal: () => Promise.resolve(undefined) },
    checkUpstream: settings.checkUpstream ?? (() => Promise.resolve([])),
    dns: {
      records: { expected: () => [] },
      verifier: { verify: (uuid) => new CustomDomains(store).findAnywhere(uuid) },
      zone: undefined,
      edgeHostname: undefined,
      nameServersOf: () => Promise.resolve([]),
      look: () => undefined,
      ...settings.dns,
    },
    tracker: {
      collector: new Collector(new VisitorHasher(), sink, new FloodGuard(0), clock),
      script: new TrackerScript(Buffer.alloc(0)),
      clientAddressOf: (fields, peerAddress) => peers.clientAddressOf({ fields }, peerAddress),
    },
    domainConnect: settings.domainConnect,
    ordersCertificates: settings.ordersCertificates ?? false,
    orderForecast: settings.orderForecast,
    oidc: settings.oidc,
    origin: settings.origin,
    mailer: settings.mailer,
    backupParts: { dataDir: '/nonexistent', list: () => Promise.resolve([]), write: () => Promise.resolve() },
    retentionDays: 0,
    saltPeriod: 'month',
    analytics: settings.analytics ?? { forAccount: () => noRows },
    clock,
    dashboardDirectory: settings.dashboardDirectory ?? '/nonexistent',
    embedDirectory: settings.embedDirectory ?? '/nonexistent',
    readiness: [],
    metrics: new Metrics(),
    logger,
    version: '0.0.0',
  });
  return { app, authenticator, log };
}
