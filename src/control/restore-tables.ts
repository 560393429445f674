/**
 * Fills an empty control store from the rows of a backup, in one transaction: the schema that the rows are of, the rows, then
 * the migrations since. Source: docs/reference/backups.md ("Restoring").
 */
import { sql } from 'kysely';
import { ControlDatabase, type ControlTransaction } from './database.ts';
import type { ControlLocation } from './location.ts';
import { exclusively, findSchemaVersion, migrateWithin, schemaVersion } from './migrate.ts';
import { storeRevisions } from './revisions.ts';
import { storedTables } from './stored-tables.ts';
import type { TableRows, Value } from './table-snapshot.ts';

/** Within what both engines allow a statement to have as parameters. */
const parametersAtOnce = 10_000;
/** Of text that waits to be inserted. */
const charactersAtOnce = 16 * 1024 * 1024;
const columnName = /^[a-z][a-z0-9_]*$/;

export type TableSource = { readonly table: string; readonly open: () => Promise<TableRows> };

/** Whether the store has tables; a file of SQLite that isn't there has none. */
export async function hasTables(location: ControlLocation): Promise<boolean> {
  await using database = await ControlDatabase.open(location, 1);
  return (await findSchemaVersion(database)) > 0;
}

/**
 * Restores the tables; `commit` runs last, before the transaction is committed. Nothing is left in the store when anything
 * fails. Throws SchemaTooNewError.
 */
export async function restoreTables(
  location: ControlLocation,
  version: number,
  sources: readonly TableSource[],
  commit: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { stored, sealed } = await storedTables();
  const unknown = sources.find(({ table }) => !stored.includes(table) && !sealed.includes(table));
  if (unknown) throw new Error(`there is no table ${unknown.table}`);
  await using database = await ControlDatabase.open(location, 1);
  await exclusively(database, async (trx) => {
    await migrateWithin(trx, database.kind, version);
    // Migrations write rows of their own, which are in the backup too.
    for (const { table } of sources.toReversed()) await sql`delete from ${sql.table(table)}`.execute(trx);
    for (const { table, open } of sources) await insertRows(trx, table, await open());
    await migrateWithin(trx, database.kind, schemaVersion);
    // The log isn't in backups. With a mark of its own, what is restored is another history than what was there under the same number.
    if (database.kind === 'postgres')
      await storeRevisions(trx, database.kind, [{ kind: 'token', subject: '' }]);
    await commit();
  });
  if (database.kind === 'sqlite') await emptyLog(database);
}

/** Brings everything from SQLite's log into the file, which may then be moved alone. */
async function emptyLog(database: ControlDatabase): Promise<void> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database.queries);
  if (rows[0]?.busy !== 0) throw new Error('the restored control store is in use by another process');
}

async function insertRows(trx: ControlTransaction, table: string, source: TableRows): Promise<void> {
  const { columns } = source;
  const unknown = columns.find((name) => !columnName.test(name));
  if (columns.length === 0 || unknown !== undefined) throw new Error(`table ${table} has no valid columns`);
  const rowsAtOnce = Math.floor(parametersAtOnce / columns.length);
  let page: (readonly Value[])[] = [];
  let characters = 0;
  const insert = async (): Promise<void> => {
    if (page.length === 0) return;
    const names = sql.join(columns.map((name) => sql.ref(name)));
    const rows = sql.join(page.map((row) => sql`(${sql.join(row)})`));
    await sql`insert into ${sql.table(table)} (${names}) values ${rows}`.execute(trx);
    page = [];
    characters = 0;
  };
  for await (const row of source.rows) {
    page.push(row);
    for (const value of row) if (typeof value === 'string') characters += value.length;
    if (page.length === rowsAtOnce || characters > charactersAtOnce) await insert();
  }
  await insert();
}
