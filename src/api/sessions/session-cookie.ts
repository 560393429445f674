/**
 * The cookie of a session. Source: RFC 6265 sections 4.1 and 5.4, draft-ietf-httpbis-rfc6265bis section 4.1.3
 * (`__Host-`: taken by browsers only from the host itself by HTTPS, so that no other host of its domain, and nobody
 * on the way, can put another session in its place).
 */

const plainName = 'nameplate_session';
const hostName = '__Host-nameplate_session';
const secretPattern = /^[A-Za-z0-9_-]{43}$/;
const attributes = 'HttpOnly; SameSite=Strict; Path=/';

/** Reads the secret of a session; undefined without one, or with several, of which one may be an attacker's. */
export function readSessionCookie(field: string | undefined, isSecure: boolean): string | undefined {
  const name = nameOf(isSecure);
  const secrets = new Set<string>();
  for (const pair of (field ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at >= 0 && pair.slice(0, at).trim() === name) secrets.add(pair.slice(at + 1).trim());
  }
  const [secret = ''] = secrets;
  return secrets.size === 1 && secretPattern.test(secret) ? secret : undefined;
}

/** The Set-Cookie field that keeps a session for so long. */
export function sessionCookie(secret: string, maxAgeSeconds: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${nameOf(isSecure)}=${secret}; ${attributes}; Max-Age=${maxAgeSeconds}${secure}`;
}

/** The Set-Cookie field that removes it. */
export function expiredSessionCookie(isSecure: boolean): string {
  return sessionCookie('', 0, isSecure);
}

function nameOf(isSecure: boolean): string {
  return isSecure ? hostName : plainName;
}
