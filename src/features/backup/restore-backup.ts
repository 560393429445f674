/**
 * Restores a backup into empty stores, of the same kind or another: all of it or nothing. Source: docs/reference/backups.md
 * ("Restoring").
 *
 * Order: the file is read once and compared with its manifest before anything is written. Then the analytics store and the spool
 * are filled, then the control store, whose commit is the last step that can fail.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AnalyticsEngine } from '../../analytics/engine/engine.ts';
import { analyticsSchemaVersion } from '../../analytics/engine/migrate.ts';
import { dropTables, importPart, makeTables } from '../../analytics/engine/table-parts.ts';
import { isStoreAway } from '../../control/failures.ts';
import { schemaVersion } from '../../control/migrate.ts';
import { restoreTables, type TableSource } from '../../control/restore-tables.ts';
import { freeBytesAt } from '../../core/free-bytes.ts';
import { readSecretKeyFile, replaceSecretKeyFile } from '../../secrets/secret-key-file.ts';
import { BackupError, RestoreTargetError } from './backup-error.ts';
import { isSystemError, readEntries, readText, verifyBackup } from './backup-file.ts';
import type { BackupPlace } from './backup-place.ts';
import { boundedGunzip } from './bounded-gunzip.ts';
import { type BackupManifest, sealedName } from './manifest.ts';
import {
  openTargetEngine,
  RestoreDirectory,
  type RestoreTarget,
  refuseUsedServers,
} from './restore-target.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { readTable } from './table-lines.ts';

export type RestoreOptions = {
  /** Undefined: what is sealed is left out, if `withoutSecrets`, or else a sealed backup is refused. */
  readonly passphrase: string | undefined;
  readonly withoutSecrets: boolean;
  readonly onPart: (done: number) => void;
};

export type Restored = {
  readonly manifest: BackupManifest;
  /** Whether the target has the keys that the backup's secrets are encrypted with; undefined if that is not known. */
  readonly hasSecretKey: boolean | undefined;
};

const noSecrets: Secrets = { keys: [], tables: {} };

/** Throws {@link BackupError} and errors of the stores and the system; the target is empty then. */
export async function restoreBackup(
  place: BackupPlace,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<Restored> {
  await using directory = await RestoreDirectory.open(target.dataDir);
  await refuseUsedServers(target);
  const manifest = await verifyBackup(place.read());
  refuseNewer(manifest);
  const secrets = await readSealed(place, manifest, options);
  await refuseWithoutRoom(place, manifest, target);
  const hasSecretKey = await restoreKeys(secrets.keys, target, directory);

  const engine = await openTargetEngine(target.analytics, directory);
  let isOpen = true;
  try {
    await fillStores(place, manifest, engine, directory, options);
    if (engine.kind === 'chdb') {
      // Its directory is moved.
      await engine.close();
      isOpen = false;
    }
    await fillControl(manifest, secrets, target, directory);
  } catch (error) {
    if (engine.kind === 'clickhouse') await dropTables(engine);
    throw error;
  } finally {
    if (isOpen) await engine.close();
  }
  await directory.finish();
  return { manifest, hasSecretKey };
}

function refuseNewer({ version, control, analytics }: BackupManifest): void {
  if (control.schema_version <= schemaVersion && analytics.schema_version <= analyticsSchemaVersion) return;
  throw new BackupError(
    `it was made by Nameplate ${version}, with schema versions ${control.schema_version} and ${analytics.schema_version}; this program knows ${schemaVersion} and ${analyticsSchemaVersion}: restore it with that version or a newer one`,
  );
}

async function readSealed(
  place: BackupPlace,
  manifest: BackupManifest,
  options: RestoreOptions,
): Promise<Secrets> {
  if (!manifest.sealed || options.withoutSecrets) return noSecrets;
  if (options.passphrase === undefined) {
    throw new BackupError(
      'it has a sealed secret key: give its passphrase, or restore without it (--without-secrets)',
    );
  }
  let sealed: string | undefined;
  await readEntries(place.read(), async (name, content) => {
    if (name === sealedName) sealed = await readText(content);
  });
  if (sealed === undefined) throw new BackupError('its sealed secrets are missing');
  return await readSecrets(sealed, options.passphrase);
}

/** An estimate: rows take about as much as compressed in the file; while they are restored, one part is there twice. */
async function refuseWithoutRoom(
  place: BackupPlace,
  manifest: BackupManifest,
  target: RestoreTarget,
): Promise<void> {
  const largest = Math.max(0, ...Object.values(manifest.entries).map(({ bytes }) => bytes));
  const size = (await place.size()) ?? 0;
  const needed = largest + (target.analytics.kind === 'chdb' ? 2 * size : 0);
  const free = await freeBytesAt(target.dataDir);
  if (free >= needed) return;
  throw new RestoreTargetError(
    `there is no room for it: about ${mebibytes(needed)} MiB are needed in the data directory, ${mebibytes(free)} are free`,
  );
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}

/** Writes the file of the secret key, unless the target has the keys; returns whether it has them then. */
async function restoreKeys(
  keys: readonly string[],
  { dataDir, givenKeys }: RestoreTarget,
  directory: RestoreDirectory,
): Promise<boolean | undefined> {
  const inFile = await readSecretKeyFile(`${dataDir}/secret.key`);
  const held = givenKeys ?? inFile;
  if (keys.length === 0) return held.length === 0 ? false : undefined;
  const missing = keys.some((key) => !held.includes(key));
  if (!missing) return true;
  if (held.length > 0) {
    throw new RestoreTargetError(
      `${givenKeys ? 'NAMEPLATE_SECRET_KEY' : 'secret.key in the data directory'} is another key than the backup's: take it away, or restore without the backup's key (--without-secrets)`,
    );
  }
  await replaceSecretKeyFile(directory.path('secret.key'), keys);
  return true;
}

/** Fills analytics store and spool, and lays the tables of the control store ready. */
async function fillStores(
  place: BackupPlace,
  manifest: BackupManifest,
  engine: AnalyticsEngine,
  directory: RestoreDirectory,
  { onPart }: RestoreOptions,
): Promise<void> {
  const { parts, schema_version: version } = manifest.analytics;
  await makeTables(engine, version);
  const partOf = new Map(parts.map((part) => [part.entry, part]));
  const segmentOf = new Map(manifest.spool.segments.map(({ entry, file }) => [entry, file]));
  const tableOf = new Map(manifest.control.tables.map(({ entry, table }) => [entry, table]));
  let done = 0;
  await readEntries(place.read(), async (name, content) => {
    const [part, file, table] = [partOf.get(name), segmentOf.get(name), tableOf.get(name)];
    if (part) {
      onPart(done++);
      const staged = directory.path('parts', 'rows.native.gz');
      await save(content, staged);
      await importPart(engine, part, staged);
      await rm(staged);
    } else if (file !== undefined) {
      const segment = createWriteStream(directory.path('spool', file), { flags: 'wx', mode: 0o600 });
      await boundedGunzip(content, manifest.entries[name]?.bytes ?? 0, segment);
    } else if (table !== undefined) {
      await save(content, directory.path('parts', `${table}.ndjson.gz`));
    }
  });
  await makeTables(engine, analyticsSchemaVersion);
}

async function fillControl(
  manifest: BackupManifest,
  secrets: Secrets,
  { control }: RestoreTarget,
  directory: RestoreDirectory,
): Promise<void> {
  const sources: TableSource[] = [
    ...manifest.control.tables.map(({ table }) => ({
      table,
      open: () => readTable(directory.path('parts', `${table}.ndjson.gz`)),
    })),
    ...Object.entries(secrets.tables).map(([table, { columns, rows }]) => ({
      table,
      open: () => Promise.resolve({ columns, rows: Readable.from(rows) }),
    })),
  ];
  const version = manifest.control.schema_version;
  try {
    if (control.kind === 'sqlite') {
      await restoreTables({ kind: 'sqlite', path: directory.path('control.db') }, version, sources);
      await directory.place();
    } else {
      await restoreTables(control, version, sources, () => directory.place());
    }
  } catch (error) {
    // A store that is there refuses rows only for what they are.
    if (error instanceof BackupError || isStoreAway(error) || isSystemError(error)) throw error;
    throw new BackupError('its control store has rows that no Nameplate wrote', { cause: error });
  }
}

async function save(content: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  await pipeline(Readable.from(content), createWriteStream(path, { flags: 'w', mode: 0o600 }));
}
