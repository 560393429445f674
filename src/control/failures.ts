/** Reads the errors of both engines: which ones mean "taken", which ones mean "the store is away". */
import { errorField } from '../core/error-field.ts';

/** PostgreSQL classes: 08 connection exception, 53 insufficient resources, 57P operator intervention. */
const postgresAway = /^(?:08|53|57P)/;
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
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error/;
const sqliteAway = /^SQLITE_(?:BUSY|FULL|IOERR|CANTOPEN|READONLY)/;

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

/** Tells whether a query failed because the store cannot be reached or cannot take writes now. */
export function isStoreAway(error: unknown): boolean {
  const code = errorField(error, 'code');
  if (code !== undefined && (postgresAway.test(code) || socketAway.has(code) || sqliteAway.test(code)))
    return true;
  // AggregateError: every address of the host refused.
  if (error instanceof AggregateError) return error.errors.some(isStoreAway);
  return poolAway.test(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
