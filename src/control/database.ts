/** Opens the control store on either engine and gives both the same face. */
import { setTimeout } from 'node:timers/promises';
import { Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import { errorField } from '../core/error-field.ts';
import type { ControlLocation } from './location.ts';
import type { ControlSchema } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

export type ControlQueries = Kysely<ControlSchema>;
export type ControlTransaction = Transaction<ControlSchema>;

/** How long a transaction waits for another process (an import on the command line) to commit. */
const busyTimeoutMs = 10_000;
const maxBusyPauseMs = 20;
/** Another writer is in the way: SQLite's lock; a deadlock or a serialisation failure of PostgreSQL. */
const worthRetrying: ReadonlySet<string> = new Set(['SQLITE_BUSY', '40P01', '40001']);

/** An open control store. */
export class ControlDatabase implements AsyncDisposable {
  readonly kind: ControlLocation['kind'];
  readonly queries: ControlQueries;
  /** The pool on PostgreSQL, for what is not a query (LISTEN); null on SQLite. */
  readonly pool: pg.Pool | null;

  private constructor(kind: ControlLocation['kind'], queries: ControlQueries, pool: pg.Pool | null) {
    this.kind = kind;
    this.queries = queries;
    this.pool = pool;
  }

  /** Opens a store. SQLite: creates the file when missing. PostgreSQL: connects when first used. */
  static async open(location: ControlLocation, maxConnections = 10): Promise<ControlDatabase> {
    if (location.kind === 'sqlite') {
      return new ControlDatabase('sqlite', new Kysely({ dialect: sqliteDialect(location.path) }), null);
    }
    // Loaded where it is used: a process on SQLite would start for 80 ms longer.
    const { postgresDialect, postgresPool } = await import('./postgres-dialect.ts');
    const pool = postgresPool(location.url, maxConnections);
    return new ControlDatabase('postgres', new Kysely({ dialect: postgresDialect(pool) }), pool);
  }

  /**
   * Runs `work` in one transaction: all of it is committed, durably, or nothing. While another process writes to
   * the same SQLite file it tries again, without holding up the event loop as SQLite's own waiting would.
   */
  async transaction<T>(work: (trx: ControlTransaction) => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + busyTimeoutMs;
    for (;;) {
      try {
        return await this.queries.transaction().execute(work);
      } catch (error) {
        if (!worthRetrying.has(errorField(error, 'code') ?? '') || performance.now() > giveUpAt) throw error;
        await setTimeout(1 + Math.random() * maxBusyPauseMs);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.queries.destroy();
  }
}
