/**
 * Decides who answers a request: the redirect of its host, the custom domain of its host, or nobody.
 * Source: contract section 3 part 6, section 4.
 */
import { type Answer, plainAnswer } from './http1/answer.ts';
import type { Exchange, RequestHandler } from './http1/exchange.ts';
import { allowedMethods, type RequestHead } from './http1/request-head.ts';
import type { ProxyHandler } from './proxy-handler.ts';
import { cacheFields, type RedirectHandler } from './redirect-handler.ts';
import type { RoutingTable } from './routing-table.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export class EdgeHandler implements RequestHandler {
  readonly #table: RoutingTable;
  readonly #redirects: RedirectHandler;
  readonly #proxy: ProxyHandler;
  readonly #trustedProxies: TrustedProxies;

  constructor(
    table: RoutingTable,
    redirects: RedirectHandler,
    proxy: ProxyHandler,
    trustedProxies: TrustedProxies,
  ) {
    this.#table = table;
    this.#redirects = redirects;
    this.#proxy = proxy;
    this.#trustedProxies = trustedProxies;
  }

  handle(exchange: Exchange): void {
    const { head, peerAddress } = exchange;
    if (!head) return;
    const { host } = head.authority;
    const domain = this.#table.domainOf(host);
    if (domain) {
      exchange.domainUuid = domain.route.uuid;
      exchange.clientAddress = this.#trustedProxies.clientAddressOf(head, peerAddress);
    }
    if (head.path === '*') {
      exchange.answer({
        status: 204,
        fields: `Allow: ${allowedMethods}\r\nCache-Control: no-store\r\n`,
        body: '',
      });
      return;
    }
    const redirect = this.#redirects.answerTo(head, peerAddress);
    if (redirect) exchange.answer(redirect);
    else if (!domain) exchange.answer(plainAnswer(404, 'There is nothing at this address.'));
    else if (domain.route.redirectToWww && host === domain.host)
      exchange.answer(this.#toWww(head, peerAddress));
    else this.#proxy.handle(exchange, head, domain);
  }

  #toWww(head: RequestHead, peerAddress: string): Answer {
    const { host, port } = head.authority;
    const scheme = this.#trustedProxies.schemeOf(head, peerAddress, 'http');
    const query = head.query === '' ? '' : `?${head.query}`;
    const location = `${scheme}://www.${host}${port === 0 ? '' : `:${port}`}${head.path}${query}`;
    return { status: 301, fields: `Location: ${location}\r\n${cacheFields[301]}`, body: '' };
  }
}
