/**
 * Decompresses the segments in a backup: never to many times its size, as nothing that was written into one is. A file made to do harm
 * would fill the disk. Source: docs/reference/backups.md ("Restoring").
 */
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';

/** DEFLATE reaches 1,032; a flood of equal requests comes to 100. */
const maxRatio = 300;
const allowanceBytes = 1024 * 1024;

/** Passes on what `source`, of so many bytes, decompresses to. Rejects with {@link BackupError} and the errors of streams. */
export async function boundedGunzip(
  source: AsyncIterable<Uint8Array>,
  sourceBytes: number,
  target: NodeJS.WritableStream,
): Promise<void> {
  let left = sourceBytes * maxRatio + allowanceBytes;
  const bound = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new BackupError('an entry decompresses to far more than its size'));
      else done(null, chunk);
    },
  });
  await pipeline(source, createGunzip(), bound, target);
}
