/**
 * Looks at the connection of each request for a host that wants more of TLS than others: it may be older than the wish, or may have been
 * made for another host. Source: docs/reference/tls.md ("Of one host", "Client certificates"); RFC 9110 section 15.5.20 (421).
 */
import type { DomainTls } from '../../core/route.ts';
import { plainAnswer } from '../http1/answer.ts';
import type { Exchange } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import type { Scheme } from '../trusted-proxies.ts';
import { toHttps } from './https-upgrade.ts';
import { misdirected } from './request-gate.ts';

/** What is wrong with the connection of a request. */
export type TlsRefusal = 'clear_text' | 'misdirected' | 'no_certificate';

/**
 * Looks at the connection of a request for a host. `scheme` is the visitor's, which differs from the connection's behind a proxy that
 * ends TLS. Where a certificate is proven, the exchange has it from then on.
 */
export function tlsRefusalOf(
  exchange: Exchange,
  head: RequestHead,
  { minVersion, clientCaDigest }: DomainTls,
  scheme: Scheme,
  nowMs: number,
): TlsRefusal | undefined {
  const isSecure = exchange.scheme === 'https';
  if (isSecure && minVersion !== undefined && exchange.tlsVersion !== 'TLSv1.3') return 'misdirected';
  if (clientCaDigest === undefined) return undefined;
  if (!isSecure) return scheme === 'http' ? 'clear_text' : 'no_certificate';
  if (exchange.serverName !== head.authority.host) return 'misdirected';
  const proof = exchange.clientProof;
  if (proof?.caDigest !== clientCaDigest || proof.certificate.expiresAtMs <= nowMs) return 'no_certificate';
  exchange.clientCertificate = proof.certificate;
  return undefined;
}

/** Answers a request that is refused; `httpsPort`: where this machine listens for TLS. */
export function refuseByTls(
  exchange: Exchange,
  head: RequestHead,
  refusal: TlsRefusal,
  httpsPort: number,
): void {
  if (refusal === 'misdirected') {
    exchange.failure = 'misdirected';
    misdirected(exchange);
    return;
  }
  exchange.failure = 'client_certificate_required';
  if (refusal === 'clear_text') {
    exchange.answer(toHttps(exchange, head, httpsPort));
    return;
  }
  // Clients show a certificate when they connect, and browsers ask for one then.
  exchange.endsConnection = true;
  exchange.answer(
    plainAnswer(
      403,
      'client_certificate_required: this address needs a client certificate that an authority it names has issued.',
    ),
  );
}
