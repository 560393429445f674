/**
 * Has a host's rules act, one after the other, until one answers.
 * Source: docs/reference/rules.md ("Order", "Actions", "Circles").
 */
import { challengePath } from '../../core/challenge-paths.ts';
import type { Clock } from '../../core/clock.ts';
import { Steps } from '../../rules/steps.ts';
import { type Answer, plainAnswer } from '../http1/answer.ts';
import type { Exchange } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import type { RoutingTable } from '../routing-table.ts';
import { type ActingParts, ActingRequest, type HostOfRules } from './acting-request.ts';
import { RequestFacts } from './request-facts.ts';
import type { ServedRules } from './served-rules.ts';

export type RulesHandlerParts = ActingParts & {
  readonly table: RoutingTable;
  /** Brings rules into memory, if there is room; see ServedRoutes. */
  readonly loadRules: (host: string) => Promise<void>;
  readonly clock: Clock;
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
    const posted = this.#answerToPost(exchange, head);
    if (posted) return exchange.answer(posted);
    const { compiled } = rules;
    if (!compiled) return void this.#handleLoaded(exchange, head, host, next);
    table.useRules(head.authority.host);
    const scheme = trustedProxies.schemeOf(head, exchange.peerAddress, exchange.scheme);
    const { uuid } = rules.route;
    const list = { uuid, accountUuid: rules.read?.accountUuid ?? uuid };
    const facts = new RequestFacts(head, scheme, exchange, list, clock.now(), sources);
    const steps = new Steps();
    const candidates = compiled.walk(facts, steps);
    new ActingRequest(this.#parts, { exchange, head, host, rules, facts, next, steps, candidates }).run();
  }

  #answerToPost(exchange: Exchange, head: RequestHead): Answer | undefined {
    if (head.path !== challengePath) return undefined;
    const { challenges, clock, trustedProxies, upgrade } = this.#parts;
    const scheme = trustedProxies.schemeOf(head, exchange.peerAddress, exchange.scheme);
    // Browsers that have a `Secure` cookie take no other one of its name in clear text (RFC 6265bis section 5.7), where
    // visitors would be challenged on and on; so it is given only where clear text is redirected to HTTPS.
    const isSecure = upgrade !== null && exchange.isCertified && scheme === 'https';
    return challenges.answerToPost(head, exchange.clientAddress, isSecure, clock.now());
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
}
