/**
 * Compares the Node that comes with the program with the official one: in each package that the lockfile names, the binary has to be
 * the one in the archive on nodejs.org. Part of making a release (docs/guides/releasing.md). Where nodejs.org can't be
 * reached, it says "not compared". Run: npm run node:check, or with the address of a mirror: npm run node:check -- https://…
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileOfArchive, officialBinary, sha256, Unreachable } from './official-node.ts';

type Entry = { readonly version: string; readonly integrity: string };

const base = process.argv[2] ?? 'https://nodejs.org/dist';
const lockfile: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(
  await readFile(fileURLToPath(new URL('../package-lock.json', import.meta.url)), 'utf8'),
);

/** Answers the package's archive, which the lockfile has the hash of. */
async function lockedPackage(name: string, { version, integrity }: Entry): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'nameplate-node-'));
  try {
    const command = ['pack', '--silent', `${name}@${version}`, '--pack-destination', directory];
    const file = execFileSync('npm', command, { encoding: 'utf8' }).trim();
    const archive = await readFile(join(directory, file));
    const hash = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    if (hash !== integrity) throw new Error(`${name}@${version} is not the package that the lockfile names`);
    return archive;
  } finally {
    await rm(directory, { recursive: true });
  }
}

for (const [path, entry] of Object.entries(lockfile.packages)) {
  const [, name, target] = /^node_modules\/(node-(linux-\w+))$/.exec(path) ?? [];
  if (name === undefined || target === undefined) continue;
  const label = `${name}@${entry.version}`;
  try {
    const official = sha256(await officialBinary(base, entry.version, target));
    const brought = sha256(fileOfArchive(await lockedPackage(name, entry), 'package/bin/node'));
    const isSame = official === brought;
    console.log(`${label}: ${isSame ? 'the official binary' : 'NOT the official binary'}, sha256 ${brought}`);
    if (!isSame) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    console.log(`${label}: not compared, as ${error.message}`);
  }
}
