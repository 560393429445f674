/** The room on a disk. */
import { statfs } from 'node:fs/promises';

/** What this program may still write where a path is. */
export async function freeBytesAt(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
