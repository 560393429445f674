/** Whether an imported line is about the custom domain it is imported for. */

/** Undefined hosts take all; a line that names no host ('') is taken. A port and a dot at the end do not matter. */
export function isWantedHost(host: string, hosts: ReadonlySet<string> | undefined): boolean {
  if (hosts === undefined || host === '' || hosts.has(host)) return true;
  return hosts.has(host.toLowerCase().replace(/\.?(?::\d*)?$/, ''));
}
