/** Directories that live as long as a test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Makes an empty directory and removes it when the test is over. For one that several tests share, call it at the
 * top of the file or suite as `await tempDir(afterAll)`.
 */
export async function tempDir(
  onDone: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'nameplate-test-'));
  onDone(() => rm(path, { recursive: true, force: true }));
  return path;
}
