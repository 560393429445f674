/**
 * Writes npm-shrinkwrap.json for the tarball: the lockfile without what development needs, so that an installation gets the
 * versions that were tested. Run by `npm pack`, which removes the file afterwards; in the repository npm would prefer it to the
 * lockfile.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

type Entry = {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly devDependencies?: object;
};
type Lockfile = { readonly packages: Record<string, Entry> };

const root = new URL('../', import.meta.url);
const lockfile: Lockfile = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8'));
const packages: Record<string, Entry> = {};
for (const [path, entry] of Object.entries(lockfile.packages)) {
  const isOurs = path === '' || path.startsWith('node_modules/');
  if (!isOurs || entry.dev === true || entry.link === true) continue;
  packages[path] = entry;
}
const path = fileURLToPath(new URL('npm-shrinkwrap.json', root));
await writeFile(path, `${JSON.stringify({ ...lockfile, packages }, null, 2)}\n`);
