/**
 * Statements of a PostgreSQL transaction that are sent without waiting for the answers to earlier ones, as the server may be far. Its
 * beginning goes with the first statement, and the last statement with the commit. The server carries out a connection's statements in
 * order, and none of a transaction after one that failed. Source: docs/guides/several-machines.md ("A store that is far").
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  type KyselyProps,
  Transaction,
} from 'kysely';
import { errorField } from '../core/error-field.ts';

/** Of statements behind the one that failed. */
const inFailedTransaction = '25P02';

/** What goes with the commit of the transaction on a connection. */
const lastStatements = new WeakMap<DatabaseConnection, CompiledQuery>();

/** Has a statement sent with the transaction's commit: locks that it takes are held for no way to the server and back. */
export async function sendWithCommit<Schema>(trx: Kysely<Schema>, statement: CompiledQuery): Promise<void> {
  const connection = await trx.getExecutor().provideConnection(async (own) => own);
  lastStatements.set(connection, statement);
}

/** For the driver. */
export function takeLastStatement(connection: DatabaseConnection): CompiledQuery | undefined {
  const statement = lastStatements.get(connection);
  lastStatements.delete(connection);
  return statement;
}

/**
 * Waits for all, and fails with the first that failed. In a transaction nothing may go on once one has failed: what is sent behind the
 * rollback would be carried out outside of it.
 */
export async function together<T extends readonly unknown[]>(
  work: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const outcomes = await Promise.allSettled(work);
  const failures: unknown[] = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  if (failures.length === 0) return await Promise.all(work);
  throw failures.find((failure) => errorField(failure, 'code') !== inFailedTransaction) ?? failures[0];
}

const unanswered = new WeakMap<object, Promise<unknown>[]>();

/** Begins to collect what is given to `answeredAtEnd`; the list grows while the transaction goes on. */
export function collectUnanswered<Schema>(trx: Kysely<Schema>): readonly Promise<unknown>[] {
  const collected: Promise<unknown>[] = [];
  unanswered.set(trx, collected);
  return collected;
}

/** Has a transaction wait at its end for statements that were sent and whose answers nothing in it needs. */
export function answeredAtEnd<Schema>(trx: Kysely<Schema>, statements: Promise<unknown>): void {
  const collected = unanswered.get(trx);
  if (!collected) throw new Error('a statement was sent outside a transaction');
  // Whoever waits for it at the end has the failure.
  statements.catch(() => {});
  collected.push(statements);
}

/** The same transaction, whose statements needn't wait for each other's answers: Kysely itself sends one after the other. */
export async function pipelined<Schema>(
  trx: Transaction<Schema>,
  dialect: Dialect,
): Promise<Transaction<Schema>> {
  return new Transaction(await withoutWaiting(trx, dialect));
}

/** The same of a connection outside transactions. */
export async function pipelinedReads<Schema>(own: Kysely<Schema>, dialect: Dialect): Promise<Kysely<Schema>> {
  return new Kysely(await withoutWaiting(own, dialect));
}

async function withoutWaiting<Schema>(own: Kysely<Schema>, dialect: Dialect): Promise<KyselyProps> {
  const waiting = own.getExecutor();
  const connection = await waiting.provideConnection(async (provided) => provided);
  const executor = waiting.withConnectionProvider({ provideConnection: (use) => use(connection) });
  return { config: { dialect }, dialect, driver: new DummyDriver(), executor };
}
