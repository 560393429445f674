/**
 * Keys of accounts, and the signatures that every request to an authority carries.
 * Source: RFC 7515, RFC 7638 (thumbprint), RFC 8555 sections 6.2, 7.3.4 (external account binding) and 8.1.
 */
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';

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
export function signRequest({ privateKey, jwk }: AccountKey, header: JwsHeader, payload: unknown): string {
  const { url, nonce, accountUrl } = header;
  const who = accountUrl === undefined ? { jwk } : { kid: accountUrl };
  const signed = {
    protected: encode({ alg: 'ES256', nonce, url, ...who }),
    payload: payload === undefined ? '' : encode(payload),
  };
  const signature = sign('sha256', inputOf(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return JSON.stringify({ ...signed, signature: signature.toString('base64url') });
}

/** What a new account carries to belong to an external one. */
export function bindAccount({ keyId, hmacKey }: ExternalAccount, url: string, { jwk }: AccountKey): object {
  const signed = { protected: encode({ alg: 'HS256', kid: keyId, url }), payload: encode(jwk) };
  const signature = createHmac('sha256', Buffer.from(hmacKey, 'base64url')).update(inputOf(signed));
  return { ...signed, signature: signature.digest('base64url') };
}

function inputOf(signed: { readonly protected: string; readonly payload: string }): Buffer {
  return Buffer.from(`${signed.protected}.${signed.payload}`);
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
