/**
 * PostgreSQL for Kysely. Each transaction sets its own limits with its first message: what is set for a connection doesn't hold behind a
 * pooler in transaction mode, where each transaction may be on another connection of the server.
 * Source: docs/guides/operations.md ("The control store").
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import { takeLastStatement } from './pipelining.ts';
import { type PostgresPool, statementTimeoutMs } from './postgres-pool.ts';

/** Less than writers wait for a lock, so that those behind a process that was stopped in a transaction are not refused. */
const idleInTransactionTimeoutMs = 8_000;
const limits = `set local statement_timeout = ${statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`;

export function postgresDialect(pool: PostgresPool): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createDriver: () => new LimitedDriver({ pool }),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

class LimitedDriver extends PostgresDriver implements Driver {
  readonly #beginnings = new WeakMap<DatabaseConnection, Promise<unknown>>();

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    const begin = `start transaction${isolation} ${accessMode ?? ''}`;
    const begun = connection.executeQuery(CompiledQuery.raw(`${begin}; ${limits}`));
    // The commit fails with it.
    begun.catch(() => {});
    this.#beginnings.set(connection, begun);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const last = takeLastStatement(connection);
    // Its answer came before that of any other statement. Without a transaction nothing more may be sent.
    await this.#beginnings.get(connection);
    // Sent at once, one behind the other. After one that failed, the commit takes everything back.
    const outcomes = await Promise.allSettled([
      last && connection.executeQuery(last),
      super.commitTransaction(connection),
    ]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  override rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    takeLastStatement(connection);
    return super.rollbackTransaction(connection);
  }
}
