/**
 * What a host presents in a handshake: its certificates, and the OpenSSL contexts made from them.
 * Source: docs/reference/tls.md ("Which certificate a client is shown").
 *
 * A context is made when a handshake first needs it. There is one per ticket key in use: OpenSSL decrypts tickets
 * with its context's single key, so a ticket from the previous period is passed to that period's context. A session
 * belongs to a host, its certificates and the authorities of its clients' certificates (the session id context): it is never resumed
 * for another host, nor after one of these was replaced or deleted.
 */
import { createHash } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { coversHost, type ServedCertificate } from '../../core/served-certificate.ts';
import type { HostTls } from './host-tls.ts';
import type { TicketKeys } from './ticket-keys.ts';
import { tlsOptions } from './tls-options.ts';

/** A few hosts of one identity may differ in what they want, as after a change. */
const maxContexts = 4;
/** Of OpenSSL, measured: a context without certificates, and what it makes of each byte of their PEM, which is less for RSA. */
const contextBytes = 24 * 1024;
const bytesOfPemByte = 9;

type MadeContext = {
  readonly key: string;
  readonly wish: string;
  readonly context: SecureContext;
  readonly sizeBytes: number;
};

export class HostIdentity {
  readonly accountUuid: string;
  /** When the first of the certificates expires. */
  readonly expiresAtMs: number;
  readonly #certificates: readonly ServedCertificate[];
  /** What sessions belong to, beside the authorities of clients' certificates. */
  readonly #sessionsOf: readonly string[];
  readonly #onContext: () => void;
  #contexts: readonly MadeContext[] = [];

  /** Takes one certificate at least. `onContext` is called when a context was made. */
  constructor(host: string, certificates: readonly ServedCertificate[], onContext: () => void = () => {}) {
    this.#certificates = certificates;
    this.#onContext = onContext;
    this.accountUuid = certificates[0]?.accountUuid ?? '';
    this.expiresAtMs = Math.min(...certificates.map((certificate) => certificate.expiresAtMs));
    this.#sessionsOf = [host, ...certificates.map((certificate) => certificate.fingerprint)];
  }

  /** Whether every client can be shown a certificate that names the host. */
  covers(host: string): boolean {
    return this.#certificates.every(({ sans }) => coversHost(sans, host));
  }

  /** Whether clients can be expected to trust it, as they do not when Nameplate has signed it itself. */
  get isIssued(): boolean {
    return this.accountUuid !== '';
  }

  /** About how much memory its contexts take. */
  get sizeBytes(): number {
    return this.#contexts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /**
   * The context for a client whose tickets are sealed with keys of these names, and what the host wants of TLS. Throws what OpenSSL
   * throws for a certificate and key that it cannot use.
   */
  contextFor(
    ticketKeyNames: readonly string[],
    keys: TicketKeys,
    { minVersion, clientCa }: HostTls,
  ): SecureContext {
    const { current, previous } = keys;
    const isOfBefore = previous !== null && ticketKeyNames.includes(nameOf(previous));
    const key = isOfBefore && !ticketKeyNames.includes(nameOf(current)) ? previous : current;
    const wish = clientCa ? `${minVersion} ${clientCa.digest}` : minVersion;
    const known = this.#contexts.find((made) => made.key === key && made.wish === wish);
    if (known) return known.context;
    const sessionsOf = clientCa ? [...this.#sessionsOf, clientCa.digest] : this.#sessionsOf;
    const context = createSecureContext({
      ...tlsOptions,
      minVersion,
      ...(clientCa && { ca: clientCa.pem, allowPartialTrustChain: true }),
      cert: this.#certificates.map(({ certificatePem }) => certificatePem),
      key: this.#certificates.map(({ privateKeyPem }) => privateKeyPem),
      ticketKeys: Buffer.from(key, 'base64'),
      sessionIdContext: createHash('sha256').update(sessionsOf.join('\n')).digest('hex').slice(0, 32),
    });
    const pems = [clientCa?.pem ?? '', ...this.#certificates.map(({ certificatePem }) => certificatePem)];
    const sizeBytes = contextBytes + bytesOfPemByte * pems.reduce((sum, { length }) => sum + length, 0);
    const inUse = this.#contexts.filter((made) => made.key === current || made.key === previous);
    this.#contexts = [...inUse, { key, wish, context, sizeBytes }].slice(-maxContexts);
    this.#onContext();
    return context;
  }
}

/** As it stands in front of each ticket, latin1. */
function nameOf(key: string): string {
  return Buffer.from(key, 'base64').toString('latin1', 0, 16);
}
