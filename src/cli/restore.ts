/** `nameplate restore`. Source: docs/guides/backups.md. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { spoolLockFileName } from '../analytics/ingest/segment-name.ts';
import { type Config, parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { quoteValue } from '../core/errors.ts';
import { commandName } from '../core/program-files.ts';
import { type Restored, restoreBackup } from '../features/backup/restore-backup.ts';
import { makeDataDirectory } from '../service/data-directory.ts';
import { isShipped } from './analytics-import/spool-room.ts';
import { explain } from './backup/explain.ts';
import { backupPlace } from './backup/place.ts';
import { defineCommand } from './command.ts';
import { CliError } from './failures.ts';
import { refuseUnreadable } from './named-file.ts';
import { note, printLine } from './output.ts';
import { readPassphrase } from './passphrase.ts';
import { startProgress } from './progress.ts';

const help = `Usage: nameplate restore [OPTIONS] FILE|s3://BUCKET/KEY

Restores a backup into the stores that the environment variables name
(NAMEPLATE_DATA_DIR, NAMEPLATE_DATABASE_URL, NAMEPLATE_CLICKHOUSE_URL). They may
be of another kind than those the backup was made from. They have to be empty: a
data directory may have a secret.key and nothing else.

The file is checked before anything is written. A restore that fails leaves the
stores empty. Run it as the user that the service runs as.

Options:
  --passphrase-file PATH  file with the passphrase of a sealed backup
                          (default: NAMEPLATE_BACKUP_PASSPHRASE)
  --without-secrets       leave out the secret key and the visitor salts
  -h, --help              print this help
`;

type Options = { readonly passphraseFile?: string; readonly withoutSecrets?: true };

export function restoreCommand(): Command {
  return defineCommand('restore', help)
    .argument('<file>')
    .option('--passphrase-file <path>')
    .option('--without-secrets')
    .action(restore);
}

async function restore(file: string, options: Options): Promise<void> {
  const config = parseConfig(readEnvironment());
  refuseWhileServed(config);
  const place = backupPlace(file);
  if (!file.startsWith('s3:')) await refuseUnreadable('FILE', file);
  await makeDataDirectory(config.dataDir);
  const passphrase = await readPassphrase(options.passphraseFile, config);
  const progress = startProgress('Restoring', null, 'parts');
  let restored: Restored;
  try {
    restored = await restoreBackup(
      place,
      {
        dataDir: config.dataDir,
        control: config.control,
        analytics: config.analytics.location,
        givenKeys: config.secretKey?.split(','),
      },
      { passphrase, withoutSecrets: options.withoutSecrets ?? false, onPart: progress.at },
    );
  } catch (error) {
    throw explain(error, quoteValue(file));
  } finally {
    progress.stop();
  }
  await report(file, restored);
}

/** Its data directory is not empty, but this says what to do. */
function refuseWhileServed({ dataDir, spool }: Config): void {
  if (!existsSync(join(spool.path, spoolLockFileName)) || !isShipped(spool.path)) return;
  throw new CliError(
    `the service runs on ${quoteValue(dataDir)}: restore into an empty directory, or stop the service and move this one away`,
  );
}

async function report(file: string, { manifest, hasSecretKey }: Restored): Promise<void> {
  await printLine(`Restored ${file}, made by Nameplate ${manifest.version} at ${manifest.created_at}.`);
  if (hasSecretKey === false) {
    note(
      `There is no secret key: before the start, put secret.key into the data directory or set NAMEPLATE_SECRET_KEY. If it is lost, see "${commandName} key reset --help".`,
    );
  }
}
