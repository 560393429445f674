/** Where a listener of this machine is reached. */

const wildcards: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Returns the address to connect to: the wildcard addresses can only be listened on. */
export function reachableHost(host: string): string {
  return wildcards[host] ?? host;
}
