/** Whether an imported line is about the custom domain it is imported for. */
import { wildcardCovering } from '../../core/wildcard-host.ts';

/**
 * Without `hosts`, every host is wanted, and so is a line without a host (''). Ports and trailing dots are ignored. A wildcard
 * wants the hosts that it covers.
 */
export function isWantedHost(host: string, hosts: ReadonlySet<string> | undefined): boolean {
  if (hosts === undefined || host === '' || hosts.has(host)) return true;
  const name = host.toLowerCase().replace(/\.?(?::\d*)?$/, '');
  return hosts.has(name) || hosts.has(wildcardCovering(name) ?? name);
}
