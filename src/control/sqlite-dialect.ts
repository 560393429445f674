/**
 * SQLite for Kysely: one libsql connection in WAL mode with every commit synced to disk.
 * Source: design ("Two planes, two stores").
 */
import { type Dialect, SqliteDialect } from 'kysely';
import Database from 'libsql';

/** SQLite waits by sleeping in the calling thread, so only briefly; transactions try again on their own. */
const busyTimeoutMs = 5;
const maxCachedStatements = 200;

/** Opens or creates the database file; throws when it cannot be read, written or is not a database. */
export function sqliteDialect(path: string): Dialect {
  const connection = new Database(path);
  try {
    for (const setting of [
      `busy_timeout = ${busyTimeoutMs}`,
      'journal_mode = WAL',
      'synchronous = FULL',
      'foreign_keys = ON',
    ]) {
      connection.pragma(setting);
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  return new SqliteDialect({ database: new StatementCache(connection) });
}

/**
 * Keeps prepared statements, because preparing costs more than running most of ours, and begins every transaction
 * as a writer: a transaction that first reads and then writes would otherwise fail at once when another process
 * wrote in between, however long the busy timeout. Single statements read without it.
 */
class StatementCache {
  readonly #connection: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(connection: Database.Database) {
    this.#connection = connection;
  }

  prepare(sql: string): Database.Statement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.#connection.prepare(sql === 'begin' ? 'begin immediate' : sql);
    if (this.#statements.size >= maxCachedStatements) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }
}
