/**
 * Where a backup is restored to, and what may already be there: nothing but a secret key. Source: docs/reference/backups.md
 * ("Restoring").
 *
 * States of a data directory: empty → being restored (`restoring/` is there, with what is not in its place yet; the service
 * refuses to start) → restored. After a crash in between, the next restore removes everything and begins anew.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openChdb } from '../../analytics/engine/chdb.ts';
import { openClickhouse } from '../../analytics/engine/clickhouse.ts';
import type { AnalyticsEngine } from '../../analytics/engine/engine.ts';
import type { AnalyticsLocation } from '../../analytics/engine/location.ts';
import { hasAnalyticsTables } from '../../analytics/engine/table-parts.ts';
import { FileLock } from '../../analytics/ingest/file-lock.ts';
import { syncDirectory } from '../../analytics/ingest/sync-directory.ts';
import type { ControlLocation } from '../../control/location.ts';
import { hasTables } from '../../control/restore-tables.ts';
import { quoteValue } from '../../core/errors.ts';
import { RestoreTargetError } from './backup-error.ts';

export type RestoreTarget = {
  readonly dataDir: string;
  readonly control: ControlLocation;
  readonly analytics: AnalyticsLocation;
  /** The keys of NAMEPLATE_SECRET_KEY, if it is set. */
  readonly givenKeys: readonly string[] | undefined;
};

const stagingName = 'restoring';
const lockName = 'restoring.lock';
const secretKeyName = 'secret.key';
/** In the order in which they are put in place: a directory with `control.db` is one to start on. */
const placedNames = [secretKeyName, 'spool', 'analytics', 'control.db'] as const;
/** Of a restore that was interrupted, beside its staging directory; a secret key may have been there before. */
const interruptedNames = [
  'spool',
  'analytics',
  'control.db',
  'control.db-wal',
  'control.db-shm',
  stagingName,
];

/** Whether a restore into the directory was interrupted. */
export async function isBeingRestored(dataDir: string): Promise<boolean> {
  return (await readdir(dataDir)).includes(stagingName);
}

/** The data directory while a restore fills it. */
export class RestoreDirectory implements AsyncDisposable {
  readonly #dataDir: string;
  readonly #lock: FileLock;
  readonly #placed: string[] = [];
  #isDone = false;

  private constructor(dataDir: string, lock: FileLock) {
    this.#dataDir = dataDir;
    this.#lock = lock;
  }

  /** Takes an empty directory. Throws {@link RestoreTargetError}. */
  static async open(dataDir: string): Promise<RestoreDirectory> {
    const lock = FileLock.tryAcquire(join(dataDir, lockName));
    if (!lock) throw new RestoreTargetError(`another restore into ${quoteValue(dataDir)} is under way`);
    const directory = new RestoreDirectory(dataDir, lock);
    try {
      await directory.#prepare();
      return directory;
    } catch (error) {
      lock.release('and remove the file');
      throw error;
    }
  }

  /** A path in the staging directory. */
  path(...names: readonly string[]): string {
    return join(this.#dataDir, stagingName, ...names);
  }

  /** Puts everything in its place. */
  async place(): Promise<void> {
    const staged = await readdir(this.path());
    for (const name of placedNames) {
      if (!staged.includes(name)) continue;
      await rename(this.path(name), join(this.#dataDir, name));
      this.#placed.push(name);
    }
    await syncDirectory(this.#dataDir);
  }

  /** Ends the restore. */
  async finish(): Promise<void> {
    await rm(this.path(), { recursive: true });
    await syncDirectory(this.#dataDir);
    this.#isDone = true;
  }

  /** Leaves the directory empty when the restore did not finish. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      if (this.#isDone) return;
      const names = [...this.#placed, stagingName];
      for (const name of names) await rm(join(this.#dataDir, name), { recursive: true, force: true });
    } finally {
      this.#lock.release('and remove the file');
    }
  }

  async #prepare(): Promise<void> {
    const names = await readdir(this.#dataDir);
    if (names.includes(stagingName)) {
      for (const name of interruptedNames)
        await rm(join(this.#dataDir, name), { recursive: true, force: true });
    } else {
      const found = names.find(
        (name) => name !== secretKeyName && !name.startsWith(lockName) && name !== 'lost+found',
      );
      if (found !== undefined) {
        throw new RestoreTargetError(
          `the data directory ${quoteValue(this.#dataDir)} is not empty, it has ${quoteValue(found)}: restore into an empty one`,
        );
      }
    }
    await mkdir(this.path('spool', 'refused'), { recursive: true, mode: 0o700 });
    await mkdir(this.path('parts'), { mode: 0o700 });
  }
}

/** Refuses stores on servers that have tables; those in the data directory are in it. Throws {@link RestoreTargetError}. */
export async function refuseUsedServers({ control, analytics }: RestoreTarget): Promise<void> {
  if (control.kind === 'postgres' && (await hasTables(control))) {
    throw new RestoreTargetError(
      'the PostgreSQL database of NAMEPLATE_DATABASE_URL has the tables of a control store: restore into an empty database',
    );
  }
  if (analytics.kind === 'chdb') return;
  const engine = openClickhouse(analytics);
  try {
    await engine.prepare();
    if (!(await hasAnalyticsTables(engine))) return;
  } finally {
    await engine.close();
  }
  throw new RestoreTargetError(
    'the ClickHouse database of NAMEPLATE_CLICKHOUSE_URL has the tables of an analytics store: restore into an empty database',
  );
}

/** Opens the analytics store to be filled: an embedded one in the staging directory. */
export async function openTargetEngine(
  analytics: AnalyticsLocation,
  directory: RestoreDirectory,
): Promise<AnalyticsEngine> {
  if (analytics.kind === 'clickhouse') return openClickhouse(analytics);
  return await openChdb({ ...analytics, path: directory.path('analytics') });
}
