/** The id of a node: of a directory that only one service uses at a time. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorField } from '../core/error-field.ts';
import { newUuid, parseUuid } from '../core/ids.ts';
import { makeDataDirectory } from './data-directory.ts';

/** Reads an id from its file; creates it on first use, and when a crash left half of it. */
export async function readNodeId(path: string): Promise<string> {
  await makeDataDirectory(dirname(path));
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorField(error, 'code') === 'ENOENT') return '';
    throw error;
  });
  const stored = parseUuid(text.trim());
  if (stored !== undefined) return stored;
  const id = newUuid();
  const temporary = `${path}.new`;
  await writeFile(temporary, `${id}\n`, { mode: 0o600 });
  await rename(temporary, path);
  return id;
}
