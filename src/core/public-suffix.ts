/** Names that many parties register below. Source: publicsuffix.org, its private part included. */
import { getDomain, parse } from 'tldts';

/** Whether a host name (normalised) is a public suffix, such as `co.uk` and `github.io`. */
export function isPublicSuffix(host: string): boolean {
  return getDomain(host, { allowPrivateDomains: true }) === null;
}

/** Whether a host name (normalised) is below a suffix that the public can register names under. */
export function isBelowPublicSuffix(host: string): boolean {
  const { isIcann, isPrivate, domain } = parse(host, { allowPrivateDomains: true });
  return domain !== null && (isIcann === true || isPrivate === true);
}
