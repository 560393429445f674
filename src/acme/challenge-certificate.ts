/** The certificate that answers a TLS-ALPN-01 challenge. Source: RFC 8737 section 3. */
import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { OctetString } from 'asn1js';
import { arrayBufferOf, extension, nameOf, toDer } from '../certificates/der-writer.ts';
import { makeCertificate } from '../certificates/make-certificate.ts';
import type { ServedCertificate } from '../core/served-certificate.ts';
import { dayMs } from '../core/time.ts';

const acmeIdentifier = '1.3.6.1.5.5.7.1.31';
const lifetimeMs = dayMs;
const makeKeyPair = promisify(generateKeyPair);

export async function challengeCertificate(
  host: string,
  keyAuthorization: string,
  now: number,
): Promise<ServedCertificate> {
  const { privateKey, publicKey } = await makeKeyPair('ec', { namedCurve: 'prime256v1' });
  const digest = createHash('sha256').update(keyAuthorization).digest();
  return makeCertificate({
    host,
    issuer: nameOf('ACME challenge'),
    subject: nameOf('ACME challenge'),
    notBeforeMs: now - lifetimeMs,
    expiresAtMs: now + lifetimeMs,
    extensions: [
      extension(acmeIdentifier, toDer(new OctetString({ valueHex: arrayBufferOf(digest) })), 'critical'),
    ],
    publicKeyInfo: publicKey.export({ type: 'spki', format: 'der' }),
    privateKey,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
}
