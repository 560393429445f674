/** Syncs a directory, so that new names in it survive a power cut. Source: fsync(2). */
import { open } from 'node:fs/promises';

/** Rejects with the system's error. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
