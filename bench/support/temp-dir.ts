/** Directories that live as long as a benchmark. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { recordMade, recordRemoved } from './left-behind.ts';

const memoryDir = '/dev/shm';

/** Makes an empty directory on disk. */
export function diskDir(cleanUp: CleanUp): Promise<string> {
  return makeDir(tmpdir(), cleanUp);
}

/** Makes an empty directory in memory, where there is such a file system. */
export function inMemoryDir(cleanUp: CleanUp): Promise<string> {
  return makeDir(existsSync(memoryDir) ? memoryDir : tmpdir(), cleanUp);
}

async function makeDir(parent: string, cleanUp: CleanUp): Promise<string> {
  const path = await mkdtemp(join(parent, 'nameplate-bench-'));
  recordMade(path);
  cleanUp.defer(async () => {
    await rm(path, { recursive: true, force: true });
    recordRemoved(path);
  });
  return path;
}
