/** What went wrong, as one line for the person at the terminal. */

import { ConfigError } from '../config/config-error.ts';
import { isStoreAway } from '../control/failures.ts';
import { SchemaError } from '../control/schema-error.ts';
import { errorField, errorMessage } from '../core/error-field.ts';
import { ServiceError } from '../core/errors.ts';
import { BackupError } from '../features/backup/backup-error.ts';
import { DataUpdateError } from '../features/lookup-data/data-update-error.ts';
import { S3Error } from '../s3/s3-error.ts';
import { SecretKeyError } from '../secrets/secret-key-error.ts';
import { StartError } from '../service/start-error.ts';

/** An expected failure of a command; its message is the line to print. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** Wrong use of a command that its grammar alone cannot tell; exit code 2 instead of 1. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const expected = [
  BackupError,
  S3Error,
  DataUpdateError,
  CliError,
  UsageError,
  ConfigError,
  ServiceError,
  SchemaError,
  SecretKeyError,
  StartError,
];
/** Codes of SQLite, and the five characters of PostgreSQL's SQLSTATE. */
const storeCode = /^(?:SQLITE_[A-Z_]+|[0-9A-Z]{5})$/;
/** Codes of the operating system, such as ENOENT. */
const systemCode = /^E[A-Z0-9]{2,}$/;

/** Answers the one line for an expected failure, or undefined when it is a fault of the program. */
export function failureLine(error: unknown): string | undefined {
  if (expected.some((kind) => error instanceof kind)) return messageOf(error);
  const code = errorField(error, 'code') ?? '';
  if (isSystemCallOnPath(error)) return messageOf(error);
  if (isStoreAway(error) || storeCode.test(code)) return `the control store failed: ${messageOf(error)}`;
  return systemCode.test(code) ? messageOf(error) : undefined;
}

/** The message of whatever was thrown, on one line. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  const text = errorMessage(error);
  return text.replace(/\s*[\r\n]+\s*/g, ' ').trim();
}

function isSystemCallOnPath(error: unknown): boolean {
  return errorField(error, 'syscall') !== undefined && errorField(error, 'path') !== undefined;
}
