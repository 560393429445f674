/**
 * Checks that `npm ci` compiles nothing for packages that bring their binaries. Such a package says `gypfile: false`, which npm
 * doesn't write to a lockfile but obeys when it stands there; otherwise it runs node-gyp, which fails without Python
 * (npm/cli#9837). `npm run lint` runs this; `--write` adds what is missing. Source: docs/guides/development.md ("The lockfile").
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Manifest = { gypfile?: boolean };

const root = fileURLToPath(new URL('..', import.meta.url));
const lockfilePath = join(root, 'package-lock.json');
const lockfile: { packages: Record<string, Manifest> } = JSON.parse(readFileSync(lockfilePath, 'utf8'));
let incomplete = 0;
for (const [path, entry] of Object.entries(lockfile.packages)) {
  if (path === '' || entry.gypfile === false || !existsSync(join(root, path, 'binding.gyp'))) continue;
  const manifest: Manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  if (manifest.gypfile !== false) continue;
  console.error(`${path} of package-lock.json lacks "gypfile": false`);
  entry.gypfile = false;
  incomplete += 1;
}
if (incomplete > 0 && process.argv.includes('--write'))
  writeFileSync(lockfilePath, `${JSON.stringify(lockfile, null, 2)}\n`);
else if (incomplete > 0) {
  console.error(
    'npm drops it whenever dependencies change. Add it with: node scripts/check-lockfile.ts --write',
  );
  process.exitCode = 1;
}
