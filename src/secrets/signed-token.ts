/**
 * Reads and verifies signed tokens: JSON Web Tokens with HS256 and no claims but the ones named here. Source: RFC 7519, RFC 7515,
 * docs/reference/signed-tokens.md ("The token").
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseUuid } from '../core/ids.ts';
import { parseLabel } from '../core/label.ts';

/** What the token is for. */
export type SignedFor = { readonly externalId: string } | { readonly customDomainUuid: string };

/** Of a token whose form is right; nothing of it is to be believed before {@link isSignedWith}. */
export type SignedToken = {
  /** Uuid of the signing key. */
  readonly iss: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: Buffer;
};

const maxLength = 4_096;
const maxLifetimeSeconds = 24 * 3_600;
const skewSeconds = 60;
const maxExternalIdLength = 255;
const claimNames: ReadonlySet<string> = new Set([
  'iss',
  'exp',
  'iat',
  'nbf',
  'external_id',
  'custom_domain_uuid',
]);

/** Whether a bearer token has the form of a signed one rather than that of an access token. */
export function isSignedTokenShaped(text: string): boolean {
  return !text.startsWith('np_') && text.includes('.');
}

/** Reads a token's form; undefined: it isn't one that could be right. */
export function readSignedToken(text: string): SignedToken | undefined {
  if (text.length > maxLength) return undefined;
  const [header = '', payload = '', signature = '', ...more] = text.split('.');
  if (more.length > 0 || !isKnownHeader(readObject(header))) return undefined;
  const claims = readObject(payload);
  const bytes = decode(signature);
  const iss = typeof claims?.['iss'] === 'string' ? parseUuid(claims['iss']) : undefined;
  if (!claims || !bytes || iss === undefined) return undefined;
  return { iss, claims, signed: `${header}.${payload}`, signature: bytes };
}

/** Other members mean nothing if they are texts; `crit` says what has to be understood, and nothing more is. */
function isKnownHeader(header: Readonly<Record<string, unknown>> = {}): boolean {
  const { alg, crit } = header;
  return (
    alg === 'HS256' && crit === undefined && Object.values(header).every((value) => typeof value === 'string')
  );
}

export function isSignedWith({ signed, signature }: SignedToken, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** What a rightly signed token is for, and until when, or what is wrong with it. */
export function readClaims(
  { claims }: SignedToken,
  nowMs: number,
): { readonly signedFor: SignedFor; readonly expiresAt: number } | { readonly problem: string } {
  const other = Object.keys(claims).find((name) => !claimNames.has(name));
  if (other !== undefined) return { problem: 'has a claim that signed tokens do not have' };
  const now = nowMs / 1_000;
  const { exp, iat, nbf } = claims;
  if (typeof exp !== 'number') return { problem: 'has no number "exp"' };
  if (exp <= now) return { problem: 'has expired' };
  if (exp > now + maxLifetimeSeconds) return { problem: 'expires more than 24 hours ahead' };
  for (const [name, value] of Object.entries({ iat, nbf })) {
    if (value === undefined) continue;
    if (typeof value !== 'number') return { problem: `has an "${name}" that is no number` };
    if (value > now + skewSeconds) return { problem: `has an "${name}" that is ahead` };
  }
  const signedFor = readSignedFor(claims);
  if (!signedFor)
    return { problem: 'does not have exactly one of "external_id" and "custom_domain_uuid", a valid one' };
  return { signedFor, expiresAt: exp * 1_000 };
}

function readSignedFor(claims: SignedToken['claims']): SignedFor | undefined {
  const { external_id: externalId, custom_domain_uuid: named } = claims;
  if ((externalId === undefined) === (named === undefined)) return undefined;
  if (typeof externalId === 'string') {
    // As custom domains have it. PostgreSQL can't be asked for a NUL.
    const label = parseLabel(externalId, maxExternalIdLength);
    return label === undefined ? undefined : { externalId: label };
  }
  const customDomainUuid = typeof named === 'string' ? parseUuid(named) : undefined;
  return customDomainUuid === undefined ? undefined : { customDomainUuid };
}

/** Reads an object without nested values, each member once. */
function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = decode(text);
  if (!bytes) return undefined;
  try {
    const json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const members = Object.entries(value);
    // JSON.parse keeps the last of equal members: there were as many as there are colons outside of texts.
    const colons = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
    if (colons !== members.length) return undefined;
    return Object.fromEntries(members);
  } catch {
    return undefined;
  }
}

/** Base64url without padding, in its one right form. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return text !== '' && bytes.toString('base64url') === text ? bytes : undefined;
}
