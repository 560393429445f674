/**
 * Checks each request on a TLS connection: passes those for hosts that the connection's certificate covers. Source:
 * docs/reference/tls.md ("Requests for other hosts"); RFC 9110 sections 7.4 and 15.5.20 (421), RFC 9113 section 9.1.1
 * (connection reuse).
 *
 * A browser may send requests for several hosts over one connection if the certificate names them all. That is fine
 * while they belong to the same account; for any other host it is told to open another connection.
 */
import { plainAnswer } from '../http1/answer.ts';
import type { Exchange, RequestHandler } from '../http1/exchange.ts';
import type { HostIdentity } from './host-identity.ts';
import type { ClientProof } from './host-tls.ts';

/** Finds the identity of another host; null when it has none or is not served. */
export type IdentityLookup = (host: string) => Promise<HostIdentity | null>;

export class RequestGate implements RequestHandler {
  readonly #serverName: string;
  readonly #tlsVersion: string;
  readonly #identity: HostIdentity;
  readonly #proof: ClientProof | null;
  readonly #lookup: IdentityLookup;
  readonly #handler: RequestHandler;

  /** `serverName` is the host that the connection was made for, `tlsVersion` as OpenSSL names it. */
  constructor(
    serverName: string,
    tlsVersion: string,
    identity: HostIdentity,
    proof: ClientProof | null,
    lookup: IdentityLookup,
    handler: RequestHandler,
  ) {
    this.#serverName = serverName;
    this.#tlsVersion = tlsVersion;
    this.#identity = identity;
    this.#proof = proof;
    this.#lookup = lookup;
    this.#handler = handler;
  }

  handle(exchange: Exchange): void {
    exchange.scheme = 'https';
    exchange.tlsVersion = this.#tlsVersion;
    exchange.serverName = this.#serverName;
    exchange.clientProof = this.#proof;
    exchange.isCertified = this.#identity.isIssued;
    const host = exchange.head?.authority.host ?? '';
    if (host === this.#serverName) this.#handler.handle(exchange);
    else if (!this.#identity.covers(host)) misdirected(exchange);
    else void this.#handleIfShared(exchange, host);
  }

  async #handleIfShared(exchange: Exchange, host: string): Promise<void> {
    const identity = await this.#lookup(host).catch(() => null);
    if (identity?.accountUuid === this.#identity.accountUuid) this.#handler.handle(exchange);
    else misdirected(exchange);
  }
}

export function misdirected(exchange: Exchange): void {
  exchange.answer(
    plainAnswer(421, 'This connection was made for another host; connect to this one by its own name.'),
  );
}
