/** Host names that a certificate is valid for, and the names to look up for a host. Source: RFC 9525 section 6.3. */
import { parseDnsName } from '../core/hostname.ts';
import { isWildcardHost, wildcardCovering, withoutWildcard } from '../core/wildcard-host.ts';

/**
 * The names of a certificate by which it can be found: host names in lower case, and wildcards in place of a whole
 * first label above two others. What no host can match (`f*.example.com`, `*.com`, a name with a final dot) is left
 * out.
 */
export function servedNames(sans: readonly string[]): string[] {
  return [...new Set(sans.map((name) => name.toLowerCase()).filter(isServable))];
}

/** What a certificate for a host may be found under: the host, and the wildcard that covers it. */
export function namesCovering(host: string): {
  readonly exact: string;
  readonly wildcard: string | undefined;
} {
  return { exact: host, wildcard: wildcardCovering(host) };
}

function isServable(name: string): boolean {
  const host = withoutWildcard(name);
  const parsed = parseDnsName(host);
  return parsed.ok && parsed.host === host && (!isWildcardHost(name) || host.includes('.'));
}
