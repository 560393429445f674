/** Whether an imported line is about the custom domain it is imported for. */

/**
 * Without `hosts`, every host is wanted, and so is a line without a host (''). Ports and trailing dots are ignored.
 */
export function isWantedHost(host: string, hosts: ReadonlySet<string> | undefined): boolean {
  if (hosts === undefined || host === '' || hosts.has(host)) return true;
  return hosts.has(host.toLowerCase().replace(/\.?(?::\d*)?$/, ''));
}
