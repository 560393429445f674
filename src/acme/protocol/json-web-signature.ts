/**
 * Keys of accounts, and the signatures that every request to an authority carries.
 * Source: RFC 7515, RFC 7638 (thumbprint), RFC 8555 sections 6.2, 7.3.4 (external account binding) and 8.1.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { type FlattenedJWS, FlattenedSign } from 'jose';

type PublicKeyJson = { readonly crv: string; readonly kty: string; readonly x: string; readonly y: string };

export type AccountKey = {
  readonly privateKey: KeyObject;
  readonly jwk: PublicKeyJson;
  readonly thumbprint: string;
};

/** How an authority identifies an existing customer. */
export type ExternalAccount = {
  readonly keyId: string;
  /** base64url. */
  readonly hmacKey: string;
};

type JwsHeader = {
  readonly url: string;
  readonly nonce: string;
  /** The URL of the account; before there is one the request carries the key itself. */
  readonly accountUrl: string | undefined;
};

/** A new P-256 key, which every authority takes; PKCS #8 in PEM. */
export function newAccountKeyPem(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Throws when it is not a key of the kind that {@link newAccountKeyPem} makes. */
export function readAccountKey(pem: string): AccountKey {
  const privateKey = createPrivateKey(pem);
  const { crv, kty, x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (!crv || !kty || !x || !y) throw new Error('the key of an ACME account is not an EC key');
  // RFC 7638 hashes the members in this order.
  const jwk = { crv, kty, x, y };
  return {
    privateKey,
    jwk,
    thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url'),
  };
}

/** Signs a request. `payload` undefined: a POST-as-GET, which is signed over nothing. */
export async function signRequest(
  { privateKey, jwk }: AccountKey,
  { url, nonce, accountUrl }: JwsHeader,
  payload: unknown,
): Promise<string> {
  const who = accountUrl === undefined ? { jwk } : { kid: accountUrl };
  const jws = new FlattenedSign(Buffer.from(payload === undefined ? '' : JSON.stringify(payload)));
  return JSON.stringify(await jws.setProtectedHeader({ alg: 'ES256', nonce, url, ...who }).sign(privateKey));
}

/** What a new account carries to belong to an external one. */
export function bindAccount(
  { keyId, hmacKey }: ExternalAccount,
  url: string,
  { jwk }: AccountKey,
): Promise<FlattenedJWS> {
  const jws = new FlattenedSign(Buffer.from(JSON.stringify(jwk)));
  return jws.setProtectedHeader({ alg: 'HS256', kid: keyId, url }).sign(Buffer.from(hmacKey, 'base64url'));
}
