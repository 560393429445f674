/** Lists the segments in the spool's directory. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  closedFileName,
  openFileName,
  parseSegmentFileName,
  type SegmentFileName,
  type SegmentKind,
} from './segment-name.ts';

/** Waits for the disk side by side; more gains nothing over the threads there are. */
const statsAtOnce = 64;

export type FoundSegment = {
  readonly name: string;
  readonly kind: SegmentKind;
  readonly path: string;
  readonly sizeBytes: number;
  /** Last write, milliseconds since the Unix epoch. */
  readonly closedAtMs: number;
};

/** Reads the names of all segments, in no order. Rejects with the system's error. */
export async function listSegments(
  directory: string,
): Promise<{ readonly open: readonly SegmentFileName[]; readonly closed: readonly SegmentFileName[] }> {
  const files = (await readdir(directory)).flatMap((name) => parseSegmentFileName(name) ?? []);
  return {
    open: files.filter((file) => file.state === 'open'),
    closed: files.filter((file) => file.state === 'closed'),
  };
}

/** Leaves out what was closed, shipped or adopted since the directory was read. */
export async function statSegments(
  directory: string,
  files: readonly SegmentFileName[],
): Promise<FoundSegment[]> {
  const found: FoundSegment[] = [];
  for (let i = 0; i < files.length; i += statsAtOnce) {
    const some = files.slice(i, i + statsAtOnce).map(async ({ name, kind, state }) => {
      const path = join(directory, state === 'open' ? openFileName(name) : closedFileName(name));
      const stats = await stat(path).catch(() => undefined);
      if (stats?.isFile()) found.push({ name, kind, path, sizeBytes: stats.size, closedAtMs: stats.mtimeMs });
    });
    await Promise.all(some);
  }
  return found;
}
