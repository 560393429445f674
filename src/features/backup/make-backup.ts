/**
 * Makes a backup while the service runs. Source: docs/reference/backups.md ("Making one").
 *
 * Order: the control store as of one moment, then the spool, then the analytics store. What is shipped from the spool in between
 * is in both, and is recognised when the restored spool is shipped; in the other order it would be in neither. Each part is
 * written to a staging directory first, because an entry of the file begins with its size; then it is removed from there.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ControlLocation } from '../../control/location.ts';
import { storedTables } from '../../control/stored-tables.ts';
import { withSnapshot } from '../../control/table-snapshot.ts';
import type { Clock } from '../../core/clock.ts';
import type { AnalyticsExporter } from './analytics-exporter.ts';
import { BackupWriter, verifyBackup } from './backup-file.ts';
import type { NewBackup } from './backup-place.ts';
import {
  type AnalyticsPart,
  type BackupManifest,
  backupFormat,
  manifestName,
  manifestSum,
  manifestSumName,
  sealedName,
} from './manifest.ts';
import { type Secrets, writeSecrets } from './secrets.ts';
import { copySpool } from './spool-copy.ts';
import { collectRows, writeTable } from './table-lines.ts';

export type BackupSources = {
  readonly control: ControlLocation;
  readonly analytics: AnalyticsExporter;
  readonly analyticsEngine: BackupManifest['analytics']['engine'];
  readonly spoolPath: string;
  /** Undefined: the secret key and the salts are left out. */
  readonly sealing: { readonly passphrase: string; readonly keys: readonly string[] } | undefined;
  readonly version: string;
  readonly clock: Clock;
};

/**
 * Makes the file, and keeps it once it is complete and was read back. `staging` is an empty private directory.
 * Throws {@link BackupError}, S3Error and the system's errors; nothing is left of a file that failed.
 */
export async function makeBackup(
  file: NewBackup,
  staging: string,
  sources: BackupSources,
  onPart: (done: number) => void = () => {},
): Promise<BackupManifest> {
  const writer = new BackupWriter(file.target);
  try {
    const manifest = await writeParts(writer, staging, sources, onPart);
    const text = JSON.stringify(manifest, null, 2);
    await writer.addText(manifestName, text);
    await writer.addText(manifestSumName, manifestSum(text));
    await writer.finish();
    await verifyBackup(file.read());
    await file.keep();
    return manifest;
  } catch (error) {
    await writer.abandon();
    // Why the backup failed matters more than why its rest cannot be removed.
    await file.discard().catch(() => {});
    throw error;
  }
}

async function writeParts(
  writer: BackupWriter,
  staging: string,
  sources: BackupSources,
  onPart: (done: number) => void,
): Promise<BackupManifest> {
  const createdAt = new Date(sources.clock.now()).toISOString();
  const { control, secrets } = await writeControl(writer, staging, sources);
  const spool = await writeSpool(writer, staging, sources.spoolPath);
  const { schemaVersion, parts } = await sources.analytics.list();
  const written: AnalyticsPart[] = [];
  for (const part of parts) {
    onPart(written.length);
    const entry = `analytics/${part.table}.${part.month}.native.gz`;
    await addStaged(writer, entry, join(staging, `${part.table}.${part.month}.native.gz`), (path) =>
      sources.analytics.write(part, path),
    );
    written.push({ ...part, entry });
  }
  if (sources.sealing) {
    const { passphrase } = sources.sealing;
    await writer.addText(sealedName, await writeSecrets(secrets, passphrase));
  }
  return {
    nameplate_backup: backupFormat,
    version: sources.version,
    created_at: createdAt,
    control,
    analytics: { engine: sources.analyticsEngine, schema_version: schemaVersion, parts: written },
    spool: { segments: spool },
    sealed: sources.sealing !== undefined,
    entries: writer.entries,
  };
}

async function writeControl(
  writer: BackupWriter,
  staging: string,
  { control, sealing }: BackupSources,
): Promise<{ control: BackupManifest['control']; secrets: Secrets }> {
  const known = await storedTables();
  return await withSnapshot(control, async ({ schemaVersion, revision, tables: present, read }) => {
    const tables: { entry: string; table: string; rows: number }[] = [];
    for (const table of known.stored.filter((name) => present.has(name))) {
      const entry = `control/${table}.ndjson.gz`;
      let rows = 0;
      await addStaged(writer, entry, join(staging, `${table}.ndjson.gz`), async (path) => {
        rows = await writeTable(await read(table), path);
      });
      tables.push({ entry, table, rows });
    }
    const sealed: Secrets['tables'] = {};
    for (const table of sealing ? known.sealed : []) {
      if (present.has(table)) sealed[table] = await collectRows(await read(table));
    }
    return {
      control: { engine: control.kind, schema_version: schemaVersion, revision, tables },
      secrets: { keys: sealing?.keys ?? [], tables: sealed },
    };
  });
}

async function writeSpool(
  writer: BackupWriter,
  staging: string,
  spoolPath: string,
): Promise<BackupManifest['spool']['segments']> {
  const segments: { entry: string; file: string }[] = [];
  for (const { file, path } of await copySpool(spoolPath, join(staging, 'spool'))) {
    const entry = `spool/${file}.gz`;
    await addStaged(writer, entry, `${path}.gz`, (compressed) => gzipFile(path, compressed));
    await unlink(path);
    segments.push({ entry, file });
  }
  return segments;
}

/** Has a staged file made, adds it and removes it. */
async function addStaged(
  writer: BackupWriter,
  entry: string,
  path: string,
  make: (path: string) => Promise<void>,
): Promise<void> {
  try {
    await make(path);
    await writer.addFile(entry, path);
  } finally {
    await rm(path, { force: true });
  }
}

async function gzipFile(from: string, to: string): Promise<void> {
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600 });
  await pipeline(createReadStream(from), createGzip({ level: 1 }), target);
}
