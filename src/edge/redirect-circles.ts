/** Whether redirects lead in circles, through the hosts that the edge serves just now. Source: docs/reference/rules.md ("Circles"). */
import type { Clock } from '../core/clock.ts';
import { type RedirectRoute, redirectionFor } from '../core/redirect-route.ts';
import type { Redirection } from '../rules/actions/action.ts';
import { endsInCircle, firstAnswer, type RedirectionOf } from '../rules/follow-redirects.ts';
import type { Exchange } from './http1/exchange.ts';
import type { RequestHead } from './http1/request-head.ts';
import type { RoutingTable } from './routing-table.ts';
import { type FactSources, RequestFacts } from './rules/request-facts.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type RedirectCirclesParts = {
  readonly table: RoutingTable;
  readonly trustedProxies: TrustedProxies;
  readonly facts: FactSources;
  readonly clock: Clock;
};

export class RedirectCircles {
  readonly #parts: RedirectCirclesParts;

  constructor(parts: RedirectCirclesParts) {
    this.#parts = parts;
  }

  /** Whether a host's redirect would lead the request in a circle. Mostly it leads to a host that isn't served here. */
  has(
    exchange: Exchange,
    head: RequestHead,
    { uuid, destinationHost }: RedirectRoute,
    redirection: Redirection,
  ): boolean {
    const { table, trustedProxies, facts: sources, clock } = this.#parts;
    if (!table.redirectOf(destinationHost) && !table.rulesOf(destinationHost)) return false;
    const scheme = trustedProxies.schemeOf(head, exchange.peerAddress, exchange.scheme);
    const list = { uuid, accountUuid: table.rulesOf(head.authority.host)?.read?.accountUuid ?? uuid };
    const facts = new RequestFacts(head, scheme, exchange, list, clock.now(), sources);
    return endsInCircle(facts.origin, facts, redirection, this.redirectionOf);
  }

  readonly redirectionOf: RedirectionOf = (host, request, steps) => {
    const { table } = this.#parts;
    const rules = table.rulesOf(host);
    // Rules that are not in memory count as unknown: the request that follows reads them.
    if (rules && !rules.compiled) return undefined;
    const rule = rules?.compiled && firstAnswer(rules.compiled, request, steps);
    if (steps.isSpent) return undefined;
    if (rule && rule.kind.ending !== 'hands_over') return rule.redirection(request);
    return redirectionFor(table.redirectOf(host), request);
  };
}
