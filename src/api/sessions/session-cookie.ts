/** The cookie of a session. Source: docs/reference/sessions.md. */
import { cookieField, cookieName, readCookie } from './cookies.ts';

const name = 'nameplate_session';
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** Reads the secret of a session; undefined without one, or with several. */
export function readSessionCookie(field: string | undefined, isSecure: boolean): string | undefined {
  const secret = readCookie(field, cookieName(name, isSecure));
  return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
}

/** The Set-Cookie field that keeps a session for so long. */
export function sessionCookie(secret: string, maxAgeSeconds: number, isSecure: boolean): string {
  return cookieField(name, secret, maxAgeSeconds, isSecure);
}

/** The Set-Cookie field that removes it. */
export function expiredSessionCookie(isSecure: boolean): string {
  return sessionCookie('', 0, isSecure);
}
