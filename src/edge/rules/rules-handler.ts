/**
 * Does what a host's rules say, one after the other, until one answers.
 * Source: docs/reference/rules.md ("Order", "Actions", "Circles").
 */
import type { Clock } from '../../core/clock.ts';
import { type RedirectRoute, redirectionFor } from '../../core/redirect-route.ts';
import type { RuleWalk } from '../../rules/compile-rules.ts';
import type { CompiledRule } from '../../rules/compiled-rule.ts';
import { endsInCircle, firstAnswer, type RedirectionOf } from '../../rules/follow-redirects.ts';
import type { BasicAuthAction, ProxyAction, RateLimitAction, RespondAction } from '../../rules/rule.ts';
import { Steps } from '../../rules/steps.ts';
import { aiCrawlerAnswer } from '../crawlers/ai-crawler-answer.ts';
import { type Answer, plainAnswer } from '../http1/answer.ts';
import type { Exchange } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import type { ProxyHandler } from '../proxy-handler.ts';
import { cacheFields } from '../redirect-handler.ts';
import type { RoutingTable, ServedDomain } from '../routing-table.ts';
import { acmePrefix } from '../tls/http-challenge.ts';
import type { HttpsUpgrade } from '../tls/https-upgrade.ts';
import type { TrustedProxies } from '../trusted-proxies.ts';
import type { AuthOutcome, BasicAuth } from './basic-auth.ts';
import { FieldEdits } from './field-edits.ts';
import { proxiedPath } from './proxied-path.ts';
import type { RateLimits } from './rate-limits.ts';
import { type FactSources, RequestFacts } from './request-facts.ts';
import type { ServedRules } from './served-rules.ts';

/** What else the host has. */
export type HostOfRules = {
  readonly domain: ServedDomain | undefined;
  readonly redirect: RedirectRoute | undefined;
};

export type RulesHandlerParts = {
  readonly table: RoutingTable;
  /** Brings rules into memory, if there is room; see ServedRoutes. */
  readonly loadRules: (host: string) => Promise<void>;
  readonly proxy: ProxyHandler;
  readonly trustedProxies: TrustedProxies;
  /** Null: clear text is served as it is. */
  readonly upgrade: HttpsUpgrade | null;
  readonly facts: FactSources;
  readonly limits: RateLimits;
  readonly auth: BasicAuth;
  readonly clock: Clock;
};

/** One request's way through the rules. */
type Walk = {
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

export class RulesHandler {
  readonly #parts: RulesHandlerParts;

  constructor(parts: RulesHandlerParts) {
    this.#parts = parts;
  }

  /** Answers, or has `next` answer: at once, or when the rules are in memory and what they ask for is known. */
  handle(
    exchange: Exchange,
    head: RequestHead,
    host: HostOfRules,
    rules: ServedRules,
    next: () => void,
  ): void {
    const { clock, facts: sources, table, trustedProxies } = this.#parts;
    const { compiled } = rules;
    if (!compiled) return void this.#handleLoaded(exchange, head, host, next);
    table.useRules(head.authority.host);
    const scheme = trustedProxies.schemeOf(head, exchange.peerAddress, exchange.scheme);
    const { uuid } = rules.route;
    const facts = new RequestFacts(head, scheme, exchange.clientAddress, uuid, clock.now(), sources);
    const steps = new Steps();
    const candidates = compiled.walk(facts, steps);
    this.#walk({ exchange, head, host, rules, facts, next, steps, candidates });
  }

  async #handleLoaded(
    exchange: Exchange,
    head: RequestHead,
    host: HostOfRules,
    next: () => void,
  ): Promise<void> {
    const name = head.authority.host;
    // The worker says elsewhere why rules can't be read.
    await this.#parts.loadRules(name).catch(() => {});
    const rules = this.#parts.table.rulesOf(name);
    if (!rules) return next();
    if (rules.compiled) return this.handle(exchange, head, host, rules, next);
    exchange.failure = 'rules_too_expensive';
    exchange.redirectUuid = host.redirect?.uuid ?? '';
    const answer = plainAnswer(503, 'The rules of this address are not in memory just now.');
    exchange.answer({ ...answer, fields: `${answer.fields}Retry-After: 10\r\n` });
  }

  #walk(walk: Walk): void {
    for (let rule = walk.candidates.next(); rule; rule = walk.candidates.next())
      if (!this.#passes(walk, rule)) return;
    if (!walk.candidates.isSpent) return walk.next();
    walk.exchange.failure = 'rules_too_expensive';
    walk.exchange.redirectUuid = walk.host.redirect?.uuid ?? '';
    walk.exchange.answer(plainAnswer(503, 'The rules of this address take too long.'));
  }

  /** Whether the rules after this one are to be looked at. */
  #passes(walk: Walk, rule: CompiledRule): boolean {
    const { then } = rule.rule;
    if ('set_headers' in then) {
      edit(walk.exchange, then.set_headers.request, then.set_headers.response);
      return true;
    }
    if ('rate_limit' in then)
      return this.#passesNow(walk, (goOn) => this.#limit(walk, rule, then.rate_limit, goOn));
    if ('basic_auth' in then)
      return this.#passesNow(walk, (goOn) =>
        this.#whenSecure(walk, () => this.#authenticate(walk, rule, then.basic_auth, goOn)),
      );
    if ('pass' in then) walk.next();
    else if ('redirect' in then) this.#redirect(walk, rule);
    else if ('respond' in then) answerBy(walk, rule, responseOf(then.respond));
    else if ('block' in then) {
      walk.exchange.failure = 'blocked';
      answerBy(walk, rule, plainAnswer(403, 'Access to this address is not allowed.'));
    } else this.#whenSecure(walk, () => this.#proxyTo(walk, rule, then.proxy));
    return false;
  }

  /** Whether a rule lets pass at once; if it does later, the walk goes on then. */
  #passesNow(walk: Walk, decide: (goOn: () => void) => void): boolean {
    const now = { isNow: true, isPassed: false };
    decide(() => {
      if (now.isNow) now.isPassed = true;
      else this.#walk(walk);
    });
    now.isNow = false;
    return now.isPassed;
  }

  #limit(walk: Walk, rule: CompiledRule, limit: RateLimitAction, goOn: () => void): void {
    const decide = (wait: number): void => {
      if (wait === 0) return goOn();
      walk.exchange.failure = 'rate_limited';
      answerBy(walk, rule, tooMany('There were too many requests from your address.', wait));
    };
    const { uuid } = walk.rules.route;
    const { clientAddress, nowMs } = walk.facts;
    const wait = this.#parts.limits.take(uuid, rule.index, limit, clientAddress, nowMs);
    if (typeof wait === 'number') decide(wait);
    else void wait.then(decide);
  }

  #redirect(walk: Walk, rule: CompiledRule): void {
    const { exchange, facts } = walk;
    const redirection = rule.redirection(facts);
    if (!redirection) return walk.next();
    const { location, status } = redirection;
    if (location === '') {
      exchange.failure = 'location_too_long';
      answerBy(walk, rule, plainAnswer(414, 'The address that this one leads to is too long.'));
      return;
    }
    if (endsInCircle(facts.origin, facts, redirection, this.#redirectionOf, walk.steps)) {
      exchange.failure = 'redirect_loop';
      answerBy(walk, rule, plainAnswer(508, 'The redirects at this address lead in a circle.'));
      return;
    }
    exchange.location = location;
    const fields = `Location: ${location}\r\n${cacheFields[status === 301 ? 301 : 302]}`;
    answerBy(walk, rule, { status, fields, body: '' });
  }

  readonly #redirectionOf: RedirectionOf = (host, request, steps) => {
    const { table } = this.#parts;
    const rules = table.rulesOf(host);
    // Rules that are not in memory count as unknown: the request that follows reads them.
    if (rules && !rules.compiled) return undefined;
    const rule = rules?.compiled && firstAnswer(rules.compiled, request, steps);
    if (steps.isSpent) return undefined;
    if (rule && !('pass' in rule.rule.then)) return rule.redirection(request);
    return redirectionFor(table.redirectOf(host), request);
  };

  #authenticate(walk: Walk, rule: CompiledRule, action: BasicAuthAction, goOn: () => void): void {
    const { exchange, head, facts, rules } = walk;
    const decide = (outcome: AuthOutcome): void => {
      if (outcome === 'passed') {
        // The upstream has no use for it.
        edit(exchange, { Authorization: null }, undefined);
        return goOn();
      }
      exchange.failure = 'login_required';
      this.#fail(walk, rule, refusalOf(outcome, action.realm));
    };
    const authorization = head.field('authorization');
    const outcome = this.#parts.auth.check(
      { uuid: rules.route.uuid, accountUuid: rules.read?.accountUuid ?? '' },
      action,
      authorization,
      facts.clientAddress,
      facts.nowMs,
    );
    if (outcome instanceof Promise) void outcome.then(decide);
    else decide(outcome);
  }

  #proxyTo(walk: Walk, rule: CompiledRule, action: ProxyAction): void {
    const { exchange, head, host, rules } = walk;
    const upstream = rules.upstreams.get(action.upstream_uuid);
    const path = proxiedPath(head.path, action);
    if (!upstream) {
      this.#fail(walk, rule, plainAnswer(502, 'The server behind this address is not known here yet.'));
      return;
    }
    noteRule(walk, rule);
    if (path === undefined) {
      exchange.answer(plainAnswer(400, 'The path has segments that could lead out of what is served here.'));
      return;
    }
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
    this.#parts.proxy.handle(exchange, head, served, { path, keepsHost: action.host_header === 'original' });
  }

  /** Answers with the domain's page for the status, if it has one. */
  #fail(walk: Walk, rule: CompiledRule, answer: Answer): void {
    noteRule(walk, rule);
    const { exchange, host } = walk;
    if (host.domain) this.#parts.proxy.errorPages.answer(exchange, host.domain.route, answer);
    else exchange.answer(answer);
  }

  /** Leads to HTTPS first, as custom domains do, where the host has a certificate that browsers trust. */
  #whenSecure(walk: Walk, act: () => void): void {
    const { upgrade } = this.#parts;
    const { exchange, head } = walk;
    if (upgrade && this.#schemeOf(walk) === 'http' && !head.path.startsWith(acmePrefix))
      upgrade.handle(exchange, head, act);
    else act();
  }

  #schemeOf({ exchange, head }: Walk): 'http' | 'https' {
    return this.#parts.trustedProxies.schemeOf(head, exchange.peerAddress, exchange.scheme);
  }
}

/** Says which rule answers, for the request's record. */
function noteRule({ exchange, host }: Walk, rule: CompiledRule): void {
  exchange.rule = rule.rule.name ?? `#${rule.index + 1}`;
  exchange.redirectUuid = host.redirect?.uuid ?? '';
}

function answerBy(walk: Walk, rule: CompiledRule, answer: Answer): void {
  noteRule(walk, rule);
  walk.exchange.answer(answer);
}

function edit(
  exchange: Exchange,
  request: Readonly<Record<string, string | null>> | undefined,
  response: Readonly<Record<string, string | null>> | undefined,
): void {
  if (request) {
    exchange.requestEdits ??= new FieldEdits();
    exchange.requestEdits.add(request);
  }
  if (!response) return;
  exchange.responseEdits ??= new FieldEdits();
  exchange.responseEdits.add(response);
  if (exchange.responseEdits.has('strict-transport-security')) exchange.strictTransport = '';
}

function responseOf({ status, content_type: contentType, body }: RespondAction): Answer {
  const type = body === '' ? '' : `Content-Type: ${contentType}\r\n`;
  // Answers are written as latin1.
  return { status, fields: `${type}${cacheFields[302]}`, body: Buffer.from(body).toString('latin1') };
}

function refusalOf(outcome: Exclude<AuthOutcome, 'passed'>, realm: string): Answer {
  if (typeof outcome === 'object')
    return tooMany('There were too many wrong passwords from your address.', outcome.wait);
  if (outcome === 'busy') {
    const answer = plainAnswer(503, 'Too many passwords are being checked just now.');
    return { ...answer, fields: `${answer.fields}Retry-After: 1\r\n` };
  }
  const answer = plainAnswer(401, 'This address asks for a name and a password.');
  return {
    ...answer,
    fields: `${answer.fields}WWW-Authenticate: Basic realm="${realm}", charset="UTF-8"\r\n`,
  };
}

function tooMany(sentence: string, waitSeconds: number): Answer {
  const answer = plainAnswer(429, sentence);
  return { ...answer, fields: `${answer.fields}Retry-After: ${waitSeconds}\r\n` };
}
