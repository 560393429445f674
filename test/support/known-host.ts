/** A name that a service's process finds on this machine, as if it were in the system's hosts file. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The value of NODE_OPTIONS; `directory` gets the script. */
export async function knownHostOptions(directory: string, host: string): Promise<string> {
  const path = join(directory, 'known-host.cjs');
  await writeFile(
    path,
    `const fs = require('node:fs');
const read = fs.readFileSync;
fs.readFileSync = (path, ...options) => {
  const content = read(path, ...options);
  return path === '/etc/hosts' ? content + ${JSON.stringify(`\n127.0.0.1 ${host}\n`)} : content;
};
require('node:module').syncBuiltinESMExports();
`,
  );
  return `--require=${path}`;
}
