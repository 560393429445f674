/** Directories that live as long as a test, its file, or the process of several files. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { onFileFinished } from './file-end.ts';
import { atProcessEnd } from './process-end.ts';

/** What a directory lives as long as. */
export type Lifetime = 'test' | 'file' | 'process';

/** Makes an empty directory and removes it when the test is over, the file or the process. The latter can be made in a hook. */
export async function tempDir(lifetime: Lifetime = 'test'): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'nameplate-test-'));
  const remove = () => rm(path, { recursive: true, force: true });
  if (lifetime === 'test') onTestFinished(remove);
  else if (lifetime === 'file') onFileFinished(remove);
  else atProcessEnd(remove);
  return path;
}
