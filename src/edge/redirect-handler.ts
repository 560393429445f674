/**
 * Answers requests that their host's redirect matches.
 * Source: docs/reference/redirects.md ("The answer", "Loops").
 */
import { type RedirectRoute, redirectionBy } from '../core/redirect-route.ts';
import { type Answer, plainAnswer } from './http1/answer.ts';
import type { Exchange } from './http1/exchange.ts';
import type { RequestHead } from './http1/request-head.ts';
import type { Scheme, TrustedProxies } from './trusted-proxies.ts';

/** Browsers may cache a permanent redirect for 90 s, so that changes take effect and visits are counted. */
export const cacheFields = {
  301: 'Cache-Control: private, max-age=90\r\n',
  302: 'Cache-Control: private, no-store\r\n',
} as const;

export class RedirectHandler {
  readonly #trustedProxies: TrustedProxies;

  constructor(trustedProxies: TrustedProxies) {
    this.#trustedProxies = trustedProxies;
  }

  /** Returns undefined when the host's redirect is not meant for the request; else notes in the exchange that it is. */
  answerTo(exchange: Exchange, head: RequestHead, route: RedirectRoute | undefined): Answer | undefined {
    if (!route) return undefined;
    const redirection = redirectionBy(route, head.path, head.query);
    if (!redirection) return undefined;
    exchange.redirectUuid = route.uuid;
    const { location, status } = redirection;
    // Almost every redirect leads to another host; only the others need a closer look.
    if (route.destinationHost === head.authority.host) {
      const scheme = this.#trustedProxies.schemeOf(head, exchange.peerAddress, exchange.scheme);
      if (isOwnUrl(location, head, scheme)) {
        exchange.failure = 'redirect_loop';
        return plainAnswer(508, 'The redirect at this address leads back to itself.');
      }
    }
    exchange.location = location;
    return {
      status,
      fields: `Location: ${location}\r\n${cacheFields[status]}`,
      body: '',
    };
  }
}

/** Whether following the Location would repeat the very same request. The fragment never reaches a server. */
function isOwnUrl(location: string, head: RequestHead, scheme: Scheme): boolean {
  const { host, port } = head.authority;
  const isDefaultPort = port === 0 || port === (scheme === 'https' ? 443 : 80);
  const origin = `${scheme}://${host}${isDefaultPort ? '' : `:${port}`}`;
  const fragmentStart = location.indexOf('#');
  const target = head.target.startsWith('/') ? head.target : rawTarget(head);
  return (fragmentStart < 0 ? location : location.slice(0, fragmentStart)) === origin + target;
}

/** The origin form of a target that was sent in absolute form. */
function rawTarget(head: RequestHead): string {
  return head.query === '' ? head.path : `${head.path}?${head.query}`;
}
