/** Finds the programs that a benchmark needs from the system, and says how to get those that are missing. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Directories of servers, which are not in the PATH of every user. */
const furtherDirectories = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

/** Answers where a program is, or undefined after saying that it is missing. */
export function findTool(name: 'wrk' | 'nginx' | 'caddy' | 'h2load'): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(delimiter), ...furtherDirectories];
  for (const directory of directories.filter((entry) => entry !== '')) {
    const path = join(directory, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not here.
    }
  }
  console.error(`${name} is missing: apt-get install wrk nginx-light caddy nghttp2-client`);
  return undefined;
}

/** Answers where wrk is; without it there is nothing to measure with. */
export function requireWrk(): string {
  const path = findTool('wrk');
  if (path === undefined) throw new Error('nothing can be measured without wrk');
  return path;
}
