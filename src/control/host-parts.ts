/** Lists of hosts, in parts that fit into one statement. */

/** Each takes up to three parameters; both engines allow at least 32,766. */
const hostsPerStatement = 1_000;

export function* inParts(hosts: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < hosts.length; start += hostsPerStatement)
    yield hosts.slice(start, start + hostsPerStatement);
}
