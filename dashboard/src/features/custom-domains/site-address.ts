/** Where a browser gets to a domain. Source: docs/reference/domains.md ("Wildcards"). */
import type { CustomDomain } from './domain-queries.ts';

/** Without a path: `https://shop.example.com`; undefined for a wildcard, which is many hosts. */
export function siteOrigin({
  host,
  redirect_to_www: goesToWww,
  tls_certificate_issued: hasTls,
}: Pick<CustomDomain, 'host' | 'redirect_to_www' | 'tls_certificate_issued'>): string | undefined {
  // src/core/wildcard-host.ts knows wildcards, but would bring the parser of hosts into every page.
  if (host.startsWith('*.')) return undefined;
  return `${hasTls ? 'https' : 'http'}://${goesToWww ? 'www.' : ''}${host}`;
}
