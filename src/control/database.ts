/** Opens the control store on either engine and gives both the same face. */
import { Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import type { ControlLocation } from './location.ts';
import { postgresDialect, postgresPool } from './postgres-dialect.ts';
import type { ControlSchema } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

export type ControlQueries = Kysely<ControlSchema>;
export type ControlTransaction = Transaction<ControlSchema>;

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
  static open(location: ControlLocation, maxConnections = 10): ControlDatabase {
    if (location.kind === 'sqlite') {
      return new ControlDatabase('sqlite', new Kysely({ dialect: sqliteDialect(location.path) }), null);
    }
    const pool = postgresPool(location.url, maxConnections);
    return new ControlDatabase('postgres', new Kysely({ dialect: postgresDialect(pool) }), pool);
  }

  /** Runs `work` in one transaction: all of it is committed, durably, or nothing. */
  transaction<T>(work: (trx: ControlTransaction) => Promise<T>): Promise<T> {
    return this.queries.transaction().execute(work);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.queries.destroy();
  }
}
