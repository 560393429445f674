/** Directories that live as long as a test, or as its file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What a directory lives as long as. */
export type Lifetime = 'test' | 'file';

const ofFile: string[] = [];

/** Makes an empty directory and removes it when the test is over, or the file. A file's can also be made in a hook. */
export async function tempDir(lifetime: Lifetime = 'test'): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'nameplate-test-'));
  if (lifetime === 'test') onTestFinished(() => remove(path));
  else ofFile.push(path);
  return path;
}

/** Removes the directories of the file that ends. */
export async function removeDirsOfFile(): Promise<void> {
  await Promise.all(ofFile.splice(0).map(remove));
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}
