/** The directory of everything the embedded mode stores, readable by its owner only. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorField } from '../core/error-field.ts';

/**
 * Creates the directory and its parents if they are missing. Not by `mkdir` with `recursive`, which retries forever on a
 * file system that has the parent but refuses new entries with "no such file" (/proc does).
 * Rejects with the system's error.
 */
export async function makeDataDirectory(path: string): Promise<void> {
  await makeDirectory(resolve(path));
}

async function makeDirectory(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (errorField(error, 'code') === 'ENOENT') return undefined;
    throw error;
  });
  if (found?.isDirectory()) return;
  if (found) throw new Error(`${path} is not a directory`);
  const parent = dirname(path);
  if (parent !== path) await makeDirectory(parent);
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    // Another process created it meanwhile.
    if (errorField(error, 'code') !== 'EEXIST') throw error;
  });
}
