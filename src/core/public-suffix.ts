/** Names that many parties register below. Source: publicsuffix.org, its private part included. */
import { getDomain } from 'tldts';

/** Whether a host name (normalised) is a public suffix, such as `co.uk` and `github.io`. */
export function isPublicSuffix(host: string): boolean {
  return getDomain(host, { allowPrivateDomains: true }) === null;
}
