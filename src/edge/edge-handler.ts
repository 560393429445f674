/**
 * Decides what answers a request: a check of whether the edge is reached, a health check, its host's rules, its host's redirect, web analytics, its host's custom domain, or
 * nothing. Source: docs/reference/edge.md ("Answered", "Health checks"), docs/reference/tls.md ("HTTPS instead of clear text"),
 * docs/reference/bots.md ("The switch").
 */
import type { Clock } from '../core/clock.ts';
import { cacheFields } from '../core/redirect-location.ts';
import type { RedirectRoute } from '../core/redirect-route.ts';
import type { DomainTls } from '../core/route.ts';
import type { CollectHandler } from './collect/collect-handler.ts';
import { aiCrawlerAnswer } from './crawlers/ai-crawler-answer.ts';
import { CrawlerLookup } from './crawlers/crawler-lookup.ts';
import type { HealthAnswer } from './health-answer.ts';
import { type Answer, plainAnswer } from './http1/answer.ts';
import type { Exchange, RequestHandler } from './http1/exchange.ts';
import { allowedMethods, type RequestHead } from './http1/request-head.ts';
import type { ProxyHandler } from './proxy-handler.ts';
import { ReachAnswer } from './reach-answer.ts';
import type { RedirectHandler } from './redirect-handler.ts';
import type { RoutingTable, ServedDomain } from './routing-table.ts';
import type { RulesHandler } from './rules/rules-handler.ts';
import type { ServedRules } from './rules/served-rules.ts';
import { acmePrefix, type HttpChallenge } from './tls/http-challenge.ts';
import type { HttpsUpgrade } from './tls/https-upgrade.ts';
import { strictTransportLine } from './tls/strict-transport.ts';
import { refuseByTls, type TlsRefusal, tlsRefusalOf } from './tls/tls-refusal.ts';
import type { Scheme, TrustedProxies } from './trusted-proxies.ts';
import type { UnknownHosts } from './unknown-hosts.ts';

/** Requests that concern certificates: challenges, and redirects to HTTPS. */
export type EdgeTls = {
  readonly httpChallenge: HttpChallenge;
  /** Null: clear text is served as it is. */
  readonly upgrade: HttpsUpgrade | null;
  /** Where this machine listens for TLS; 0: nowhere. */
  readonly httpsPort: () => number;
  readonly clock: Clock;
};

export class EdgeHandler implements RequestHandler {
  readonly #table: RoutingTable;
  readonly #redirects: RedirectHandler;
  readonly #proxy: ProxyHandler;
  readonly #trustedProxies: TrustedProxies;
  readonly #collect: CollectHandler | null;
  readonly #tls: EdgeTls | null;
  readonly #health: HealthAnswer | null;
  readonly #crawlers: CrawlerLookup;
  readonly #rules: RulesHandler | null;
  readonly #reach: ReachAnswer;
  readonly #unknownHosts: Pick<UnknownHosts, 'findInTime'> | null;

  constructor(
    table: RoutingTable,
    redirects: RedirectHandler,
    proxy: ProxyHandler,
    trustedProxies: TrustedProxies,
    collect: CollectHandler | null,
    tls: EdgeTls | null = null,
    health: HealthAnswer | null = null,
    crawlers: CrawlerLookup = new CrawlerLookup(null, null, []),
    rules: RulesHandler | null = null,
    reach: ReachAnswer = new ReachAnswer(),
    unknownHosts: Pick<UnknownHosts, 'findInTime'> | null = null,
  ) {
    this.#table = table;
    this.#redirects = redirects;
    this.#proxy = proxy;
    this.#trustedProxies = trustedProxies;
    this.#collect = collect;
    this.#tls = tls;
    this.#health = health;
    this.#crawlers = crawlers;
    this.#rules = rules;
    this.#reach = reach;
    this.#unknownHosts = unknownHosts;
  }

  handle(exchange: Exchange): void {
    const { head, peerAddress } = exchange;
    if (!head) return;
    const reached = this.#reach.answerTo(head);
    if (reached) {
      exchange.answer(reached);
      return;
    }
    if (this.#health?.isAskedBy(head, () => this.#trustedProxies.clientAddressOf(head, peerAddress))) {
      exchange.answer(this.#health.answerTo(head));
      return;
    }
    this.#handleHost(exchange, head);
  }

  #handleHost(exchange: Exchange, head: RequestHead, unknownHosts = this.#unknownHosts): void {
    const { peerAddress } = exchange;
    const { host } = head.authority;
    const domain = this.#table.domainOf(host);
    const redirect = this.#table.redirectOf(host);
    const rules = this.#table.rulesOf(host);
    exchange.siteUuid = domain?.route.uuid ?? redirect?.uuid ?? rules?.route.uuid ?? '';
    const finding =
      exchange.siteUuid === ''
        ? unknownHosts?.findInTime(host, this.#trustedProxies.clientAddressOf(head, peerAddress))
        : undefined;
    if (finding) {
      void finding.then(() => this.#handleHost(exchange, head, null));
      return;
    }
    if (exchange.siteUuid !== '')
      exchange.clientAddress = this.#trustedProxies.clientAddressOf(head, peerAddress);
    if (domain) {
      exchange.domainUuid = domain.route.uuid;
      exchange.referrerPaths = domain.route.referrerPaths;
      const { hstsMaxAge } = domain.route;
      if (hstsMaxAge > 0 && exchange.isCertified) exchange.strictTransport = strictTransportLine(hstsMaxAge);
    }
    const challenge = this.#tls?.httpChallenge;
    const refusal = domain?.route.tls && this.#tlsRefusalOf(exchange, head, domain.route.tls);
    if (refusal) {
      const refuse = (): void => refuseByTls(exchange, head, refusal, this.#tls?.httpsPort() ?? 0);
      if (challenge?.isAskedBy(head)) void challenge.handle(exchange, head, refuse);
      else refuse();
      return;
    }
    if (head.path === '*') {
      exchange.answer({
        status: 204,
        fields: `Allow: ${allowedMethods}\r\nCache-Control: no-store\r\n`,
        body: '',
      });
      return;
    }
    if (challenge?.isAskedBy(head))
      void challenge.handle(exchange, head, () => this.#serve(exchange, head, domain, redirect, rules));
    else this.#serve(exchange, head, domain, redirect, rules);
  }

  #tlsRefusalOf(exchange: Exchange, head: RequestHead, tls: DomainTls): TlsRefusal | undefined {
    const scheme = this.#trustedProxies.schemeOf(head, exchange.peerAddress, exchange.scheme);
    return tlsRefusalOf(exchange, head, tls, scheme, this.#tls?.clock.now() ?? Date.now());
  }

  #serve(
    exchange: Exchange,
    head: RequestHead,
    domain: ServedDomain | undefined,
    redirect: RedirectRoute | undefined,
    rules: ServedRules | undefined,
  ): void {
    if (!rules || !this.#rules) return this.#serveHost(exchange, head, domain, redirect);
    const next = (): void => this.#serveHost(exchange, head, domain, redirect);
    this.#rules.handle(exchange, head, { domain, redirect }, rules, next);
  }

  #serveHost(
    exchange: Exchange,
    head: RequestHead,
    domain: ServedDomain | undefined,
    redirect: RedirectRoute | undefined,
  ): void {
    const { peerAddress } = exchange;
    const redirected = this.#redirects.answerTo(exchange, head, redirect);
    if (redirected || !domain) {
      if (!redirected) exchange.failure = 'unmatched';
      exchange.answer(redirected ?? plainAnswer(404, 'There is nothing at this address.'));
      return;
    }
    const scheme = this.#trustedProxies.schemeOf(head, peerAddress, exchange.scheme);
    const upgrade = this.#tls?.upgrade;
    if (upgrade && scheme === 'http' && !head.path.startsWith(acmePrefix))
      upgrade.handle(exchange, head, () => this.#serveDomain(exchange, head, domain, scheme));
    else this.#serveDomain(exchange, head, domain, scheme);
  }

  #serveDomain(exchange: Exchange, head: RequestHead, domain: ServedDomain, scheme: Scheme): void {
    const turnedAway = aiCrawlerAnswer(head, domain.route, this.#crawlers);
    if (turnedAway) {
      exchange.failure = 'ai_crawler';
      exchange.answer(turnedAway);
      return;
    }
    if (this.#collect?.handle(exchange, head, domain)) return;
    if (domain.route.redirectToWww && head.authority.host === domain.host)
      exchange.answer(toWww(exchange, head, scheme));
    else this.#proxy.handle(exchange, head, domain);
  }
}

function toWww(exchange: Exchange, head: RequestHead, scheme: Scheme): Answer {
  const { host, port } = head.authority;
  const query = head.query === '' ? '' : `?${head.query}`;
  const location = `${scheme}://www.${host}${port === 0 ? '' : `:${port}`}${head.path}${query}`;
  exchange.location = location;
  return { status: 301, fields: `Location: ${location}\r\n${cacheFields[301]}`, body: '' };
}
