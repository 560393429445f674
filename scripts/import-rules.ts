/**
 * Holds the imports of `src/` to the table of folders. Source: ARCHITECTURE.md ("Folders").
 *
 * A row covers its folder except for subfolders with a row of their own, so a folder named in the last column allows
 * its subfolders too.
 */
import { posix } from 'node:path';

/** Folders below `src/`, without a slash at the end, and the folders that each may import from; undefined: all. */
export type ImportRules = ReadonlyMap<string, readonly string[] | undefined>;

const row = /^\| `([\w/-]+)\/` \|.*\| ([^|]+) \|$/gm;
const imported = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** Reads the table; throws for one without rows. */
export function readImportRules(architecture: string): ImportRules {
  const rows = [...architecture.matchAll(row)];
  if (rows.length === 0) throw new Error('no table of folders');
  const folders = rows.map(([, folder = '']) => folder);
  return new Map(rows.map(([, folder = '', cell = '']) => [folder, readCell(cell, folders)]));
}

function readCell(cell: string, folders: readonly string[]): readonly string[] | undefined {
  if (cell === 'all') return undefined;
  if (cell === 'nothing') return [];
  const [, exception] = /^all but (.+)$/.exec(cell) ?? [];
  if (exception !== undefined) return folders.filter((folder) => folder !== exception);
  const named = cell.split(', ');
  for (const name of named) {
    if (!folders.some((folder) => isWithin(folder, name))) throw new Error(`no folder ${name}/ in the table`);
  }
  return named;
}

/** Returns one line for each import that the rules forbid. `files`: text by path below `src/`. */
export function findForbiddenImports(files: ReadonlyMap<string, string>, rules: ImportRules): string[] {
  const problems: string[] = [];
  for (const [file, text] of files) {
    // Files outside every folder start the program or build it.
    if (!file.includes('/')) continue;
    const room = roomOf(file, rules);
    if (room === undefined) {
      problems.push(`${file}: its folder is not in the table of ARCHITECTURE.md`);
      continue;
    }
    const allowed = rules.get(room);
    for (const [, specifier = ''] of text.matchAll(imported)) {
      const target = posix.join(posix.dirname(file), specifier);
      const isOutside = target.startsWith('..');
      if (isOutside || allowed === undefined || roomOf(target, rules) === room) continue;
      if (!allowed.some((folder) => isWithin(target, folder)))
        problems.push(`${file}: ${room}/ may not import ${target}`);
    }
  }
  return problems;
}

function roomOf(file: string, rules: ImportRules): string | undefined {
  for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
    if (rules.has(folder)) return folder;
  }
  return undefined;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
