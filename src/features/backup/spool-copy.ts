/**
 * Copies the segments of the spool, so that nothing that was acknowledged is missing from a backup. They have to be copied before
 * the analytics store is read: what is shipped in between is in both, and the store tells by a segment's name that it has it.
 * Source: docs/reference/backups.md ("The spool").
 */
import { constants, copyFile, mkdir, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  closedFileName,
  openFileName,
  parseSegmentFileName,
  type SegmentFileName,
  segmentHeader,
} from '../../analytics/ingest/segment-name.ts';
import { errorField } from '../../core/error-field.ts';

export type CopiedSegment = {
  /** As it is to be called in the spool; in `refused/` if it was there. */
  readonly file: string;
  readonly path: string;
};

const refused = 'refused';
const lineFeed = 0x0a;

/** Copies every segment to `target`; open ones up to their last whole line. */
export async function copySpool(spool: string, target: string): Promise<CopiedSegment[]> {
  await mkdir(join(target, refused), { recursive: true, mode: 0o700 });
  const copied = new Map<string, CopiedSegment>();
  // Twice: a file that is renamed while the directory is read may appear under neither name.
  for (const folder of ['', refused, '', refused]) {
    for (const fileName of await namesIn(join(spool, folder))) {
      const segment = parseSegmentFileName(fileName);
      if (!segment) continue;
      const file = join(folder, closedFileName(segment.name));
      if (copied.has(file)) continue;
      const path = join(target, file);
      if (await copySegment(join(spool, folder), segment, path)) copied.set(file, { file, path });
    }
  }
  return [...copied.values()];
}

/** Whether there is something to keep: one that was shipped in between is in the analytics store. */
async function copySegment(folder: string, segment: SegmentFileName, path: string): Promise<boolean> {
  const { name, kind, state } = segment;
  if (state === 'open' && (await copy(join(folder, openFileName(name)), path)))
    return await cutToLines(path, segmentHeader(kind).length);
  return await copy(join(folder, closedFileName(name)), path);
}

async function namesIn(directory: string): Promise<string[]> {
  return await readdir(directory).catch((error: unknown) => {
    if (errorField(error, 'code') === 'ENOENT') return [];
    throw error;
  });
}

/** Whether it was there. */
async function copy(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (errorField(error, 'code') === 'ENOENT') return false;
    throw error;
  }
}

/** Cuts a file behind its last line feed; removes it when no record is left. */
async function cutToLines(path: string, headerLength: number): Promise<boolean> {
  await using file = await open(path, 'r+');
  const content = await file.readFile();
  const end = content.lastIndexOf(lineFeed) + 1;
  if (end > headerLength) {
    await file.truncate(end);
    return true;
  }
  await unlink(path);
  return false;
}
