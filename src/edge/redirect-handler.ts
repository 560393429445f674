/**
 * Answers requests that their host's redirect matches.
 * Source: docs/reference/redirects.md ("The answer", "Loops", "Circles").
 */
import { isOwnUrl, originOf } from '../core/own-url.ts';
import { cacheFields } from '../core/redirect-location.ts';
import { type RedirectRoute, redirectionBy } from '../core/redirect-route.ts';
import { circleSentence } from '../rules/actions/redirect.ts';
import { type Answer, plainAnswer } from './http1/answer.ts';
import type { Exchange } from './http1/exchange.ts';
import type { RequestHead } from './http1/request-head.ts';
import type { RedirectCircles } from './redirect-circles.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export class RedirectHandler {
  readonly #trustedProxies: TrustedProxies;
  readonly #circles: Pick<RedirectCircles, 'has'>;

  constructor(trustedProxies: TrustedProxies, circles: Pick<RedirectCircles, 'has'>) {
    this.#trustedProxies = trustedProxies;
    this.#circles = circles;
  }

  /** Returns undefined when the host's redirect is not meant for the request; else notes in the exchange that it is. */
  answerTo(exchange: Exchange, head: RequestHead, route: RedirectRoute | undefined): Answer | undefined {
    if (!route) return undefined;
    const redirection = redirectionBy(route, head.path, head.query);
    if (!redirection) return undefined;
    const { location, status } = redirection;
    // Almost every redirect leads to another host; only the others need a closer look.
    if (route.destinationHost === head.authority.host) {
      const scheme = this.#trustedProxies.schemeOf(head, exchange.peerAddress, exchange.scheme);
      const { path, query } = head;
      if (isOwnUrl(location, { origin: originOf(scheme, head.authority), path, query })) return undefined;
    }
    exchange.redirectUuid = route.uuid;
    if (this.#circles.has(exchange, head, route, redirection)) {
      exchange.failure = 'redirect_loop';
      return plainAnswer(508, circleSentence);
    }
    exchange.location = location;
    return {
      status,
      fields: `Location: ${location}\r\n${cacheFields[status]}`,
      body: '',
    };
  }
}
