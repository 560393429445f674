/** The place of a backup that the command line names: `FILE` or `s3://BUCKET/KEY`. Source: docs/reference/backups.md. */

import { readEnvironment } from '../../config/env.ts';
import { parseS3Address, readS3Settings } from '../../config/s3-settings.ts';
import { type BackupPlace, filePlace, objectPlace } from '../../features/backup/backup-place.ts';
import { S3Client } from '../../s3/s3-client.ts';
import { S3Object } from '../../s3/s3-object.ts';

/** Throws ConfigError. */
export function backupPlace(name: string): BackupPlace {
  const address = parseS3Address(name, 'FILE');
  if (!address) return filePlace(name);
  const client = new S3Client(readS3Settings(readEnvironment()), address.bucket);
  return objectPlace(new S3Object(client, address.key));
}
