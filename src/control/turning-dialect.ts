/**
 * SQLite for a transaction that takes seconds: its statements run at once, one behind the other, so others get a turn between them.
 * Source: docs/guides/plans.md ("One transaction").
 */
import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';

const turnMs = 8;

export class TurningDialect implements Dialect {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  createDriver(): Driver {
    const driver = this.#dialect.createDriver();
    return {
      init: () => driver.init(),
      acquireConnection: async () => new TurningConnection(await driver.acquireConnection()),
      beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
      commitTransaction: (connection) => driver.commitTransaction(connection),
      rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
      releaseConnection: (connection) => driver.releaseConnection(connection),
      destroy: () => driver.destroy(),
    };
  }

  createQueryCompiler: Dialect['createQueryCompiler'] = () => this.#dialect.createQueryCompiler();
  createAdapter: Dialect['createAdapter'] = () => this.#dialect.createAdapter();
  createIntrospector: Dialect['createIntrospector'] = (db) => this.#dialect.createIntrospector(db);
}

class TurningConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  #turnEnds = performance.now() + turnMs;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (performance.now() >= this.#turnEnds) {
      await setImmediate();
      this.#turnEnds = performance.now() + turnMs;
    }
    return await this.#connection.executeQuery<R>(query);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }
}
