/**
 * What a host presents in a handshake: its certificates, and the OpenSSL contexts made from them.
 * Source: docs/reference/tls.md ("Which certificate a client is shown").
 *
 * A context is made when a handshake first needs it. There is one per ticket key in use: OpenSSL decrypts tickets
 * with its context's single key, so a ticket from the previous period is passed to that period's context. A session
 * belongs to a host and its certificates (the session id context): it is never resumed for another host, nor after the
 * certificate was replaced or deleted.
 */
import { createHash } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { coversHost, type ServedCertificate } from '../../core/served-certificate.ts';
import type { TicketKeys } from './ticket-keys.ts';
import { tlsOptions } from './tls-options.ts';

export class HostIdentity {
  readonly accountUuid: string;
  /** When the first of the certificates expires. */
  readonly expiresAtMs: number;
  readonly #certificates: readonly ServedCertificate[];
  readonly #sessionIdContext: string;
  #contexts: readonly { readonly key: string; readonly context: SecureContext }[] = [];

  /** Takes one certificate at least. */
  constructor(host: string, certificates: readonly ServedCertificate[]) {
    this.#certificates = certificates;
    this.accountUuid = certificates[0]?.accountUuid ?? '';
    this.expiresAtMs = Math.min(...certificates.map((certificate) => certificate.expiresAtMs));
    const fingerprints = certificates.map((certificate) => certificate.fingerprint);
    this.#sessionIdContext = createHash('sha256')
      .update([host, ...fingerprints].join('\n'))
      .digest('hex')
      .slice(0, 32);
  }

  /** Whether every client can be shown a certificate that names the host. */
  covers(host: string): boolean {
    return this.#certificates.every(({ sans }) => coversHost(sans, host));
  }

  /** Whether clients can be expected to trust it, as they do not when Nameplate has signed it itself. */
  get isIssued(): boolean {
    return this.accountUuid !== '';
  }

  /**
   * The context for a client whose tickets are sealed with keys of these names. Throws what OpenSSL throws for a
   * certificate and key that it cannot use.
   */
  contextFor(ticketKeyNames: readonly string[], keys: TicketKeys): SecureContext {
    const { current, previous } = keys;
    const isOfBefore = previous !== null && ticketKeyNames.includes(nameOf(previous));
    const key = isOfBefore && !ticketKeyNames.includes(nameOf(current)) ? previous : current;
    const known = this.#contexts.find((made) => made.key === key);
    if (known) return known.context;
    const context = createSecureContext({
      ...tlsOptions,
      cert: this.#certificates.map(({ certificatePem }) => certificatePem),
      key: this.#certificates.map(({ privateKeyPem }) => privateKeyPem),
      ticketKeys: Buffer.from(key, 'base64'),
      sessionIdContext: this.#sessionIdContext,
    });
    const inUse = this.#contexts.filter((made) => made.key === current || made.key === previous);
    this.#contexts = [...inUse, { key, context }];
    return context;
  }
}

/** As it stands in front of each ticket, latin1. */
function nameOf(key: string): string {
  return Buffer.from(key, 'base64').toString('latin1', 0, 16);
}
