/** A file system small enough to fill: a tmpfs, which only root may mount. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { errorField } from '../../src/core/error-field.ts';
import { tempDir } from './temp-dir.ts';

export const canMount: boolean = process.getuid?.() === 0;

export type SmallDisk = {
  readonly path: string;
  /** Takes all the room that is left, to the last page. */
  fill(): Promise<void>;
  /** Gives it back. */
  clear(): Promise<void>;
};

/** Mounts a file system of so many MiB, and unmounts it after the test, after what was deferred later. */
export async function smallDisk(mebibytes: number): Promise<SmallDisk> {
  const path = await tempDir();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0755`, 'tmpfs', path]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', path]));
  const filler = join(path, 'filler');
  return {
    path,
    fill: async () => {
      await using file = await open(filler, 'a');
      // Whole pages only: each write after the last one that fits finds no room.
      const page = Buffer.alloc(4_096);
      try {
        for (;;) await file.write(page);
      } catch (error) {
        if (errorField(error, 'code') !== 'ENOSPC') throw error;
      }
      if (statSync(filler).size === 0) throw new Error('there was no room to take');
    },
    clear: () => rm(filler),
  };
}
