/**
 * Reads many rows from SQLite as one JSON array a column. Its binding makes an object of every row, and that takes longer
 * than the query: a million redirects are read in half the time this way.
 */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { ControlQueries } from './database.ts';

/** Answers the rows of `query`, which ends with a limit, in its order. */
export async function selectPacked<DB, TB extends keyof DB, Row extends object>(
  queries: ControlQueries,
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly (keyof Row & string)[],
): Promise<Row[]> {
  const packed = columns.map((name) => sql`json_group_array(${sql.ref(name)}) as ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join(packed)} from (${query}) as packed`.execute(queries);
  const values = columns.map((name): unknown[] => JSON.parse(rows[0]?.[name] ?? '[]'));
  const count = values[0]?.length ?? 0;
  const unpacked: Row[] = [];
  for (let row = 0; row < count; row++) {
    const fields: Record<string, unknown> = {};
    for (let column = 0; column < columns.length; column++)
      fields[columns[column] ?? ''] = values[column]?.[row];
    // Each field was read from the column of its name.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    unpacked.push(fields as Row);
  }
  return unpacked;
}
