/** What the API is put together from. */

import type { Logger } from 'pino';
import type { BlockStore, ReportStore } from '../analytics/engine/report-store.ts';
import type { ControlStore } from '../control/store.ts';
import type { Clock } from '../core/clock.ts';
import type { UpstreamCheck } from '../core/custom-domain.ts';
import type { FindingObserver } from '../core/finding.ts';
import type { OrderForecast } from '../core/order-budget.ts';
import type { SaltPeriodKind } from '../core/salt-period.ts';
import type { CheckUpstream } from '../core/upstream-health.ts';
import type { BackupParts } from '../features/backup/part-routes.ts';
import type { DomainConnect } from '../features/domain-connect/domain-connect.ts';
import type { OidcSettings } from '../features/sessions/oidc-provider.ts';
import type { TlsVersion } from '../resources/custom-domain.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { AccountAnalytics } from './analytics-domain.ts';
import type { Authenticator } from './auth.ts';
import type { ForwardingPeers } from './client.ts';
import type { DomainDns } from './domain-dns.ts';
import type { Mailer } from './mail/smtp-mailer.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RequestTraces } from './request-traces.ts';
import type { ReadinessCheck } from './routes/operations.ts';
import type { TrackerParts } from './routes/tracker.ts';
import type { RoutingChanges } from './routing-changes.ts';

export type ApiParts = {
  readonly store: ControlStore;
  readonly authenticator: Authenticator;
  /** Whether its callers are the operator, who has routes of its own; else they have tokens or sessions. */
  readonly isForOperator?: boolean;
  /** Whether automatic certificates are ordered here. */
  readonly ordersCertificates?: boolean;
  /** When orders that wait for the order budget are made; undefined: nothing limits them. */
  readonly orderForecast?: ((now: number) => Promise<OrderForecast>) | undefined;
  /** Null = no limit. */
  readonly rateLimit: RateLimit | null;
  /** The proxies in front that are believed. */
  readonly peers: ForwardingPeers;
  /** What links begin with; undefined: with the origin that they are asked for at. */
  readonly origin?: string | undefined;
  readonly changes: RoutingChanges;
  readonly upstreamCheck: UpstreamCheck;
  readonly checkUpstream: CheckUpstream;
  readonly dns: DomainDns;
  /** Undefined where no DNS provider can set records by our template. */
  readonly domainConnect?: DomainConnect | undefined;
  /** Of TLS with visitors; custom domains may raise it. */
  readonly tlsMinVersion: TlsVersion;
  /** Takes what checks see. */
  readonly findings: FindingObserver;
  readonly tracker: TrackerParts;
  readonly analytics: AccountAnalytics<ReportStore & BlockStore>;
  /** Of the analytics store; 0 keeps everything. */
  readonly retentionDays: number;
  /** How long a salt of visitor hashes lives. */
  readonly saltPeriod: SaltPeriodKind;
  readonly backupParts: BackupParts;
  /** Undefined: no e-mail is sent. */
  readonly mailer?: Mailer | undefined;
  /** Undefined: nobody signs in with an identity provider. */
  readonly oidc?: OidcSettings | undefined;
  readonly clock: Clock;
  /** Where the built dashboard is, if it is built. */
  readonly dashboardDirectory: string;
  readonly embedDirectory: string;
  readonly readiness: readonly ReadinessCheck[];
  readonly metrics: Metrics;
  /** Undefined where nothing is traced. */
  readonly traces?: RequestTraces | undefined;
  /** Whether clients should ask on other connections, which another process accepts too. */
  readonly isRetiring?: () => boolean;
  readonly logger: Logger;
  readonly version: string;
};
