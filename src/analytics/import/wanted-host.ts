/** The host of an imported line, and whether it is about the custom domain it is imported for. */
import { parseDnsName } from '../../core/hostname.ts';
import { wildcardCovering } from '../../core/wildcard-host.ts';

const plainName = /^[a-z0-9.-]*$/;

/** A host as the edge records it: lower case, in A-labels, without port and trailing dot. */
export function importedHost(text: string): string {
  const name = text.replace(/\.?(?::\d*)?$/, '').toLowerCase();
  if (plainName.test(name)) return name;
  const parsed = parseDnsName(name);
  return parsed.ok ? parsed.host : name;
}

/**
 * Whether a line of that host, in the form of {@link importedHost}, is wanted. Without `hosts`, every host is, and so is
 * a line without a host (''). A wildcard wants the hosts that it covers.
 */
export function isWantedHost(host: string, hosts: ReadonlySet<string> | undefined): boolean {
  return hosts === undefined || host === '' || hosts.has(host) || hosts.has(wildcardCovering(host) ?? host);
}
