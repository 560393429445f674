/**
 * The file of the edge replica: a SQLite file with the control store's schema and one table more, which says that it is a
 * copy. Source: docs/reference/edge.md ("What workers read").
 *
 * A new one is made under another name and takes the place of the old one when it is complete, so a file under the
 * replica's own name is never a half of one.
 */
import { renameSync, rmSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { ControlDatabase, type ControlQueries } from './database.ts';
import { migrate, requireSchema, schemaVersion } from './migrate.ts';

/**
 * The file in a data directory. Each schema version has its own: an upgrade that fails leaves that of the older program.
 */
export function replicaPathIn(directory: string): string {
  return join(directory, `edge-${schemaVersion}.db`);
}

/** Removes the files of other versions, which would keep keys of visitor hashes that have been destroyed. */
export async function removeOtherReplicas(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const [, version] = /^edge-([0-9]+)\.db$/.exec(name) ?? [];
    if (version !== undefined && Number(version) !== schemaVersion) removeDatabase(join(directory, name));
  }
}

/** Whether a file is a replica, and not a store. */
export async function isReplica(database: ControlDatabase): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_schema where name = 'replica_of'`.execute(database.queries);
  return rows.length > 0;
}

/** Opens the replica at `path` to write it. Throws when there is none, or one that is damaged or of another schema. */
export async function openReplica(path: string): Promise<ControlDatabase> {
  // Opened first as one that creates nothing.
  await using reader = ControlDatabase.openFile(path, 'reader');
  await requireSchema(reader, 'refuse');
  if (!(await isReplica(reader))) throw new Error(`${JSON.stringify(path)} is not a replica`);
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(reader.queries);
  const [found] = rows;
  if (found?.quick_check !== 'ok')
    throw new Error(`${JSON.stringify(path)} is damaged: ${found?.quick_check}`);
  return ControlDatabase.openFile(path, 'replica');
}

/** Whether workers could start from the file at `path`. */
export async function isReplicaUsable(path: string): Promise<boolean> {
  try {
    await using _replica = await openReplica(path);
    return true;
  } catch {
    return false;
  }
}

/** Makes a replica that `fill` fills, in place of whatever is at `path`. */
export async function makeReplica(
  path: string,
  fill: (queries: ControlQueries) => Promise<void>,
): Promise<ControlDatabase> {
  const newPath = `${path}.new`;
  removeDatabase(newPath);
  try {
    const made = ControlDatabase.openFile(newPath, 'replica');
    try {
      await migrate(made);
      await dropIndexesOfLists(made.queries);
      await sql`create table replica_of (id integer primary key)`.execute(made.queries);
      await made.transaction(fill);
      // What is in the log goes to the file, which is then one file.
      await sql`pragma journal_mode = delete`.execute(made.queries);
    } finally {
      await made[Symbol.asyncDispose]();
    }
    await using file = await open(newPath, 'r+');
    await file.sync();
    // First the old file's log: SQLite would apply it to the new file.
    removeDatabase(path);
    renameSync(newPath, path);
    await using directory = await open(dirname(path));
    await directory.sync();
  } catch (error) {
    removeDatabase(newPath);
    throw error;
  }
  return ControlDatabase.openFile(path, 'replica');
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    rmSync(path + suffix, { recursive: true, force: true });
}

/** Nothing is listed here: without them a copy takes half the time and room. */
async function dropIndexesOfLists(queries: ControlQueries): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema
    where type = 'index' and sql is not null and name not like '%key_id' and name not like '%lookup'`.execute(
    queries,
  );
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(queries);
}
