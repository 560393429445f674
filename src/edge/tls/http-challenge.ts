/**
 * Answers certificate authorities that ask a host for the token of an HTTP-01 challenge.
 * Source: docs/reference/acme.md ("How a host is validated"); RFC 8555 section 8.3.
 *
 * A token that isn't ours is left to the host's upstream, which may have an ACME client of its own.
 */
import type { Exchange } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';

/** Of challenges, whose requests are never redirected to HTTPS: there may be no certificate yet. */
export const acmePrefix = '/.well-known/acme-challenge/';
const tokenPattern = /^[A-Za-z0-9_-]{16,128}$/;

/** Finds the key authorization of a host's token; '' when there is none. */
export type KeyAuthorizationLookup = (host: string, token: string) => Promise<string>;

export class HttpChallenge {
  readonly #lookup: KeyAuthorizationLookup;
  readonly #hasCertificates: (host: string) => boolean;

  /** `hasCertificates`: whether there are to be certificates of a host; looks into memory only. */
  constructor(lookup: KeyAuthorizationLookup, hasCertificates: (host: string) => boolean) {
    this.#lookup = lookup;
    this.#hasCertificates = hasCertificates;
  }

  /** Whether a request may be one of an authority. */
  isAskedBy({ method, path, authority }: RequestHead): boolean {
    if (!path.startsWith(acmePrefix) || (method !== 'GET' && method !== 'HEAD')) return false;
    return tokenPattern.test(path.slice(acmePrefix.length)) && this.#hasCertificates(authority.host);
  }

  /** Answers with the key authorization, or has `serve` answer when there is none. */
  async handle(exchange: Exchange, head: RequestHead, serve: () => void): Promise<void> {
    const token = head.path.slice(acmePrefix.length);
    const keyAuthorization = await this.#lookup(head.authority.host, token).catch(() => '');
    if (keyAuthorization === '') serve();
    else {
      exchange.answer({
        status: 200,
        fields: 'Content-Type: application/octet-stream\r\nCache-Control: no-store\r\n',
        body: keyAuthorization,
      });
    }
  }
}
