/** Backups that are made while everything runs. Source: docs/reference/backups.md. */

import { readEnvironment } from '../../config/env.ts';
import { parseS3Address, readS3Settings } from '../../config/s3-settings.ts';
import { minuteMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { type BackupFolder, localFolder, s3Folder } from './backup-folder.ts';
import { addBackupPartRoutes } from './part-routes.ts';
import { ScheduledBackups } from './scheduled-backups.ts';

export const backup: Feature = {
  schemas: [],
  addRoutes: (app, { backupParts }) => addBackupPartRoutes(app, backupParts),
  startWork(work, { config, metrics, clock, logger }) {
    const { directory, everyHours, keep } = config.backup;
    if (directory === undefined) return;
    const folder = backupFolder(directory);
    const backups = new ScheduledBackups({ folder, everyHours, keep }, clock, logger);
    metrics.gauge(
      'nameplate_backup_last_success_timestamp_seconds',
      'When the newest backup in NAMEPLATE_BACKUP_DIR was made, in seconds since 1970.',
      () => backups.lastSuccessSeconds,
    );
    metrics.counter(
      'nameplate_backup_failures_total',
      'Scheduled backups that failed since the start.',
      [],
      (add) => add({}, backups.failures),
    );
    work.defer(() => backups.stop());
    work.every(minuteMs, () => backups.check());
  },
};

/** Throws ConfigError. */
function backupFolder(directory: string): BackupFolder {
  const address = parseS3Address(directory, 'NAMEPLATE_BACKUP_DIR');
  return address
    ? s3Folder(readS3Settings(readEnvironment()), address.bucket, address.key)
    : localFolder(directory);
}
