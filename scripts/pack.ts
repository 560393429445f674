/**
 * Makes the tarball of a release: what package.json lists under "files", without anything for development, and with the locked
 * versions of all dependencies as npm-shrinkwrap.json. So "npm ci" in the unpacked directory installs what was tested; as the
 * dependency of another package npm would ignore the lockfile. Run: npm run tarball.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Manifest = Record<string, unknown> & {
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
};
type Entry = Record<string, unknown>;
type Lockfile = { readonly packages: Readonly<Record<string, Entry>> };

const root = fileURLToPath(new URL('../', import.meta.url));
const shrinkwrap = 'npm-shrinkwrap.json';
/** Always in a package, so not listed. */
const unlisted = ['README.md', 'LICENSE'];

function withoutDevelopment(manifest: Record<string, unknown>): Record<string, unknown> {
  const { devDependencies: _packages, workspaces: _folders, ...rest } = manifest;
  return rest;
}

const manifest: Manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const lockfile: Lockfile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
const { postinstall, start } = manifest.scripts;
const packages = Object.entries(lockfile.packages).flatMap(([path, entry]) => {
  if (path === '') return [[path, withoutDevelopment(entry)] as const];
  const isNeeded = path.startsWith('node_modules/') && entry.dev !== true && entry.link !== true;
  return isNeeded ? [[path, entry] as const] : [];
});

const staging = await mkdtemp(join(tmpdir(), 'nameplate-tarball-'));
try {
  for (const name of [...manifest.files, ...unlisted])
    await cp(join(root, name), join(staging, name), { recursive: true });
  const released = {
    ...withoutDevelopment(manifest),
    files: [...manifest.files, shrinkwrap],
    scripts: { postinstall, start },
  };
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(released, null, 2)}\n`);
  const locked = { ...lockfile, packages: Object.fromEntries(packages) };
  await writeFile(join(staging, shrinkwrap), `${JSON.stringify(locked, null, 2)}\n`);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', process.cwd()], {
    cwd: staging,
    stdio: 'inherit',
  });
} finally {
  await rm(staging, { recursive: true });
}
