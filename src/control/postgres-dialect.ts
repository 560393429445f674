/** PostgreSQL for Kysely: a pool of `pg` clients. */
import { type Dialect, PostgresDialect } from 'kysely';
import { type CustomTypesConfig, types as defaultTypes, Pool } from 'pg';

const int8Oid = defaultTypes.builtins.INT8;
const connectTimeoutMs = 5_000;
const statementTimeoutMs = 10_000;
/** For a server that no longer answers at all, where its own time limit is of no use. */
const queryTimeoutMs = 12_000;

/** Our bigints are milliseconds, counts and revisions: all exact as numbers, which pg would hand over as text. */
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === int8Oid && format !== 'binary' ? Number : defaultTypes.getTypeParser(oid, format),
};

/** Makes a pool; connects when first used. */
export function postgresPool(url: string, maxConnections: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    application_name: 'nameplate',
    types,
  });
  // An idle connection that the server closes is dropped from the pool; the next query reports what matters.
  pool.on('error', () => {});
  // A connection that breaks while a query runs on it fails the query, and reports it as an event as well: with nobody
  // listening to that, Node would end the whole process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function postgresDialect(pool: Pool): Dialect {
  return new PostgresDialect({ pool });
}
