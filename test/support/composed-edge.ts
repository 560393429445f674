/** An edge of the product in the test's own process, with routes, certificates and records in memory. */
import type { PageviewSink } from '../../src/analytics/ingest/collector.ts';
import { TrackerScript } from '../../src/analytics/ingest/tracker-script.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import type { ErrorPageSource } from '../../src/core/error-page.ts';
import type { HostNames } from '../../src/core/host-names.ts';
import type { RedirectRule } from '../../src/core/redirect-route.ts';
import type { ClientCaSource, DomainRoute, RoutingSource, UpstreamTlsSource } from '../../src/core/route.ts';
import type { CertificateSource } from '../../src/core/served-certificate.ts';
import type { RecordSink } from '../../src/edge/access-record.ts';
import { type ComposedEdge, composeEdge } from '../../src/edge/compose-edge.ts';
import type { ExchangeRecord } from '../../src/edge/http1/exchange.ts';
import type { PageOutcome } from '../../src/edge/inject/page-outcome.ts';
import type { ProxyFailure } from '../../src/edge/proxy/proxy-context.ts';
import type { TargetChange } from '../../src/edge/proxy/targets.ts';
import { nothing, type RpcHandler } from '../../src/edge/rpc.ts';
import { RpcClient } from '../../src/edge/rpc-client.ts';
import { RateLimits } from '../../src/edge/rules/rate-limits.ts';
import type { RulesMemory } from '../../src/edge/rules/rules-memory.ts';
import type { WorkerOptions } from '../../src/edge/worker-options.ts';

export const plainRule: RedirectRule = {
  uuid: '0197aaaa-0000-7000-8000-0000000000f1',
  matchPath: '*',
  destinationUrl: 'https://dest.example',
  redirectType: 'permanent',
  preservePath: true,
  preserveQueryString: true,
};

/** A source of routes in memory. */
export function sourceOf(
  rules: Readonly<Record<string, Partial<RedirectRule>>>,
  revision = 1,
  domains: Readonly<Record<string, DomainRoute>> = {},
): RoutingSource {
  const hosts = [...new Set([...Object.keys(rules), ...Object.keys(domains)])].toSorted();
  return {
    position: async () => ({ revision, mark: '' }),
    routesAfter: async (afterHost, limit) =>
      hosts
        .filter((host) => host > afterHost)
        .slice(0, limit)
        .map((host) => ({
          host,
          redirect: rules[host] ? { ...plainRule, ...rules[host] } : null,
          domain: domains[host] ?? null,
        })),
  };
}

/** Any free port of 127.0.0.1 in clear text; upstreams are on this machine, where those of tests listen. */
export function edgeOptions(further: Partial<WorkerOptions> = {}): WorkerOptions {
  return {
    workers: 1,
    store: { path: '/nonexistent', secretKeys: { kind: 'given', keys: '' } },
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: null,
    defaultHost: 'edge.example',
    upgradesToHttps: true,
    tlsMinVersion: '1.2',
    trustedProxies: [],
    clientAddressField: 'x-forwarded-for',
    healthAllow: [],
    upstream: upstreamOptions(),
    bodyMinRate: 0,
    spoolDirectory: '/nonexistent',
    crawlerList: null,
    crawlerRanges: null,
    // Nothing answers there.
    dnsServers: ['127.0.0.1:1'],
    botDirectories: [],
    placesDatabase: null,
    accessLog: null,
    traceRatio: 0,
    busiestHosts: 0,
    eventsPerMinute: 0,
    ...further,
  };
}

type UpstreamOptions = WorkerOptions['upstream'];

export function upstreamOptions(wanted: Partial<UpstreamOptions> = {}): UpstreamOptions {
  return {
    allow: wanted.allow ?? ['127.0.0.0/8', '::1/128'],
    ownPorts: wanted.ownPorts ?? [],
    connectTimeoutMs: wanted.connectTimeoutMs ?? 5_000,
    maxConnections: wanted.maxConnections ?? 1_024,
    maxRequestsPerClient: wanted.maxRequestsPerClient ?? 0,
    responseTimeoutMs: wanted.responseTimeoutMs ?? 60_000,
  };
}

export type TestEdgeParts = {
  readonly options?: WorkerOptions;
  readonly rules?: Readonly<Record<string, Partial<RedirectRule>>>;
  readonly domains?: Readonly<Record<string, DomainRoute>>;
  /** None by default, like the next two. */
  readonly certificates?: CertificateSource;
  readonly errorPages?: ErrorPageSource;
  readonly upstreamTls?: UpstreamTlsSource;
  readonly clientCas?: ClientCaSource;
  /** The application process's answers. */
  readonly onRequest?: RpcHandler;
  /** Takes what trackers send; by default it is kept in memory. */
  readonly pageviews?: PageviewSink;
  readonly script?: TrackerScript;
  readonly clock?: Clock;
  readonly names?: HostNames;
  readonly directoryCa?: string;
  /** Takes the lines of records; by default they are dropped. */
  readonly requests?: RecordSink;
  readonly rulesMemory?: RulesMemory;
};

/** What an edge said while it ran. */
export type SeenOnEdge = {
  readonly records: ExchangeRecord[];
  readonly failures: ProxyFailure[];
  readonly targetChanges: TargetChange[];
  /** What became of pages of domains with injection. */
  readonly pages: PageOutcome[];
  /** Of handshakes. */
  readonly outcomes: string[];
  readonly handshakeLines: string[];
};

/** An edge that listens. */
export async function openEdge(
  parts: TestEdgeParts,
  onDone: (close: () => Promise<void>) => void,
): Promise<{ edge: ComposedEdge; seen: SeenOnEdge }> {
  const seen: SeenOnEdge = {
    records: [],
    failures: [],
    targetChanges: [],
    pages: [],
    outcomes: [],
    handshakeLines: [],
  };
  const { onRequest = async () => nothing, pageviews = { appendDurably: async () => {} } } = parts;
  const rpc = new RpcClient((id, request) => {
    onRequest(request).then(
      (answer) => rpc.settle(id, answer),
      () => rpc.settle(id, null),
    );
  });
  const routes = sourceOf(parts.rules ?? {}, 1, parts.domains);
  const edge = composeEdge({
    options: parts.options ?? edgeOptions(),
    source: {
      readRoutes: (load) => load(routes),
      async *rulesOf() {},
      findForHost: async (host) => (await parts.certificates?.findForHost(host)) ?? [],
      errorPageOf: async (...page) => parts.errorPages?.errorPageOf(...page),
      upstreamTlsOf: async (uuid) => parts.upstreamTls?.upstreamTlsOf(uuid),
      clientCaOf: async (uuid) => parts.clientCas?.clientCaOf(uuid),
    },
    spool: {
      requests: parts.requests ?? { append: () => {} },
      pageviews,
      handshakes: { append: (line) => seen.handshakeLines.push(line) },
      prepare: () => {},
      setFull: () => {},
      close: async () => {},
    },
    rpc,
    limits: new RateLimits(1),
    loadScript: async () => parts.script ?? new TrackerScript(Buffer.from('// of the test')),
    clock: parts.clock ?? systemClock,
    ...(parts.names && { names: parts.names }),
    ...(parts.directoryCa !== undefined && { directoryCa: parts.directoryCa }),
    ...(parts.rulesMemory && { rulesMemory: parts.rulesMemory }),
    events: {
      onConnection: () => {},
      onTurnedAway: () => {},
      onHandshake: (outcome) => seen.outcomes.push(outcome),
      onExchange: (record) => seen.records.push(record),
      onUpstreamAnswer: () => {},
      onUpstreamFailure: (failure) => seen.failures.push(failure),
      onTargetChange: (change) => seen.targetChanges.push(change),
      onPage: (outcome) => seen.pages.push(outcome),
      onLogDropped: () => {},
      onAccessLogFailing: () => {},
      onRulesFailing: () => {},
    },
  });
  onDone(async () => {
    rpc[Symbol.dispose]();
    await edge.close();
  });
  await edge.load();
  await edge.listen();
  return { edge, seen };
}
