/** `nameplate backup`. Source: docs/guides/backups.md. */
import { existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Config, parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { systemClock } from '../core/clock.ts';
import { quoteValue } from '../core/errors.ts';
import { type AnalyticsExporter, openExporter } from '../features/backup/analytics-exporter.ts';
import { backupFileName } from '../features/backup/file-name.ts';
import { makeBackup } from '../features/backup/make-backup.ts';
import type { BackupManifest } from '../features/backup/manifest.ts';
import { readSecretKeyFile } from '../secrets/secret-key-file.ts';
import { secretKeyLocationOf } from '../service/secret-key-location.ts';
import { version } from '../service/version.ts';
import { isShipped } from './analytics-import/spool-room.ts';
import { explain } from './backup/explain.ts';
import { backupPlace } from './backup/place.ts';
import { serviceExporter } from './backup/service-exporter.ts';
import { withStaging } from './backup/staging.ts';
import { defineCommand } from './command.ts';
import { CliError } from './failures.ts';
import { refuseUnwritable } from './named-file.ts';
import { note, printJson, printLine } from './output.ts';
import { readPassphrase } from './passphrase.ts';
import { startProgress } from './progress.ts';

const help = `Usage: nameplate backup [OPTIONS] FILE|s3://BUCKET/KEY

Makes a backup of the control store, the analytics store and the spool, while
the service runs or not. The file appears once it is complete and was read back.
If FILE is a directory, the backup gets a name with the time in it; in S3, if
KEY is left out or ends with a slash.

The secret key, which the private keys in a backup are encrypted with, and the
visitor salts are in it only with a passphrase. Keep that apart from the backup.
Without one, keep a copy of the key yourself.

Options:
  --passphrase-file PATH  file with the passphrase, at least 12 characters
                          (default: NAMEPLATE_BACKUP_PASSPHRASE)
  --json                  print the outcome as JSON
  -h, --help              print this help
`;

type Options = { readonly passphraseFile?: string; readonly json?: true };

export function backupCommand(): Command {
  return defineCommand('backup', help)
    .argument('<file>')
    .option('--passphrase-file <path>')
    .option('--json')
    .action(backUp);
}

/** Packing is to cost a service on this machine nothing. On Linux, each thread has a priority of its own. */
function lowerPriority(): void {
  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function backUp(file: string, options: Options): Promise<void> {
  const config = parseConfig(readEnvironment());
  const { control, dataDir } = config;
  if (control.kind === 'sqlite' && !existsSync(control.path)) {
    throw new CliError(`there is no control store at ${quoteValue(control.path)}: set NAMEPLATE_DATA_DIR`);
  }
  const path = await nameOf(file);
  const place = backupPlace(path);
  const size = await place.size();
  if (size !== undefined) throw new CliError(`${quoteValue(path)} exists; choose another name`);
  if (!path.startsWith('s3:')) await refuseUnwritable('FILE', path);
  lowerPriority();
  const passphrase = await readPassphrase(options.passphraseFile, config);
  const progress = startProgress('Backing up', null, 'parts');
  const made = place.create();
  const manifest = await withStaging(dataDir, made, async (staging, name) => {
    await using analytics = await exporterOf(config, name);
    const sealing = passphrase === undefined ? undefined : { passphrase, keys: await keysOf(config) };
    return await makeBackup(
      made,
      staging,
      {
        control,
        analytics,
        analyticsEngine: config.analytics.location.kind,
        spoolPath: config.spool.path,
        sealing,
        version,
        clock: systemClock,
      },
      progress.at,
    );
  })
    .catch((error: unknown) => {
      throw explain(error, quoteValue(path));
    })
    .finally(progress.stop);
  await report(path, (await place.size()) ?? 0, manifest, options);
}

/** In a directory, or in a folder of S3, it gets a name of its own. */
async function nameOf(file: string): Promise<string> {
  const name = backupFileName(systemClock.now());
  if (file.startsWith('s3:')) {
    if (/^s3:\/\/[^/]+$/.test(file)) return `${file}/${name}`;
    return file.endsWith('/') ? `${file}${name}` : file;
  }
  const stats = await stat(file).catch(() => undefined);
  return stats?.isDirectory() ? join(file, name) : file;
}

/** Only one process can have the embedded store open: the service, if it runs. */
async function exporterOf(config: Config, stagingName: string): Promise<AnalyticsExporter> {
  const { analytics, spool } = config;
  const isServed = existsSync(spool.path) && isShipped(spool.path);
  if (analytics.location.kind === 'chdb' && isServed) return serviceExporter(config, stagingName);
  return await openExporter(analytics.location);
}

async function keysOf(config: Config): Promise<readonly string[]> {
  const location = secretKeyLocationOf(config);
  return location.kind === 'given' ? location.keys.split(',') : await readSecretKeyFile(location.path);
}

async function report(
  path: string,
  size: number,
  manifest: BackupManifest,
  { json }: Options,
): Promise<void> {
  const controlRows = manifest.control.tables.reduce((sum, { rows }) => sum + rows, 0);
  const analyticsRows = manifest.analytics.parts.reduce((sum, { rows }) => sum + rows, 0);
  const segments = manifest.spool.segments.length;
  const { sealed } = manifest;
  if (json) {
    await printJson({
      file: path,
      bytes: size,
      control_rows: controlRows,
      analytics_rows: analyticsRows,
      segments,
      sealed,
    });
  } else {
    const mebibytes = (size / 1024 / 1024).toFixed(1);
    await printLine(
      `${path}: ${mebibytes} MiB, ${controlRows} rows of the control store, ${analyticsRows} requests and events, ${segments} segments of the spool.`,
    );
  }
  if (!sealed) {
    note(
      'The secret key and the visitor salts are not in it: no passphrase was given. Keep a copy of the key elsewhere.',
    );
  }
}
