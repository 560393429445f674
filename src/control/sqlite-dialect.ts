/**
 * SQLite for Kysely: one libsql connection in WAL mode with every commit synced to disk.
 * Source: docs/guides/operations.md.
 */
import { closeSync, openSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';
import Database from 'libsql';
import { errorField } from '../core/error-field.ts';

/** SQLite waits by sleeping in the calling thread, so only briefly; transactions try again on their own. */
const busyTimeoutMs = 5;
const maxCachedStatements = 200;

/**
 * `store`: the control store itself. `replica`: a copy that can be made again. `reader`: either of them, for a process
 * that only reads.
 */
export type SqliteRole = 'store' | 'replica' | 'reader';

// What is deleted, such as salts of visitor hashes, is overwritten.
const written = ['journal_mode = WAL', 'secure_delete = ON'];
const settings: Readonly<Record<SqliteRole, readonly string[]>> = {
  store: [...written, 'synchronous = FULL', 'foreign_keys = ON'],
  // A power cut may undo its last commits, which the revision log has; it damages nothing (sqlite.org/pragma.html).
  replica: [...written, 'synchronous = NORMAL', 'foreign_keys = OFF'],
  reader: [],
};

/** Opens the database file, or creates it unless for a reader; throws when it cannot be used or is not a database. */
export function sqliteDialect(path: string, role: SqliteRole = 'store'): Dialect {
  if (role !== 'reader' && path !== ':memory:') makeFile(path);
  // A reader has no way to create a file, or to change one.
  const connection = new Database(role === 'reader' ? `${pathToFileURL(path).href}?mode=ro` : path);
  try {
    for (const setting of [`busy_timeout = ${busyTimeoutMs}`, ...settings[role]]) connection.pragma(setting);
  } catch (error) {
    connection.close();
    throw error;
  }
  return new SqliteDialect({ database: new StatementCache(connection) });
}

/**
 * Creates a missing file so that only its owner can read it: private keys will be in it. SQLite's other files
 * take its mode. One that is there is not touched: closing it would drop the locks of this process's other connections
 * to it, upon which another process takes itself for the last one and deletes the log that they write to (fcntl(2), "How
 * to corrupt an SQLite database file", section 2.2).
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    if (errorField(error, 'code') !== 'EEXIST') throw error;
  }
}

const nothingToDo: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

/**
 * Keeps prepared statements, because preparing costs more than running most of ours, and begins every transaction
 * as a writer: a transaction that first reads and then writes would otherwise fail at once when another process
 * wrote in between, however long the busy timeout. Single statements read without it.
 */
class StatementCache {
  readonly #connection: Database.Database;
  readonly #statements = new Map<string, CachedStatement>();

  constructor(connection: Database.Database) {
    this.#connection = connection;
  }

  prepare(sql: string): SqliteStatement {
    // On a full or failing disk SQLite rolls back by itself (sqlite.org/lang_transaction.html, section 3). A second
    // rollback would fail and hide the cause.
    if (sql === 'rollback' && !this.#connection.inTransaction) return nothingToDo;
    if (sql === 'begin') return this.#begin;
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = new CachedStatement(this.#connection.prepare(sql), sql);
    if (this.#statements.size >= maxCachedStatements) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  /**
   * Not kept prepared: libsql resets a `begin immediate` that found another writer only when it runs again. Until then it
   * counts as running, no read ends, and all see the store as the first one did.
   */
  readonly #begin: SqliteStatement = {
    ...nothingToDo,
    run: () => {
      this.#connection.exec('begin immediate');
      return { changes: 0, lastInsertRowid: 0 };
    },
  };

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }
}

/**
 * A statement as Kysely uses it. Rows are fetched as arrays and made into objects here, which takes half the time
 * that the engine's binding takes to make objects.
 */
class CachedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: Database.Statement;
  readonly #names: readonly string[];
  /** The binding's `all` goes through an iterator that costs as much as the query. */
  readonly #isSingleRow: boolean;

  constructor(statement: Database.Statement, sql: string) {
    this.reader = statement.reader;
    this.#statement = this.reader ? statement.raw() : statement;
    this.#isSingleRow = this.reader && sql.endsWith(' limit 1');
    this.#names = this.reader ? statement.columns().map((column) => column.name) : [];
  }

  all(parameters: readonly unknown[]): unknown[] {
    if (this.#isSingleRow) {
      const values: unknown = this.#statement.get(parameters);
      return values === undefined ? [] : [this.#toRow(values)];
    }
    return this.#statement.all(parameters).map((values) => this.#toRow(values));
  }

  #toRow(values: unknown): Record<string, unknown> {
    const names = this.#names;
    const row: Record<string, unknown> = {};
    if (Array.isArray(values)) for (let i = 0; i < names.length; i++) row[names[i] ?? ''] = values[i];
    return row;
  }

  run(parameters: readonly unknown[]): Database.RunResult {
    return this.#statement.run(parameters);
  }

  iterate(): IterableIterator<unknown> {
    throw new Error('rows are read in pages here, not streamed');
  }
}
