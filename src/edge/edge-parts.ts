/** What one edge is made of. Source: docs/reference/edge.md ("Workers"). */
import type { TrackerScript } from '../analytics/ingest/tracker-script.ts';
import type { Clock } from '../core/clock.ts';
import type { ErrorPageSource } from '../core/error-page.ts';
import type { HostNames } from '../core/host-names.ts';
import type { ClientCaSource, UpstreamTlsSource } from '../core/route.ts';
import type { CertificateSource } from '../core/served-certificate.ts';
import type { RecordSpool } from './edge-spool.ts';
import type { ExchangeRecord } from './http1/exchange.ts';
import type { PageOutcome } from './inject/page-outcome.ts';
import type { ProxyFailure } from './proxy/proxy-context.ts';
import type { TargetChange } from './proxy/targets.ts';
import type { RpcClient } from './rpc-client.ts';
import type { RateLimits } from './rules/rate-limits.ts';
import type { RulesMemory } from './rules/rules-memory.ts';
import type { RouteStore } from './served-routes.ts';
import type { HandshakeOutcome } from './tls/handshake-context.ts';
import type { WorkerOptions } from './worker-options.ts';

/** What an edge reads; the control store's file in a worker (control/edge-store.ts). */
export type EdgeSource = RouteStore &
  CertificateSource &
  ErrorPageSource &
  UpstreamTlsSource &
  ClientCaSource;

export type EdgeEvents = {
  readonly onConnection: () => void;
  /** A connection was not taken. */
  readonly onTurnedAway: (reason: string) => void;
  readonly onHandshake: (outcome: HandshakeOutcome) => void;
  readonly onExchange: (record: ExchangeRecord) => void;
  /** The status of an upstream's answer, and the time from the end of routing to its head. */
  readonly onUpstreamAnswer: (status: number, durationMs: number) => void;
  readonly onUpstreamFailure: (failure: ProxyFailure) => void;
  readonly onTargetChange: (change: TargetChange) => void;
  /** The outcome for each page of a domain with injection. */
  readonly onPage: (outcome: PageOutcome) => void;
  readonly onLogDropped: (count: number) => void;
  /** Writing the access log began to fail, or works again (`problem` is empty). */
  readonly onAccessLogFailing: (problem: string) => void;
  /** The same for reading rules, which are served as they were meanwhile. */
  readonly onRulesFailing: (problem: string) => void;
};

export type EdgeParts = {
  readonly options: WorkerOptions;
  readonly source: EdgeSource;
  readonly spool: RecordSpool;
  /** Asks the application process for what the source doesn't have. */
  readonly rpc: RpcClient;
  readonly limits: RateLimits;
  /** Called when it begins to listen. */
  readonly loadScript: () => Promise<TrackerScript>;
  readonly clock: Clock;
  readonly events: EdgeEvents;
  /** The system's unless a test has its own. */
  readonly names?: HostNames;
  /** Of the authorities that key directories' certificates are accepted from; Node's own unless a test has its own. */
  readonly directoryCa?: string;
  /** A quarter of the heap unless a test has its own. */
  readonly rulesMemory?: RulesMemory;
};
