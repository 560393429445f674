/**
 * The server's side of a TLS connection over a socket whose first bytes have been read already and put back.
 * Source: docs/reference/tls.md ("Versions, ciphers, limits"); RFC 7301 section 3.1 (ALPN).
 */
import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { askHandle } from '../node-handle.ts';

export class SecureSocket extends TLSSocket {
  readonly #raw: Socket;

  /** `alpn` is the list of protocols as it goes over the wire. A client that is asked for a certificate may have none. */
  constructor(raw: Socket, secureContext: SecureContext, alpn: Uint8Array, asksForCertificate: boolean) {
    super(raw, {
      isServer: true,
      secureContext,
      ALPNProtocols: alpn,
      requestCert: asksForCertificate,
      rejectUnauthorized: false,
    });
    this.#raw = raw;
    // A PROXY header has named another client than the peer.
    if (Object.hasOwn(raw, 'remoteAddress'))
      Object.defineProperty(this, 'remoteAddress', { value: raw.remoteAddress });
    // A handshake that fails, or a record that was tampered with later; the client has been sent its alert.
    this.on('error', destroyThis);
    this.on('_tlsError', destroyThis);
    // Before any other listener: Node clears this for servers of its own only, and HTTP/2 would wait for it.
    this.once('secure', connected);
  }

  /**
   * The certificate that the client was asked for, of this handshake or of the one whose session is resumed, if OpenSSL has verified it
   * by the authorities of the context. Node tells its own servers only what OpenSSL says.
   */
  get verifiedCertificate(): X509Certificate | undefined {
    // Without a certificate, OpenSSL calls a resumed session verified.
    const certificate = this.getPeerX509Certificate();
    const isVerified = askHandle(Reflect.get(this, '_handle'), 'verifyError') === null;
    return isVerified ? certificate : undefined;
  }

  /** The way to say that an answer is cut short where only the end of the connection ends it. */
  override resetAndDestroy(): this {
    this.#raw.resetAndDestroy();
    return this;
  }
}

/** Each protocol with its length in front. */
export function encodeProtocols(protocols: readonly string[]): Uint8Array {
  return Buffer.concat(protocols.map((name) => Buffer.from([name.length, ...Buffer.from(name, 'latin1')])));
}

function destroyThis(this: TLSSocket): void {
  this.destroy();
}

function connected(this: TLSSocket): void {
  Object.assign(this, { secureConnecting: false });
}
