/** The domain that authorities count certificates by. */
import { getDomain } from 'tldts';

/** The part of a host that somebody has registered; of one that nobody can have, the host itself. */
export function registeredDomainOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
