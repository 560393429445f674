/** What all kinds need to read rows, and to write as their routes do. */
import type { SelectQueryBuilder } from 'kysely';
import type { ApiParts } from '../../../api/parts.ts';
import type { ControlQueries } from '../../../control/database.ts';
import type { ControlSchema } from '../../../control/schema.ts';
import { LoopTurns } from '../../../core/loop-turns.ts';
import type { Applying, Scope } from '../kind.ts';

const rowsAtOnce = 500;

export function* partsOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The rows with these keys, or all. Those that apply looks at stay as they are until its transaction ends. */
export async function rowsOf<Schema extends ControlSchema, Tables extends keyof Schema, Row>(
  { store, isLocking }: Scope,
  keys: readonly string[] | 'all',
  select: (
    queries: ControlQueries,
    part: readonly string[] | undefined,
  ) => SelectQueryBuilder<Schema, Tables, Row>,
): Promise<Row[]> {
  const { queries, kind } = store.database;
  const rows: Row[] = [];
  const turns = new LoopTurns();
  for (const part of keys === 'all' ? [undefined] : partsOf(keys, rowsAtOnce)) {
    await turns.next();
    const query = select(queries, part);
    for (const row of await (isLocking && kind === 'postgres' ? query.forShare() : query).execute())
      rows.push(row);
  }
  return rows;
}

/** For acts that take part in the transaction of an apply, which makes all changes live at its end. */
export function inApply({ parts, store }: Applying): ApiParts {
  return { ...parts, store, changes: { catchUp: async () => {} } };
}
