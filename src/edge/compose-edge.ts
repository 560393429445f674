/**
 * Composes one edge: everything that serves visitors on its ports. A worker process runs one of them
 * (edge-worker.ts); nothing here is shared between two in one process.
 * Source: docs/reference/edge.md ("Workers").
 *
 * States: composed → loaded (has its routes, serves nobody yet) → listening → draining (accepts nothing more) → closed.
 */
import { Collector } from '../analytics/ingest/collector.ts';
import { FloodGuard } from '../analytics/ingest/collector-flood-guard.ts';
import type { CollectCounts } from '../analytics/ingest/collector-refusals.ts';
import type { FullDay } from '../analytics/ingest/full-days.ts';
import type { TrackerScript } from '../analytics/ingest/tracker-script.ts';
import { VisitorHasher } from '../analytics/ingest/visitor-hash.ts';
import { CrawlerDirectories } from '../analytics/lookup/crawler-directories.ts';
import { AddressPolicy } from '../core/address-policy.ts';
import { AddressRanges } from '../core/address-ranges.ts';
import { HostNames } from '../core/host-names.ts';
import { originOf } from '../core/own-url.ts';
import type { RoutingPatch } from '../core/route.ts';
import { AccessLog } from './access-log/access-log.ts';
import { AccessRecorder } from './access-record.ts';
import { HostCounter } from './busiest-hosts.ts';
import { CollectHandler } from './collect/collect-handler.ts';
import { ConnectionRoom, descriptorLimit, type TurnedAway } from './connection-room.ts';
import { CrawlerLookup } from './crawlers/crawler-lookup.ts';
import { KeyDirectories } from './crawlers/key-directories.ts';
import { RequestSignatures } from './crawlers/request-signatures.ts';
import { EdgeHandler } from './edge-handler.ts';
import type { EdgeParts } from './edge-parts.ts';
import type { RecordSpool } from './edge-spool.ts';
import { ErrorPageCache } from './error-pages/error-page-cache.ts';
import { ErrorPages } from './error-pages/error-pages.ts';
import { HealthAnswer } from './health-answer.ts';
import { Listener, type ListenerOptions } from './listener.ts';
import { ownAddresses } from './own-addresses.ts';
import { childDescriptor, type SocketName } from './passed-sockets.ts';
import { PlaceLookup } from './place-lookup.ts';
import { ProxyHandler } from './proxy-handler.ts';
import { isReachRequest, ReachAnswer } from './reach-answer.ts';
import { RedirectCircles } from './redirect-circles.ts';
import { RedirectHandler } from './redirect-handler.ts';
import type { RoutingTable } from './routing-table.ts';
import { BasicAuth } from './rules/basic-auth.ts';
import { Challenges } from './rules/challenges.ts';
import type { RateLimits } from './rules/rate-limits.ts';
import { RulesHandler } from './rules/rules-handler.ts';
import { ServedRoutes } from './served-routes.ts';
import { CertificateFinder } from './tls/certificate-finder.ts';
import { HandshakeCounts } from './tls/handshake-counts.ts';
import { TlsPlane } from './tls/tls-plane.ts';
import { type FlushedSpans, Tracer } from './tracer.ts';
import { TrustedProxies } from './trusted-proxies.ts';
import { UnknownHosts } from './unknown-hosts.ts';

/** Makes an edge of its parts; `load` and `listen` start it. */
export function composeEdge(parts: EdgeParts): ComposedEdge {
  return new ComposedEdge(parts);
}

export type { ComposedEdge };

class ComposedEdge {
  readonly table: RoutingTable;
  readonly proxy: ProxyHandler;
  readonly tls: TlsPlane;
  readonly limits: RateLimits;
  readonly visitors: VisitorHasher = new VisitorHasher();
  readonly reach: ReachAnswer = new ReachAnswer();
  readonly challenges: Challenges = new Challenges();
  readonly finder: CertificateFinder;
  readonly handshakes: HandshakeCounts;
  readonly spool: RecordSpool;
  readonly #parts: EdgeParts;
  readonly #routes: ServedRoutes;
  readonly #room: ConnectionRoom;
  /** Null: they are refused. */
  readonly #unknownHosts: UnknownHosts | null;
  readonly #collector: Collector;
  readonly #trustedProxies: TrustedProxies;
  readonly #places: PlaceLookup;
  readonly #crawlers: CrawlerLookup;
  readonly #tracer: Tracer | undefined;
  /** Undefined: hosts aren't counted. */
  readonly hosts: HostCounter | undefined;
  readonly #accessLog: AccessLog | undefined;
  #opening: Promise<void> | undefined;
  #http: Listener | undefined;
  #https: Listener | undefined;
  #isDraining = false;
  /** Others accept on the same ports, so the end of this edge is of no concern to load balancers. */
  #hasSuccessors = false;

  constructor(parts: EdgeParts) {
    const { options, source, spool, rpc, clock, events } = parts;
    const { allow, ownPorts, ...upstreamLimits } = options.upstream;
    this.#parts = parts;
    this.limits = parts.limits;
    this.spool = spool;
    this.#routes = new ServedRoutes(source, events.onRulesFailing, parts.rulesMemory);
    this.table = this.#routes.table;
    this.#room = new ConnectionRoom(descriptorLimit(), events.onTurnedAway);
    this.finder = new CertificateFinder(source, rpc);
    this.handshakes = new HandshakeCounts({
      sink: spool.handshakes,
      siteOf: (host) => this.table.siteOf(host),
      clock,
    });
    this.#unknownHosts = options.asksOfUnknownHosts ? new UnknownHosts(rpc, options.defaultHost) : null;
    this.tls = new TlsPlane({
      table: this.table,
      findCertificates: this.finder.find,
      rpc,
      defaultHost: options.defaultHost,
      addresses: options.addresses ?? [],
      minVersion: options.tlsMinVersion,
      clientCas: source,
      clock,
      onUnknownName: (host, clientAddress) => void this.#unknownHosts?.find(host, clientAddress),
      onOutcome: events.onHandshake,
      onCounted: (...handshake) => this.handshakes.count(...handshake),
    });
    const floods = new FloodGuard(options.eventsPerMinute);
    this.#collector = new Collector(this.visitors, spool.pageviews, floods, clock);
    this.#trustedProxies = new TrustedProxies(options.trustedProxies, options.clientAddressField);
    this.#places = new PlaceLookup(options.placesDatabase);
    const policy = new AddressPolicy(allow, ownPorts, ownAddresses);
    const names = parts.names ?? new HostNames();
    const keys = new KeyDirectories(async (origin, signal) => {
      // Most edges never fetch one.
      const { fetchDirectory } = await import('./crawlers/fetch-directory.ts');
      return await fetchDirectory(origin, { policy, names, ca: parts.directoryCa }, signal);
    }, clock);
    const directories = new CrawlerDirectories(options.botDirectories);
    this.#crawlers = new CrawlerLookup(
      options.crawlerList,
      options.crawlerRanges,
      options.dnsServers,
      clock,
      new RequestSignatures(directories, keys, clock),
    );
    this.#tracer = options.traceRatio > 0 ? new Tracer(options.traceRatio) : undefined;
    this.hosts = options.busiestHosts > 0 ? new HostCounter() : undefined;
    this.#accessLog = options.accessLog
      ? new AccessLog(options.accessLog, this.#trustedProxies, {
          onDropped: events.onLogDropped,
          onFailing: events.onAccessLogFailing,
        })
      : undefined;
    this.proxy = new ProxyHandler({
      tracer: this.#tracer,
      policy,
      names,
      ...upstreamLimits,
      trustedProxies: this.#trustedProxies,
      places: this.#places,
      upstreamOf: (wanted, uuid) => this.table.upstreamOf(wanted, uuid),
      errorPages: new ErrorPages(new ErrorPageCache(source)),
      upstreamTls: source,
      clock,
      onFailure: events.onUpstreamFailure,
      onTargetChange: events.onTargetChange,
      onUpstreamAnswer: events.onUpstreamAnswer,
      onPage: events.onPage,
    });
  }

  /** Replaces all routes by what the source has. The old ones stay where that fails. */
  async load(): Promise<void> {
    await this.#routes.load();
    this.tls.reloaded();
  }

  /** A gap leaves the table's revision where it is. */
  async apply(patch: RoutingPatch): Promise<void> {
    await this.#routes.apply(patch);
    this.tls.changed(patch);
  }

  /** Reads rules that the source did not have when they changed; call it periodically. */
  refreshRules(): Promise<void> {
    return this.#routes.refreshRules();
  }

  /** Accepts clients. Rejects with the system's error; `onTls` is called before the TLS port is opened. */
  listen(onTls: () => void = () => {}): Promise<void> {
    this.#opening = this.#open(onTls);
    return this.#opening;
  }

  async #open(onTls: () => void): Promise<void> {
    const { options, spool, loadScript } = this.#parts;
    const { httpPort, httpsPort } = options;
    spool.prepare();
    const shared = this.#listenerOptions(await loadScript());
    if (httpPort !== null)
      this.#http = await Listener.open({ ...shared, port: httpPort, descriptor: this.#passed('http') });
    if (httpsPort === null) return;
    onTls();
    const { serve } = this.tls;
    const descriptor = this.#passed('https');
    this.#https = await Listener.open({ ...shared, port: httpsPort, descriptor, serve });
  }

  get http(): Listener | undefined {
    return this.#http;
  }

  get https(): Listener | undefined {
    return this.#https;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  get openConnections(): number {
    return (this.#http?.openConnections ?? 0) + (this.#https?.openConnections ?? 0);
  }

  get eventCounts(): CollectCounts {
    return this.#collector.counts;
  }

  /** What was traced since the last time. */
  flushSpans(): FlushedSpans | undefined {
    return this.#tracer?.flush();
  }

  /** Connections that were not taken, for the log: once a minute at most. */
  turnedAway(): TurnedAway | undefined {
    return this.#room.news(performance.now());
  }

  /** The domains that take no further event names. */
  setFullDays(days: readonly FullDay[]): void {
    this.#collector.setFullDays(days);
  }

  /** Health checks learn from now on that this edge is about to stop; visitors are served as before. */
  lameDuck(): void {
    this.#isDraining = true;
  }

  /**
   * Accepts nothing more, lets requests under way finish for up to `graceMs`, and then closes everything. Idle connections
   * stay open for `retireMs` of that, for one more request each. May be called again with less.
   */
  async drain(graceMs: number, retireMs: number): Promise<void> {
    this.#isDraining = true;
    this.#hasSuccessors = retireMs > 0;
    this.proxy.stopHealthChecks();
    await Promise.all([this.#http?.drain(graceMs, retireMs), this.#https?.drain(graceMs, retireMs)]);
    await this.close();
  }

  /** Cuts off whatever is under way, and stores what was recorded. */
  async close(): Promise<void> {
    this.#isDraining = true;
    await this.#opening?.catch(() => {});
    this.#http?.[Symbol.dispose]();
    this.#https?.[Symbol.dispose]();
    this.proxy[Symbol.dispose]();
    this.handshakes.flush();
    await Promise.all([this.spool.close(), this.#accessLog?.close()]);
    this.#places[Symbol.dispose]();
    this.#crawlers[Symbol.dispose]();
  }

  #listenerOptions(script: TrackerScript): Omit<ListenerOptions, 'port'> {
    const { options, spool, rpc, clock, events } = this.#parts;
    const { table, tls, proxy, limits, visitors } = this;
    const trustedProxies = this.#trustedProxies;
    const places = this.#places;
    const crawlers = this.#crawlers;
    const httpsPort = (): number => this.#https?.port ?? 0;
    const upgrade = options.upgradesToHttps && options.httpsPort !== null ? tls.upgrade(httpsPort) : null;
    const auth = new BasicAuth();
    const facts = { places, crawlers, visitors };
    const circles = new RedirectCircles({ table, trustedProxies, facts, clock });
    const { record } = new AccessRecorder(spool.requests, (exchange, head) => {
      const { clientAddress, peerAddress, startedAtMs, siteUuid } = exchange;
      const scheme = trustedProxies.schemeOf(head, peerAddress, exchange.scheme);
      const request = { head, origin: originOf(scheme, head.authority), clientAddress, nowMs: startedAtMs };
      return crawlers.isSigned(request, siteUuid);
    });
    const allowed = new AddressRanges(['127.0.0.0/8', '::1', ...options.healthAllow]);
    const health = new HealthAnswer(
      (address) => allowed.includes(address),
      () => ({
        isDraining: this.#isDraining && !this.#hasSuccessors,
        hasApplication: !rpc.isAway,
        routes: table.size,
      }),
    );
    return {
      host: options.host,
      handler: new EdgeHandler(
        table,
        new RedirectHandler(trustedProxies, circles),
        proxy,
        trustedProxies,
        new CollectHandler(this.#collector, script),
        { httpChallenge: tls.httpChallenge, upgrade, httpsPort, clock },
        health,
        crawlers,
        new RulesHandler({
          table,
          loadRules: (host) => this.#routes.loadRules(host),
          proxy,
          trustedProxies,
          upgrade,
          facts,
          limits,
          auth,
          challenges: this.challenges,
          clock,
          redirectionOf: circles.redirectionOf,
        }),
        this.reach,
        this.#unknownHosts,
      ),
      clock,
      room: this.#room,
      trustedProxies,
      bodyMinRate: options.bodyMinRate,
      onConnection: events.onConnection,
      onExchange: (exchange) => {
        if (exchange.head && isReachRequest(exchange.head)) return;
        events.onExchange(exchange);
        if (exchange.head && exchange.siteUuid !== '')
          this.hosts?.count(this.table.configuredHostOf(exchange.head.authority.host));
        record(exchange);
        this.#accessLog?.record(exchange);
        this.#tracer?.record(exchange);
      },
    };
  }

  #passed(name: SocketName): number | undefined {
    return this.#parts.options.passedSockets?.includes(name) ? childDescriptor(name) : undefined;
  }
}
