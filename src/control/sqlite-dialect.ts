/**
 * SQLite for Kysely: one better-sqlite3 connection in WAL mode with every commit synced to disk.
 * Source: docs/guides/operations.md.
 */
import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import {
  type Dialect,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { errorField } from '../core/error-field.ts';

/**
 * SQLite waits by sleeping in the calling thread, so only briefly, where a file is opened or recovered; the begin of a
 * transaction, which may have to wait for long, doesn't at all and is tried again.
 */
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
  // SQLite's usual 2 MB, in KiB. The library's 16 MB would be in every worker, and the system keeps the file's pages anyway.
  reader: ['cache_size = -2000'],
};

/** Opens the database file, or creates it unless for a reader; throws when it cannot be used or is not a database. */
export function sqliteDialect(path: string, role: SqliteRole = 'store'): Dialect {
  if (role !== 'reader' && path !== ':memory:') makeFile(path);
  const connection = new Database(path, { readonly: role === 'reader', timeout: busyTimeoutMs });
  try {
    for (const setting of settings[role]) connection.pragma(setting);
  } catch (error) {
    connection.close();
    throw error;
  }
  const dialect = new SqliteDialect({ database: new StatementCache(connection) });
  return {
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => new SteadyCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

/**
 * The library's SQLite has STAT4: it prepares a cached statement anew for each other value of a parameter that its plan may depend on,
 * which costs several times what running it does (sqlite.org/c3ref/prepare.html). A unary plus, which changes no value, hides the parameter.
 */
class SteadyCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
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
class StatementCache implements SqliteDatabase {
  readonly #connection: Database.Database;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(connection: Database.Database) {
    this.#connection = connection;
  }

  prepare(sql: string): SqliteStatement {
    // On a full or failing disk SQLite rolls back by itself (sqlite.org/lang_transaction.html, section 3). A second
    // rollback would fail and hide the cause.
    if (sql === 'rollback' && !this.#connection.inTransaction) return nothingToDo;
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = sql === 'begin' ? this.#begin() : this.#connection.prepare(sql);
    if (this.#statements.size >= maxCachedStatements) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  #begin(): SqliteStatement {
    const begin = this.#connection.prepare('begin immediate');
    const timeouts = [0, busyTimeoutMs].map((ms) => this.#connection.prepare(`pragma busy_timeout = ${ms}`));
    return {
      ...nothingToDo,
      run: () => {
        timeouts[0]?.get();
        try {
          return begin.run();
        } finally {
          timeouts[1]?.get();
        }
      },
    };
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }
}
