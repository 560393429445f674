/**
 * Secrets of access tokens: `np_` and 43 base64url characters, 256 random bits. Only their SHA-256 is stored; a token is found by
 * its hash, so no comparison takes longer the more of a guess is right. Source: docs/reference/access-tokens.md.
 */
import { createHash, randomBytes } from 'node:crypto';

const tokenPattern = /^np_[A-Za-z0-9_-]{43}$/;

/** Tells whether a text has the form of an access token. */
export function isTokenShaped(text: string): boolean {
  return tokenPattern.test(text);
}

export function newTokenSecret(): string {
  return `np_${randomBytes(32).toString('base64url')}`;
}

/** The look-up key of a token: SHA-256, lower-case hex. */
export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
