/**
 * Passes requests for custom domains on to their upstreams.
 * Source: docs/reference/proxy.md.
 */
import type { AddressPolicy } from '../core/address-policy.ts';
import type { Clock } from '../core/clock.ts';
import { prefersHtml } from '../core/content-negotiation.ts';
import type { HostNames } from '../core/host-names.ts';
import type { DomainRoute, UpstreamTlsSource } from '../core/route.ts';
import type { CheckedUpstreams } from '../core/upstream-health.ts';
import { CompressionChange } from './compression/compression-change.ts';
import { changesRobots, robotsFile } from './crawlers/robots-file.ts';
import type { ErrorPages } from './error-pages/error-pages.ts';
import { NotFoundChange } from './error-pages/not-found-change.ts';
import { plainAnswer } from './http1/answer.ts';
import type { Exchange } from './http1/exchange.ts';
import type { RequestHead } from './http1/request-head.ts';
import { ScriptChange } from './inject/open-page.ts';
import type { PageOutcome } from './inject/page-outcome.ts';
import { PageRequest } from './inject/page-request.ts';
import { scriptsOf } from './inject/script-tag.ts';
import type { PlaceLookup } from './place-lookup.ts';
import type { AnswerChange } from './proxy/answer-change.ts';
import { clientCertificateFieldsOf } from './proxy/client-certificate-fields.ts';
import { ClientShares } from './proxy/client-shares.ts';
import { gatewayAnswer } from './proxy/gateway-answer.ts';
import { geoFieldsOf } from './proxy/geo-fields.ts';
import { HealthChecks, type UpstreamLookup } from './proxy/health-checks.ts';
import { metadataFieldsOf } from './proxy/metadata-fields.ts';
import type { ProxyContext, ProxyFailure } from './proxy/proxy-context.ts';
import { ProxyExchange } from './proxy/proxy-exchange.ts';
import { forwardHead, type ProxyTarget, passesOf } from './proxy/request-fields.ts';
import { type TargetChange, Targets } from './proxy/targets.ts';
import { TlsContexts } from './proxy/tls-contexts.ts';
import { upgradeOf } from './proxy/upgrade.ts';
import { UpstreamPool } from './proxy/upstream-pool.ts';
import { requestIdOf } from './request-id.ts';
import type { ServedDomain } from './routing-table.ts';
import { acmePrefix } from './tls/http-challenge.ts';
import type { Tracer } from './tracer.ts';
import type { Scheme, TrustedProxies } from './trusted-proxies.ts';

export type ProxyOptions = {
  readonly policy: AddressPolicy;
  readonly names: HostNames;
  readonly connectTimeoutMs: number;
  /** To one upstream. */
  readonly maxConnections: number;
  /** Of one client under way at one upstream; 0: no limit. */
  readonly maxRequestsPerClient: number;
  readonly responseTimeoutMs: number;
  readonly trustedProxies: TrustedProxies;
  readonly places: PlaceLookup;
  readonly upstreamOf: UpstreamLookup;
  readonly errorPages: ErrorPages;
  readonly upstreamTls: UpstreamTlsSource;
  /** Undefined where nothing is traced. */
  readonly tracer?: Tracer | undefined;
  readonly clock: Clock;
  readonly onFailure: (failure: ProxyFailure) => void;
  readonly onTargetChange: (change: TargetChange) => void;
  /** The status of the answer and the time from the end of routing to its head. */
  readonly onUpstreamAnswer: (status: number, durationMs: number) => void;
  /** The outcome for each page of a domain with injection. */
  readonly onPage: (outcome: PageOutcome) => void;
};

/** One timer checks the deadlines of all exchanges, because a timer for each would cost too much. */
const sweepEveryMs = 250;
/**
 * How often one request may pass through programs like this one: more means a loop, which multiplies it each round.
 */
const maxPasses = 5;

export class ProxyHandler implements Disposable {
  readonly errorPages: ErrorPages;
  readonly #trustedProxies: TrustedProxies;
  readonly #places: PlaceLookup;
  readonly #tracer: Tracer | undefined;
  readonly #context: ProxyContext;
  readonly #healthChecks: HealthChecks;
  readonly #timer: NodeJS.Timeout;

  constructor(options: ProxyOptions) {
    const { policy, names, connectTimeoutMs, maxConnections, responseTimeoutMs, clock } = options;
    this.#trustedProxies = options.trustedProxies;
    this.#places = options.places;
    this.#tracer = options.tracer;
    this.errorPages = options.errorPages;
    const targets = new Targets(options.onTargetChange);
    const dialling = { policy, names, tlsContexts: new TlsContexts(options.upstreamTls) };
    this.#healthChecks = new HealthChecks(dialling, targets, options.upstreamOf);
    this.#context = {
      pool: new UpstreamPool({ ...dialling, timeoutMs: connectTimeoutMs }, maxConnections),
      targets,
      shares: new ClientShares(options.maxRequestsPerClient),
      errorPages: options.errorPages,
      clock,
      responseTimeoutMs,
      active: new Set(),
      onFailure: options.onFailure,
      onUpstreamAnswer: options.onUpstreamAnswer,
      onPage: options.onPage,
    };
    this.#timer = setInterval(() => this.#sweep(performance.now()), sweepEveryMs);
    this.#timer.unref();
  }

  /** Idle or not, to all upstreams. */
  get openConnections(): number {
    return this.#context.pool.openConnections;
  }

  /** Those that took no connection, or whose health checks failed. */
  get targetsDown(): number {
    return this.#context.targets.down;
  }

  /** What health checks say since the last call. */
  takeChecked(): CheckedUpstreams {
    return this.#healthChecks.takeChecked();
  }

  /** `rewritten`: what a rule sends in place of the request's own path and host. */
  handle(
    exchange: Exchange,
    head: RequestHead,
    domain: ServedDomain,
    rewritten: ProxyTarget | null = null,
  ): void {
    const { peerAddress } = exchange;
    if (passesOf(head) >= maxPasses) {
      exchange.failure = 'proxy_loop';
      exchange.answer(plainAnswer(508, 'The server behind this address leads back to it.'));
      return;
    }
    const isTrusted = this.#trustedProxies.includes(peerAddress);
    exchange.requestId = requestIdOf(head, isTrusted) || exchange.answerId;
    if (isUnderMaintenance(head, domain.route)) {
      this.errorPages.answerMaintenance(exchange, domain.route);
      return;
    }
    exchange.trace = this.#tracer?.begin(head);
    if (domain.route.upstream.authToken === null) {
      this.#refuse(exchange, head.authority.host, domain.route);
      return;
    }
    const { upstream } = domain.route;
    if (upstream.healthCheck) this.#healthChecks.noteUse(upstream, head.authority.host);
    const forwarded = {
      isTrusted,
      scheme: this.#trustedProxies.schemeOf(head, peerAddress, exchange.scheme),
    };
    const upgrade = upgradeOf(head);
    const change = upgrade === '' ? changeOf(head, domain.route, forwarded.scheme, this.errorPages) : null;
    const headText = forwardHead(
      exchange,
      head,
      domain.route,
      domain.host,
      forwarded,
      upgrade,
      change,
      this.#factsFor(domain.route, exchange),
      rewritten,
    );
    new ProxyExchange(exchange, head, domain.route, headText, upgrade, change, this.#context).start();
  }

  /** Field lines that the upstream asks for, and those of the visitor's certificate. */
  #factsFor(route: DomainRoute, { clientAddress, clientCertificate }: Exchange): string {
    const { geoFields, metadataFields } = route.upstream;
    let facts = geoFields ? geoFieldsOf(this.#places.placeOf(clientAddress)) : '';
    if (metadataFields) facts += metadataFieldsOf(route);
    if (clientCertificate) facts += clientCertificateFieldsOf(clientCertificate);
    return facts;
  }

  /** Without the token, the upstream couldn't tell that a request came through here. */
  #refuse(exchange: Exchange, host: string, route: DomainRoute): void {
    const { requestId, answerId } = exchange;
    const failure = 'token_unreadable';
    const detail = 'this machine does not have the secret key that the auth_token is encrypted with';
    exchange.failure = failure;
    this.errorPages.answer(exchange, route, gatewayAnswer(failure, answerId));
    this.#context.onFailure({
      failure,
      detail,
      host,
      upstreamUuid: route.upstream.uuid,
      requestId,
      answerId,
    });
  }

  #sweep(tick: number): void {
    for (const exchange of this.#context.active) if (exchange.deadlineTick <= tick) exchange.expire();
    this.#context.pool.sweep(tick);
    this.#context.targets.sweep(tick);
    this.#healthChecks.sweep(tick);
  }

  /** Requests under way, and further ones, are still answered. */
  stopHealthChecks(): void {
    this.#healthChecks.stop();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#healthChecks.stop();
    this.#context.pool[Symbol.dispose]();
  }
}

/** The upstream may have an ACME client of its own, whose challenges must not fail. */
function isUnderMaintenance({ path }: RequestHead, { maintenance, upstream }: DomainRoute): boolean {
  return (maintenance || upstream.maintenance) && !path.startsWith(acmePrefix);
}

function changeOf(
  head: RequestHead,
  route: DomainRoute,
  scheme: Scheme,
  errorPages: ErrorPages,
): AnswerChange | null {
  const change = contentChangeOf(head, route, scheme, errorPages);
  return route.upstream.compression ? new CompressionChange(head, change) : change;
}

function contentChangeOf(
  head: RequestHead,
  route: DomainRoute,
  scheme: Scheme,
  errorPages: ErrorPages,
): AnswerChange | null {
  if (changesRobots(head, route)) return robotsFile;
  const script =
    route.webAnalytics === 'inject'
      ? new ScriptChange(new PageRequest(head, { scheme, ...head.authority }, scriptsOf(route)))
      : null;
  const page = errorPages.notFoundPageOf(route);
  return page && wantsPage(head) ? new NotFoundChange(page, script) : script;
}

function wantsPage(head: RequestHead): boolean {
  return (head.method === 'GET' || head.method === 'HEAD') && prefersHtml(head.field('accept'));
}
