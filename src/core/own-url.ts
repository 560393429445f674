/**
 * Redirects to the very URL that was asked for, which are no match: followed, they would only repeat the request.
 * Source: docs/reference/rules.md ("Redirect"), docs/reference/redirects.md ("Loops").
 */

/** What a request asks for. */
export type AskedUrl = {
  /** Scheme, host and a port that isn't the scheme's own, such as `https://a.example`; '' if it isn't known. */
  readonly origin: string;
  /** Raw, without the query; begins with `/`, or is `*`. */
  readonly path: string;
  /** Raw, without its `?`. */
  readonly query: string;
};

/** The origin of a request for an authority; port 0 stands for none. */
export function originOf(scheme: 'http' | 'https', { host, port }: { host: string; port: number }): string {
  const isDefault = port === 0 || port === (scheme === 'https' ? 443 : 80);
  return `${scheme}://${host}${isDefault ? '' : `:${port}`}`;
}

/** Whether a client that follows the Location would repeat the request. The fragment never reaches a server. */
export function isOwnUrl(location: string, { origin, path, query }: AskedUrl): boolean {
  if (origin === '') return false;
  const start = location.startsWith('/') ? 0 : authorityEnd(location);
  const hash = location.indexOf('#', start);
  const target = location.slice(start, hash < 0 ? location.length : hash);
  const asked = query === '' ? path : `${path}?${query}`;
  // Clients remove the dot that stands before a path that begins with two slashes.
  if (target !== asked && !(start === 0 && target === `/.${asked}`)) return false;
  return start === 0 || isSameOrigin(location.slice(0, start), origin);
}

/** The same host with and without a dot at its end is one. */
export function isSameOrigin(one: string, other: string): boolean {
  return one === other || withoutDot(one) === withoutDot(other);
}

/** Where the authority of an absolute URL ends. */
export function authorityEnd(url: string): number {
  for (let at = url.indexOf('://') + 3; at < url.length; at++) {
    const character = url[at];
    if (character === '/' || character === '?' || character === '#') return at;
  }
  return url.length;
}

function withoutDot(origin: string): string {
  return origin.replace(/\.(?=:\d+$|$)/, '');
}
