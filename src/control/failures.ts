/** Classifies both engines' errors: unique violations, and a store that is unreachable or refuses writes. */
import { errorField } from '../core/error-field.ts';

/**
 * PostgreSQL classes: 08 connection exception, 53 insufficient resources (53100: its disk is full), 57P operator
 * intervention, 58 system error (58030: an I/O error). Single codes: 57014 a statement ran out of time, 25P03 a transaction did
 * (this process was stopped in the middle of it), 25006 the server is read-only (a standby, after a failover), 40001 and 40P01 other writers were in the way each time it was tried.
 */
const postgresAway = /^(?:08...|53...|57P..|57014|58...|25P03|25006|40001|40P01)$/;
const socketAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'ENOENT',
]);
const poolAway =
  /^timeout expired$|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;
/** With the suffixes of extended codes, such as `SQLITE_IOERR_WRITE`. */
const sqliteAway = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)(?:_|$)/;

/** Tells whether a query failed because `table.column` must be unique. */
export function isUniqueViolation(error: unknown, table: string, column: string): boolean {
  const code = errorField(error, 'code');
  if (code === '23505') return errorField(error, 'constraint') === `${table}_${column}_key`;
  return code === 'SQLITE_CONSTRAINT_UNIQUE' && messageOf(error).includes(`${table}.${column}`);
}

/** Tells whether a query failed because a table does not exist. */
export function isTableMissing(error: unknown): boolean {
  return errorField(error, 'code') === '42P01' || messageOf(error).startsWith('no such table');
}

/** Tells whether a query failed because the store cannot be reached or takes no writes now, such as on a full disk. */
export function isStoreAway(error: unknown): boolean {
  const code = errorField(error, 'code');
  if (code !== undefined && (postgresAway.test(code) || socketAway.has(code) || sqliteAway.test(code)))
    return true;
  // AggregateError: every address of the host refused.
  if (error instanceof AggregateError) return error.errors.some(isStoreAway);
  return poolAway.test(messageOf(error));
}

/**
 * Tells whether another process was in the way, so that trying again can succeed: SQLite's lock, held by a writer or by a process
 * that recovers the log after a crash; a deadlock or a serialisation failure of PostgreSQL.
 */
export function isBusy(error: unknown): boolean {
  return /^(?:SQLITE_BUSY(?:_.+)?|40P01|40001)$/.test(errorField(error, 'code') ?? '');
}

/** Tells whether a SQLite file is damaged, or is none. */
export function isFileDamaged(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)(?:_|$)/.test(errorField(error, 'code') ?? '');
}

/** Tells whether a query met something in the store that is damaged. PostgreSQL: class XX, XX001 data, XX002 an index. */
export function isStoreDamaged(error: unknown): boolean {
  return isFileDamaged(error) || /^XX00[12]$/.test(errorField(error, 'code') ?? '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
