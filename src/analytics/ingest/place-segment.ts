/**
 * Puts a whole segment into the spool from another process, such as an import of log files; no lock is needed.
 * Source: docs/reference/spool.md.
 */

import { open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { newRandomUuid } from '../../core/ids.ts';
import { hourMs } from '../../core/time.ts';
import { closedFileName, type SegmentKind, segmentHeader, segmentName } from './segment-name.ts';
import { syncDirectory } from './sync-directory.ts';

const temporaryExtension = '.tmp';
const staleAfterMs = hourMs;

export type PlacedSegment = {
  readonly kind: Extract<SegmentKind, `import-${string}`>;
  /** Of what is imported, lower-case hex: the same input makes the same names and is counted once. */
  readonly digest: string;
  /** Counts the segments of one input. */
  readonly number: number;
  /** Records with their line feeds, at most `maxSegmentBytes`; the same for the same digest and number. */
  readonly lines: string;
};

/** Resolves when the segment is on disk under its name, which it answers. Rejects with the system's error. */
export async function placeSegment(directory: string, segment: PlacedSegment): Promise<string> {
  const name = segmentName(segment.kind, segment.digest, segment.number);
  const temporary = join(directory, `${name}.${newRandomUuid()}${temporaryExtension}`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(segmentHeader(segment.kind) + segment.lines);
    await file.datasync();
    await file.close();
    await rename(temporary, join(directory, closedFileName(name)));
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncDirectory(directory);
  return name;
}

/** Removes files left by interrupted imports. */
export async function removeStaleTemporaryFiles(directory: string, clock: Clock): Promise<void> {
  for (const fileName of await readdir(directory)) {
    if (!fileName.endsWith(temporaryExtension)) continue;
    const path = join(directory, fileName);
    const stats = await stat(path).catch(() => undefined);
    if (stats && clock.now() - stats.mtimeMs > staleAfterMs) await unlink(path).catch(() => {});
  }
}
