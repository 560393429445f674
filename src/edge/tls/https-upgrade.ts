/**
 * Redirects clear-text requests to HTTPS if browsers will trust the certificate.
 * Source: docs/reference/tls.md ("HTTPS instead of clear text"); RFC 9110 section 15.4.9.
 */
import type { Answer } from '../http1/answer.ts';
import type { Exchange } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import type { HostIdentity } from './host-identity.ts';
import type { IdentityCache } from './identity-cache.ts';

const defaultHttpPort = 80;

export class HttpsUpgrade {
  readonly #identities: IdentityCache;
  readonly #certifiedHostOf: (host: string) => string;
  readonly #httpsPort: () => number;

  /** `certifiedHostOf`: the host whose identity a host has; `httpsPort`: where this machine listens for TLS. */
  constructor(identities: IdentityCache, certifiedHostOf: (host: string) => string, httpsPort: () => number) {
    this.#identities = identities;
    this.#certifiedHostOf = certifiedHostOf;
    this.#httpsPort = httpsPort;
  }

  /** Answers with the redirect, or has `serve` answer when the host has no certificate. At once, or when that is known. */
  handle(exchange: Exchange, head: RequestHead, serve: () => void): void {
    const host = this.#certifiedHostOf(head.authority.host);
    const known = this.#identities.peek(host);
    if (known === undefined) void this.#handleWhenKnown(exchange, head, host, serve);
    else this.#decide(exchange, head, known, serve);
  }

  async #handleWhenKnown(
    exchange: Exchange,
    head: RequestHead,
    host: string,
    serve: () => void,
  ): Promise<void> {
    const identity = await this.#identities.find(host).catch(() => null);
    this.#decide(exchange, head, identity, serve);
  }

  #decide(exchange: Exchange, head: RequestHead, identity: HostIdentity | null, serve: () => void): void {
    if (identity?.isIssued) exchange.answer(toHttps(exchange, head, this.#httpsPort()));
    else serve();
  }
}

/**
 * The redirect to HTTPS. Where the clear-text port is not 80, as when this is tried on a laptop, the port of TLS is this machine's own,
 * `httpsPort`; where it is, something in front may lead 443 to another port here.
 */
export function toHttps(exchange: Exchange, head: RequestHead, httpsPort: number): Answer {
  const { host, port } = head.authority;
  const shownPort = port === 0 || port === defaultHttpPort || httpsPort === 0 ? '' : `:${httpsPort}`;
  const path = head.path === '*' ? '/' : head.path;
  const query = head.query === '' ? '' : `?${head.query}`;
  exchange.location = `https://${host}${shownPort}${path}${query}`;
  return {
    status: 308,
    fields: `Location: ${exchange.location}\r\nCache-Control: private, max-age=90\r\n`,
    body: '',
  };
}
