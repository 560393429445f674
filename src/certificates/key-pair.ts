/** Whether a private key belongs to a certificate. */
import { type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import type { ReadCertificate } from './certificate.ts';

/** Looks at the public half of the key. */
export function isPairOf(key: KeyObject, { x509 }: ReadCertificate): boolean {
  try {
    return x509.checkPrivateKey(key);
  } catch {
    return false;
  }
}

/** The comparison above looks at the public half only, which a damaged key may still have right. */
export function canSign(key: KeyObject, { publicKey }: ReadCertificate): boolean {
  try {
    const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    const probe = randomBytes(32);
    return publicKey !== undefined && verify(digest, probe, publicKey, sign(digest, probe, key));
  } catch {
    return false;
  }
}
