/**
 * Makes self-signed certificates: for clients that name no host, and to try HTTPS where no authority could reach this
 * machine.
 * Source: docs/reference/tls.md ("Which certificate a client is shown"); RFC 5280 section 4.1.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { ObjectIdentifier, Sequence } from 'asn1js';
import type { ServedCertificate } from '../core/served-certificate.ts';
import { dayMs } from '../core/time.ts';
import { extension, nameOf, toDer } from './der-writer.ts';
import { makeCertificate } from './make-certificate.ts';

const basicConstraints = '2.5.29.19';
const extendedKeyUsage = '2.5.29.37';
const serverAuth = '1.3.6.1.5.5.7.3.1';
/** Browsers accept 398 days at most, and these certificates are for trying things out. */
const lifetimeMs = 30 * dayMs;
/** For clients whose clock is behind. */
const backdatedMs = dayMs;
const issuer = 'Nameplate self-signed';

/** Signs certificates with one P-256 key that lives as long as the process. */
export class SelfSigner {
  readonly #privateKey: KeyObject;
  readonly #publicKeyInfo: Buffer;
  readonly #privateKeyPem: string;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    this.#privateKey = privateKey;
    this.#publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' });
    this.#privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  /** A certificate for one host. */
  issue(host: string, nowMs: number): ServedCertificate {
    return makeCertificate({
      host,
      issuer: nameOf(issuer, issuer),
      // A common name holds 64 characters at most; the host is in the subjectAltName.
      subject: nameOf(host.length <= 64 ? host : 'Nameplate'),
      notBeforeMs: nowMs - backdatedMs,
      expiresAtMs: nowMs + lifetimeMs,
      extensions: [
        extension(basicConstraints, toDer(new Sequence({ value: [] })), 'critical'),
        extension(
          extendedKeyUsage,
          toDer(new Sequence({ value: [new ObjectIdentifier({ value: serverAuth })] })),
          'optional',
        ),
      ],
      publicKeyInfo: this.#publicKeyInfo,
      privateKey: this.#privateKey,
      privateKeyPem: this.#privateKeyPem,
    });
  }
}
