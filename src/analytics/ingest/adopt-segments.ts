/**
 * Takes over the open segments of writers that have died. Source: docs/reference/spool.md.
 *
 * A writer is dead when no process holds its lock file. The lock is held while its segments are taken, so no two processes
 * take the same one. A crash may interrupt any step, which is then repeated: truncate after the last line feed → sync →
 * rename, or remove the file if it holds no record; finally remove the lock file.
 */
import { type FileHandle, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorField } from '../../core/error-field.ts';
import { FileLock } from './file-lock.ts';
import {
  closedFileName,
  openFileName,
  parseSegmentFileName,
  segmentHeader,
  writerLockFileName,
} from './segment-name.ts';
import { syncDirectory } from './sync-directory.ts';

const lineFeed = 0x0a;
const lockFilePattern = /^([0-9a-f-]{36})\.lock$/;
const searchBytes = 64 * 1024;

export type AdoptedSegments = {
  readonly segments: number;
  /** Bytes of lines left incomplete by a crash. */
  readonly tornBytes: number;
  /** Why some of it could not be adopted; the next call tries again. */
  readonly failures: readonly unknown[];
};

/** Adopts the segments that dead writers left in the directory. Rejects with the system's error when it cannot be read. */
export async function adoptSegments(directory: string): Promise<AdoptedSegments> {
  let segments = 0;
  let tornBytes = 0;
  const failures: unknown[] = [];
  for (const [writerId, names] of await findWriters(directory)) {
    try {
      const torn = await adoptWriter(directory, writerId, names);
      segments += torn.length;
      for (const bytes of torn) tornBytes += bytes;
    } catch (error) {
      failures.push(error);
    }
  }
  if (segments > 0) await syncDirectory(directory);
  return { segments, tornBytes, failures };
}

/** Returns the bytes cut off of each segment adopted; none while the writer lives. */
async function adoptWriter(
  directory: string,
  writerId: string,
  names: readonly string[],
): Promise<readonly number[]> {
  const lock = FileLock.tryAcquire(join(directory, writerLockFileName(writerId)));
  if (!lock) return [];
  let isDone = false;
  try {
    const torn: number[] = [];
    for (const name of names) {
      const bytes = await adoptSegment(directory, name);
      if (bytes !== undefined) torn.push(bytes);
    }
    isDone = true;
    return torn;
  } finally {
    lock.release(isDone ? 'and remove the file' : 'and keep the file');
  }
}

/** Names of the open segments of each writer that left any, or its lock. */
async function findWriters(directory: string): Promise<Map<string, string[]>> {
  const writers = new Map<string, string[]>();
  for (const fileName of await readdir(directory)) {
    const segment = parseSegmentFileName(fileName);
    const writerId = segment?.state === 'open' ? segment.origin : lockFilePattern.exec(fileName)?.[1];
    if (writerId === undefined) continue;
    const names = writers.get(writerId) ?? [];
    if (segment) names.push(segment.name);
    writers.set(writerId, names);
  }
  return writers;
}

/** Returns the bytes cut off, or undefined when there is nothing to ship and the file is gone. */
async function adoptSegment(directory: string, name: string): Promise<number | undefined> {
  const path = join(directory, openFileName(name));
  const file = await openExisting(path);
  // Its writer closed it and let go of its lock since the directory was read.
  if (!file) return undefined;
  let torn: number;
  try {
    const { size } = await file.stat();
    const end = await endOfLastLine(file, size);
    if (end <= headerLength(name)) {
      await unlink(path);
      return undefined;
    }
    torn = size - end;
    if (torn > 0) await file.truncate(end);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(path, join(directory, closedFileName(name)));
  return torn;
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (errorField(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
}

/** Offset behind the last line feed, searched from the end. */
async function endOfLastLine(file: FileHandle, size: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(searchBytes);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - searchBytes);
    const { bytesRead } = await file.read(buffer, 0, end - start, start);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(lineFeed);
    if (at !== -1) return start + at + 1;
    end = start;
  }
  return 0;
}

function headerLength(name: string): number {
  const segment = parseSegmentFileName(openFileName(name));
  return segment ? segmentHeader(segment.kind).length : 0;
}
