/** Reads the Cookie field. Source: RFC 6265 sections 4.2 and 5.4. */

/** The value of a cookie; undefined without one, or with several, of which one may be an attacker's. */
export function readCookie(field: string | undefined, name: string): string | undefined {
  const values = new Set<string>();
  for (const pair of (field ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at >= 0 && pair.slice(0, at).trim() === name) values.add(pair.slice(at + 1).trim());
  }
  const [value] = values;
  return values.size === 1 ? value : undefined;
}

/**
 * A Set-Cookie field that keeps a value from scripts and other sites; 0 seconds remove it. By HTTPS its name has the prefix
 * `__Host-` (draft-ietf-httpbis-rfc6265bis section 4.1.3): browsers take it only from the host itself by HTTPS, so that no
 * other host of its domain, and nobody on the way, can put another one in its place.
 */
export function cookieField(name: string, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName(name, isSecure)}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}${secure}`;
}

export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
