/** What went wrong with a backup's stores, as one line. */
import { AnalyticsOpenError } from '../../analytics/engine/chdb.ts';
import { AnalyticsAwayError, isAnalyticsAway } from '../../analytics/engine/failures.ts';
import { BackupError, RestoreTargetError } from '../../features/backup/backup-error.ts';
import { S3Error } from '../../s3/s3-error.ts';
import { CliError, messageOf } from '../failures.ts';

/** `subject`: what the line begins with when the backup's file is at fault. */
export function explain(error: unknown, subject: string): unknown {
  if (error instanceof RestoreTargetError) return error;
  if (error instanceof BackupError || error instanceof S3Error)
    return new CliError(`${subject}: ${error.message}`, { cause: error });
  const isAway =
    error instanceof AnalyticsAwayError || error instanceof AnalyticsOpenError || isAnalyticsAway(error);
  return isAway
    ? new CliError(`the analytics store cannot be used: ${messageOf(error)}`, { cause: error })
    : error;
}
