/** Where a backup is or will be: a file, or an object in S3. Source: docs/reference/backups.md ("The file", "In S3"). */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { syncDirectory } from '../../analytics/ingest/sync-directory.ts';
import { newRandomUuid } from '../../core/ids.ts';
import type { S3Object, S3Upload } from '../../s3/s3-object.ts';

const chunkBytes = 256 * 1024;

export interface BackupPlace {
  /** Undefined when nothing is there. */
  size(): Promise<number | undefined>;
  read(): Readable;
  create(): NewBackup;
}

/** States: being written → read back → kept or discarded. */
export interface NewBackup {
  readonly target: Writable;
  /** What was written, once all of it was. */
  read(): Readable;
  /** It was read back and is good. */
  keep(): Promise<void>;
  /** Leaves nothing of it. */
  discard(): Promise<void>;
}

export function filePlace(path: string): BackupPlace {
  return {
    size: async () => (await stat(path).catch(() => undefined))?.size,
    read: () => createReadStream(path, { highWaterMark: chunkBytes }),
    create: () => newFile(path),
  };
}

export function objectPlace(object: S3Object): BackupPlace {
  return {
    size: () => object.size(),
    read: () => object.read(),
    create: () => newObject(object, object.upload()),
  };
}

/** Under a temporary name in the same directory until it is kept; readable by its owner only. */
function newFile(path: string): NewBackup {
  const temporary = `${path}.${newRandomUuid()}.tmp`;
  const target = createWriteStream(temporary, { flags: 'wx', mode: 0o600 });
  return {
    target,
    read: () => createReadStream(temporary, { highWaterMark: chunkBytes }),
    keep: async () => {
      {
        await using file = await open(temporary, 'r');
        await file.sync();
      }
      await rename(temporary, path);
      await syncDirectory(dirname(path));
    },
    discard: () => rm(temporary, { force: true }),
  };
}

/** An object appears whole, but before it can be read back. */
function newObject(object: S3Object, upload: S3Upload): NewBackup {
  return {
    target: upload,
    read: () => object.read(),
    keep: () => Promise.resolve(),
    discard: async () => {
      if (upload.writableFinished) await object.remove();
      else await upload.abort();
    },
  };
}
