/** The domain that authorities count certificates by. */
import { getDomain } from 'tldts';

/** The registered part of a host; for a public suffix, the host itself. */
export function registeredDomainOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
