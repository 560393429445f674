/** Directories that live as long as a test, its file, or the process of several files. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { atProcessEnd } from './process-end.ts';

/** What a directory lives as long as. */
export type Lifetime = 'test' | 'file' | 'process';

const ofFile: string[] = [];

/** Makes an empty directory and removes it when the test is over, the file or the process. The latter can be made in a hook. */
export async function tempDir(lifetime: Lifetime = 'test'): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'nameplate-test-'));
  if (lifetime === 'test') onTestFinished(() => remove(path));
  else if (lifetime === 'file') ofFile.push(path);
  else atProcessEnd(() => remove(path));
  return path;
}

/** Removes the directories of the file that ends. */
export async function removeDirsOfFile(): Promise<void> {
  await Promise.all(ofFile.splice(0).map(remove));
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}
