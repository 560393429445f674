/** A directory, or a folder in S3, that scheduled backups are put into. Source: docs/reference/backups.md ("Scheduled ones"). */
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '../../core/time.ts';
import { S3Client, type S3Settings } from '../../s3/s3-client.ts';
import { abortUploads, listObjects } from '../../s3/s3-folder.ts';
import { S3Object } from '../../s3/s3-object.ts';
import { isBackupFile, isUnfinishedBackup } from './file-name.ts';

export type StoredBackup = { readonly name: string; readonly madeAtMs: number; readonly sizeBytes: number };

export interface BackupFolder {
  /** The oldest first. */
  list(): Promise<readonly StoredBackup[]>;
  /** What `nameplate backup` is to be told for a name. */
  place(name: string): string;
  remove(name: string): Promise<void>;
  /** Removes what processes that were killed have left. */
  removeUnfinished(nowMs: number): Promise<void>;
}

export function localFolder(directory: string): BackupFolder {
  return {
    list: async () => {
      const names = (await readdir(directory)).filter(isBackupFile).toSorted();
      return await Promise.all(
        names.map(async (name) => {
          const { mtimeMs, size } = await stat(join(directory, name));
          return { name, madeAtMs: mtimeMs, sizeBytes: size };
        }),
      );
    },
    place: (name) => join(directory, name),
    remove: (name) => unlink(join(directory, name)),
    removeUnfinished: async (nowMs) => {
      for (const name of (await readdir(directory)).filter(isUnfinishedBackup)) {
        const path = join(directory, name);
        if (nowMs - (await stat(path)).mtimeMs > dayMs) await unlink(path);
      }
    },
  };
}

/** `key`: of the folder; '' is the bucket itself. */
export function s3Folder(settings: S3Settings, bucket: string, key: string): BackupFolder {
  const client = new S3Client(settings, bucket);
  const prefix = key === '' || key.endsWith('/') ? key : `${key}/`;
  return {
    list: async () => {
      const objects = await listObjects(client, `${prefix}nameplate-`);
      return objects
        .map(({ key: full, modifiedMs, sizeBytes }) => ({
          name: full.slice(prefix.length),
          madeAtMs: modifiedMs,
          sizeBytes,
        }))
        .filter(({ name }) => isBackupFile(name))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    place: (name) => `s3://${bucket}/${prefix}${name}`,
    remove: (name) => new S3Object(client, `${prefix}${name}`).remove(),
    removeUnfinished: (nowMs) => abortUploads(client, `${prefix}nameplate-`, nowMs - dayMs),
  };
}
