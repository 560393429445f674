/**
 * Whether a source of a Content Security Policy matches an address of the page's own origin.
 * Source: Content Security Policy Level 3, section 6.7.2.
 */

/** Where a page is, as its browser sees it. */
export type PageOrigin = {
  readonly scheme: 'http' | 'https';
  /** Lower case, without port. */
  readonly host: string;
  /** 0 for the scheme's own. */
  readonly port: number;
};

const hostSource =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^:/?#*[\]]+|\[[0-9a-f:.]+\])(?::([0-9]+|\*))?(\/[^?#]*)?$/i;
const schemeSource = /^([a-z][a-z0-9+.-]*):$/i;

/**
 * Tells whether one of the sources allows a path of the origin. Nonces and hashes do not: the tag has none of them.
 * `origin` is that of the page, `isUpgraded` whether its requests are made by https instead.
 */
export function sourcesAllow(
  sources: readonly string[],
  path: string,
  origin: PageOrigin,
  isUpgraded: boolean,
): boolean {
  const target = isUpgraded && origin.scheme === 'http' ? upgraded(origin) : origin;
  return sources.some((source) => sourceAllows(source.toLowerCase(), source, path, origin, target));
}

function upgraded(origin: PageOrigin): PageOrigin {
  return { ...origin, scheme: 'https', port: origin.port === 80 ? 443 : origin.port };
}

function sourceAllows(
  lowerCase: string,
  source: string,
  path: string,
  self: PageOrigin,
  target: PageOrigin,
): boolean {
  // Our addresses are on the page's own host; by https, where they are upgraded, `'self'` matches as well.
  if (lowerCase === '*' || lowerCase === "'self'") return true;
  if (lowerCase.startsWith("'")) return false;
  const scheme = schemeSource.exec(lowerCase)?.[1];
  if (scheme !== undefined) return schemeMatches(scheme, target.scheme);
  const match = hostSource.exec(source);
  if (!match) return false;
  const [, ofScheme, host = '', port = '', ofPath = ''] = match;
  return (
    schemeMatches(ofScheme?.toLowerCase() ?? self.scheme, target.scheme) &&
    hostMatches(host.toLowerCase(), target.host) &&
    portMatches(port, target) &&
    pathMatches(ofPath, path)
  );
}

function schemeMatches(allowed: string, scheme: string): boolean {
  return allowed === scheme || (allowed === 'http' && scheme === 'https');
}

function hostMatches(allowed: string, host: string): boolean {
  if (allowed === '*') return true;
  return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
}

function portMatches(allowed: string, target: PageOrigin): boolean {
  const ownPort = target.scheme === 'https' ? 443 : 80;
  const port = target.port === 0 ? ownPort : target.port;
  if (allowed === '*') return true;
  if (allowed === '') return port === ownPort;
  return Number(allowed) === port || (allowed === '80' && port === 443 && target.scheme === 'https');
}

/** A path that ends in `/` allows all below it. */
function pathMatches(allowed: string, path: string): boolean {
  const decoded = decode(allowed);
  return decoded.endsWith('/') ? path.startsWith(decoded) : decoded === '' || decoded === path;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
