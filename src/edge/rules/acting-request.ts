/**
 * One request on its way through a host's rules: what their actions may do with it.
 * Source: docs/reference/rules.md ("Order", "Actions").
 */
import type { RedirectRoute } from '../../core/redirect-route.ts';
import type {
  ActingEdge,
  AuthOutcome,
  BasicAuthUser,
  FieldValues,
  Redirection,
  RequestLimit,
  RuleAnswer,
} from '../../rules/actions/action.ts';
import type { RuleWalk } from '../../rules/compile-rules.ts';
import type { CompiledRule } from '../../rules/compiled-rule.ts';
import { endsInCircle, type RedirectionOf } from '../../rules/follow-redirects.ts';
import type { RuleRequest } from '../../rules/rule-request.ts';
import type { Steps } from '../../rules/steps.ts';
import { aiCrawlerAnswer } from '../crawlers/ai-crawler-answer.ts';
import { type Answer, plainAnswer } from '../http1/answer.ts';
import type { Exchange } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import type { ProxyHandler } from '../proxy-handler.ts';
import type { ServedDomain } from '../routing-table.ts';
import { acmePrefix } from '../tls/http-challenge.ts';
import type { HttpsUpgrade } from '../tls/https-upgrade.ts';
import type { TrustedProxies } from '../trusted-proxies.ts';
import type { BasicAuth } from './basic-auth.ts';
import type { Challenges } from './challenges.ts';
import { FieldEdits } from './field-edits.ts';
import type { RateLimits } from './rate-limits.ts';
import type { FactSources, RequestFacts } from './request-facts.ts';
import type { ServedRules } from './served-rules.ts';

/** What else the host has. */
export type HostOfRules = {
  readonly domain: ServedDomain | undefined;
  readonly redirect: RedirectRoute | undefined;
};

export type ActingParts = {
  readonly proxy: ProxyHandler;
  readonly trustedProxies: TrustedProxies;
  /** Null: clear text is served as it is. */
  readonly upgrade: HttpsUpgrade | null;
  readonly facts: FactSources;
  readonly limits: RateLimits;
  readonly auth: BasicAuth;
  readonly challenges: Challenges;
  readonly redirectionOf: RedirectionOf;
};

export type AskedRules = {
  readonly exchange: Exchange;
  readonly head: RequestHead;
  readonly host: HostOfRules;
  readonly rules: ServedRules;
  readonly facts: RequestFacts;
  /** Has the host's redirect and custom domain answer. */
  readonly next: () => void;
  readonly steps: Steps;
  readonly candidates: RuleWalk;
};

/** The rule that acts is the one before the walk goes on: a rule that lets pass later has the walk go on then. */
export class ActingRequest implements ActingEdge {
  readonly #parts: ActingParts;
  readonly #asked: AskedRules;
  #rule: CompiledRule | undefined;
  #isActing = false;
  #goesOn = false;
  #passesChallenge: boolean | undefined;

  constructor(parts: ActingParts, asked: AskedRules) {
    this.#parts = parts;
    this.#asked = asked;
  }

  get request(): RequestFacts {
    return this.#asked.facts;
  }

  /** Has the rules act until one answers, or the host does. */
  run(): void {
    const { candidates, next, exchange } = this.#asked;
    for (let rule = candidates.next(); rule; rule = candidates.next()) {
      this.#rule = rule;
      this.#goesOn = false;
      this.#isActing = true;
      rule.act(this);
      this.#isActing = false;
      if (!this.#goesOn) return;
    }
    if (!candidates.isSpent) return next();
    exchange.failure = 'rules_too_expensive';
    this.#noteRedirect();
    exchange.answer(plainAnswer(503, 'The rules of this address take too long.'));
  }

  goOn(): void {
    if (this.#isActing) this.#goesOn = true;
    else this.run();
  }

  handOver(): void {
    this.#asked.next();
  }

  redirection(): Redirection | undefined {
    return this.#rule?.redirection(this.#asked.facts);
  }

  isCircle(redirection: Redirection): boolean {
    const { facts, steps } = this.#asked;
    return endsInCircle(facts.origin, facts, redirection, this.#parts.redirectionOf, steps);
  }

  answer(answer: RuleAnswer): void {
    this.#asked.exchange.answer(this.#prepare(answer));
  }

  answerWithPage(answer: RuleAnswer): void {
    const { exchange, host } = this.#asked;
    const prepared = this.#prepare(answer);
    if (host.domain) this.#parts.proxy.errorPages.answer(exchange, host.domain.route, prepared);
    else exchange.answer(prepared);
  }

  edit(request: FieldValues | undefined, response: FieldValues | undefined): void {
    const { exchange } = this.#asked;
    if (request) {
      exchange.requestEdits ??= new FieldEdits();
      exchange.requestEdits.add(request);
    }
    if (!response) return;
    exchange.responseEdits ??= new FieldEdits();
    exchange.responseEdits.add(response);
    if (exchange.responseEdits.has('strict-transport-security')) exchange.strictTransport = '';
  }

  whenSecure(act: () => void): void {
    const { upgrade, trustedProxies } = this.#parts;
    const { exchange, head } = this.#asked;
    const isClear =
      upgrade && trustedProxies.schemeOf(head, exchange.peerAddress, exchange.scheme) === 'http';
    if (isClear && !head.path.startsWith(acmePrefix)) upgrade.handle(exchange, head, act);
    else act();
  }

  countRequest(limit: RequestLimit): number | Promise<number> {
    const { rules, facts } = this.#asked;
    const place = this.#rule?.index ?? 0;
    return this.#parts.limits.take(rules.route.uuid, place, limit, facts.clientAddress, facts.nowMs);
  }

  checkPassword(users: readonly BasicAuthUser[]): AuthOutcome | Promise<AuthOutcome> {
    const { head, rules, facts } = this.#asked;
    const list = { uuid: rules.route.uuid, accountUuid: rules.read?.accountUuid ?? '' };
    const authorization = head.field('authorization');
    return this.#parts.auth.check(list, users, authorization, facts.clientAddress, facts.nowMs);
  }

  passesChallenge(isExempt: (request: RuleRequest) => boolean): boolean {
    const { head, facts } = this.#asked;
    this.#passesChallenge ??=
      isExempt(facts) ||
      facts.botVerified === 'verified' ||
      facts.botVerified === 'pending' ||
      this.#parts.challenges.letsIn(head, facts.clientAddress, facts.nowMs);
    return this.#passesChallenge;
  }

  challenge(): void {
    const { exchange, head, facts } = this.#asked;
    // The page is the edge's own: it works whatever policy rules give the site's pages. HSTS is the host's.
    exchange.responseEdits = exchange.responseEdits?.only('strict-transport-security');
    this.answer(this.#parts.challenges.answerTo(head, facts.clientAddress, facts.nowMs));
  }

  knowsUpstream(uuid: string): boolean {
    return this.#asked.rules.upstreams.has(uuid);
  }

  proxy(upstreamUuid: string, path: string, keepsHost: boolean): void {
    const { exchange, head, host, rules } = this.#asked;
    const upstream = rules.upstreams.get(upstreamUuid);
    if (!upstream) return;
    this.#noteRule();
    const { domain } = host;
    const turnedAway = domain && aiCrawlerAnswer(head, domain.route, this.#parts.facts.crawlers);
    if (turnedAway) {
      exchange.failure = 'ai_crawler';
      exchange.answer(turnedAway);
      return;
    }
    const route = {
      uuid: domain?.route.uuid ?? '',
      redirectToWww: false,
      webAnalytics: domain?.route.webAnalytics ?? ('off' as const),
      referrerPaths: domain?.route.referrerPaths ?? false,
      hstsMaxAge: domain?.route.hstsMaxAge ?? 0,
      aiCrawlers: domain?.route.aiCrawlers ?? ('allow' as const),
      aiCrawlersRobotsTxt: domain?.route.aiCrawlersRobotsTxt ?? false,
      maintenance: domain?.route.maintenance ?? false,
      ...(domain?.route.errorPages && { errorPages: domain.route.errorPages }),
      ...(domain?.route.externalId !== undefined && { externalId: domain.route.externalId }),
      ...(domain?.route.metadata !== undefined && { metadata: domain.route.metadata }),
      upstream,
    };
    const served = { route, host: domain?.host ?? head.authority.host };
    this.#parts.proxy.handle(exchange, head, served, { path, keepsHost });
  }

  /** Notes in the exchange what its record says of the answer. */
  #prepare({ status, sentence, fields = '', body = '', failure, location }: RuleAnswer): Answer {
    const { exchange } = this.#asked;
    if (failure !== undefined) exchange.failure = failure;
    if (location !== undefined) exchange.location = location;
    this.#noteRule();
    // Answers are written as latin1.
    if (sentence === undefined)
      return { status, fields, body: body === '' ? '' : Buffer.from(body).toString('latin1') };
    const answer = plainAnswer(status, sentence);
    return fields === '' ? answer : { ...answer, fields: answer.fields + fields };
  }

  /** Says which rule answers, for the request's record. */
  #noteRule(): void {
    this.#asked.exchange.rule = this.#rule?.label ?? '';
    this.#noteRedirect();
  }

  #noteRedirect(): void {
    this.#asked.exchange.redirectUuid = this.#asked.host.redirect?.uuid ?? '';
  }
}
