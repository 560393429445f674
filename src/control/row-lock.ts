/** Rows that only one transaction may change at a time. */
import type { SelectQueryBuilder } from 'kysely';
import type { ControlLocation } from './location.ts';

/**
 * Makes the rows of a query wait for other writers, and those for this transaction's end, so that writers take turns. Rows that
 * refer to them may still be added. SQLite has only one writer.
 */
export function takingTurns<Schema, Tables extends keyof Schema, Row>(
  kind: ControlLocation['kind'],
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> {
  return kind === 'postgres' ? query.forNoKeyUpdate() : query;
}
