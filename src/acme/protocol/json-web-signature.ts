/**
 * The signatures that every request to an authority carries.
 * Source: RFC 7515, RFC 8555 sections 6.2, 7.3.4 (external account binding) and 8.1.
 */
import { type FlattenedJWS, FlattenedSign } from 'jose';
import type { AccountKey } from '../../certificates/account-key.ts';

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

/** Signs a request. `payload` undefined: a POST-as-GET, which is signed over nothing. */
export async function signRequest(
  { privateKey, jwk, algorithm }: AccountKey,
  { url, nonce, accountUrl }: JwsHeader,
  payload: unknown,
): Promise<string> {
  const who = accountUrl === undefined ? { jwk } : { kid: accountUrl };
  const jws = new FlattenedSign(Buffer.from(payload === undefined ? '' : JSON.stringify(payload)));
  return JSON.stringify(
    await jws.setProtectedHeader({ alg: algorithm, nonce, url, ...who }).sign(privateKey),
  );
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
