/** Keys of accounts with certificate authorities. Source: RFC 7638 (thumbprint), RFC 8555 section 6.2. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

/** The members that RFC 7638 hashes, in its order. */
type PublicKeyJson =
  | { readonly crv: string; readonly kty: string; readonly x: string; readonly y: string }
  | { readonly e: string; readonly kty: string; readonly n: string };

export type AccountKey = {
  readonly privateKey: KeyObject;
  readonly jwk: PublicKeyJson;
  /** Of its signatures. Source: RFC 7518 section 3.1. */
  readonly algorithm: 'ES256' | 'ES384' | 'RS256';
  readonly thumbprint: string;
};

/** A new P-256 key, which every authority takes; PKCS #8 in PEM. */
export function newAccountKeyPem(): string {
  return accountKeyPem(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey);
}

/** PKCS #8 in PEM. */
export function accountKeyPem(privateKey: KeyObject): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/**
 * Reads a key of the kinds that accounts have: P-256, as {@link newAccountKeyPem} makes, and, from elsewhere, P-384 and RSA. Throws
 * when it is none of them.
 */
export function readAccountKey(pem: string): AccountKey {
  const privateKey = createPrivateKey(pem);
  const { crv, kty, x, y, e, n } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (kty === 'EC' && crv && x && y && (crv === 'P-256' || crv === 'P-384'))
    return keyOf(privateKey, { crv, kty, x, y }, crv === 'P-256' ? 'ES256' : 'ES384');
  if (kty === 'RSA' && e && n) return keyOf(privateKey, { e, kty, n }, 'RS256');
  throw new Error('the key of an ACME account is neither an EC key on P-256 or P-384 nor an RSA key');
}

function keyOf(privateKey: KeyObject, jwk: PublicKeyJson, algorithm: AccountKey['algorithm']): AccountKey {
  const thumbprint = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url');
  return { privateKey, jwk, algorithm, thumbprint };
}
