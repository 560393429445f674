/**
 * Reads the tables of the control store as they were at one moment, while others write: for backups, which keep rows in a form
 * that either engine can read. Source: docs/reference/backups.md ("The control store").
 *
 * SQLite: a read transaction on a connection of its own, which holds up no writer (WAL). PostgreSQL: a repeatable-read
 * transaction.
 */

import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { ControlDatabase } from './database.ts';
import type { ControlLocation } from './location.ts';

export type Value = string | number | null;
export type TableRows = {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly Value[]>;
};

export type TableSnapshot = {
  readonly schemaVersion: number;
  readonly revision: number;
  /** Those that there are: a store of an older schema has fewer. */
  readonly tables: ReadonlySet<string>;
  /** Reads one table; one at a time. */
  readonly read: (table: string) => Promise<TableRows>;
};

/** As many rows are read at once, between two turns of the event loop. */
const rowsAtOnce = 1_000;
/** A row with a size can have 32 MiB; those with more than this are read a few at once, after the others. */
const largeBytes = 32 * 1024;
const largeRowsAtOnce = 4;

/** Lets `use` read the store as of one moment. The store must have a schema. */
export async function withSnapshot<T>(
  location: ControlLocation,
  use: (snapshot: TableSnapshot) => Promise<T>,
): Promise<T> {
  return location.kind === 'sqlite' ? fromSqlite(location.path, use) : fromPostgres(location, use);
}

async function fromSqlite<T>(path: string, use: (snapshot: TableSnapshot) => Promise<T>): Promise<T> {
  const connection = new Database(path, { fileMustExist: true });
  try {
    connection.exec('begin');
    const single = (query: string): number => Number(values(connection.prepare(query).raw().get())[0]);
    const names = connection.prepare("select name from sqlite_master where type = 'table'").raw().all();
    return await use({
      tables: new Set(names.map((row) => String(values(row)[0]))),
      schemaVersion: single('select max(version) from schema_version'),
      revision: single('select value from revision_clock'),
      read: async (table) => {
        const statement = connection.prepare(`select * from ${table}`).raw();
        const columns = statement.columns().map(({ name }) => name);
        return { columns, rows: readRows(statement) };
      },
    });
  } finally {
    connection.close();
  }
}

async function* readRows(statement: Database.Statement): AsyncGenerator<readonly Value[]> {
  let count = 0;
  for (const row of statement.iterate()) {
    yield values(row);
    if (++count % rowsAtOnce === 0) await new Promise(setImmediate);
  }
}

async function fromPostgres<T>(
  location: ControlLocation,
  use: (snapshot: TableSnapshot) => Promise<T>,
): Promise<T> {
  await using database = await ControlDatabase.open(location, 1);
  const transaction = database.queries.transaction().setIsolationLevel('repeatable read');
  return await transaction.setAccessMode('read only').execute(async (trx) => {
    const rowsOf = async (query: string): Promise<Record<string, Value>[]> =>
      (await sql.raw<Record<string, Value>>(query).execute(trx)).rows;
    const single = async (query: string): Promise<number> => Number((await rowsOf(query))[0]?.value);
    const names = await rowsOf(
      'select table_name from information_schema.tables where table_schema = current_schema()',
    );
    // It waits for where the rows go, and holds up nobody meanwhile.
    await rowsOf('set local idle_in_transaction_session_timeout = 0');
    return await use({
      tables: new Set(names.map(({ table_name: name }) => String(name))),
      schemaVersion: await single('select max(version) as value from schema_version'),
      revision: await single('select value from revision_clock'),
      read: async (table) => {
        const described = await rowsOf(
          `select column_name from information_schema.columns where table_schema = current_schema() and table_name = '${table}' order by ordinal_position`,
        );
        const columns = described.map(({ column_name: name }) => String(name));
        async function* rowsBy(count: number, where = ''): AsyncGenerator<readonly Value[]> {
          await rowsOf(`declare reading no scroll cursor for select * from ${table} ${where}`);
          for (;;) {
            const page = await rowsOf(`fetch ${count} from reading`);
            for (const row of page) yield columns.map((name) => row[name] ?? null);
            if (page.length < count) break;
          }
          await rowsOf('close reading');
        }
        async function* bySize(): AsyncGenerator<readonly Value[]> {
          yield* rowsBy(rowsAtOnce, `where size_bytes <= ${largeBytes}`);
          yield* rowsBy(largeRowsAtOnce, `where size_bytes > ${largeBytes}`);
        }
        return { columns, rows: columns.includes('size_bytes') ? bySize() : rowsBy(rowsAtOnce) };
      },
    });
  });
}

function values(row: unknown): readonly Value[] {
  // Columns are text, bigint and integer only: see schema.ts.
  return Array.isArray(row) ? row : [];
}
