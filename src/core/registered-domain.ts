/** The part of a host that one party has registered. Source: publicsuffix.org. */
import { getDomain } from 'tldts';
import { withoutWildcard } from './wildcard-host.ts';

/** The domain that was registered, such as `example.co.uk` for every name below it; null for a public suffix. */
export function registrableDomain(host: string): string | null {
  return getDomain(withoutWildcard(host), { allowPrivateDomains: false });
}

/**
 * The same, also of what is registered with a provider such as `github.io`, where neighbours have nothing in common, as authorities count
 * certificates; for a public suffix, the host itself.
 */
export function registeredDomainOf(host: string): string {
  return getDomain(withoutWildcard(host), { allowPrivateDomains: true }) ?? host;
}
