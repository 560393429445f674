/** The domain that authorities count certificates by. */
import { getDomain } from 'tldts';
import { withoutWildcard } from '../core/wildcard-host.ts';

/** The registered part of a host; for a public suffix, the host itself. */
export function registeredDomainOf(host: string): string {
  return getDomain(withoutWildcard(host), { allowPrivateDomains: true }) ?? host;
}
