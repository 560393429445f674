/** Goes through a table by a key of its, a stretch at a time, so that the event loop has its turns: on SQLite a read holds it up. */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { ControlQueries } from './database.ts';

/** The rows of a stretch have keys after `after`, up to `end`. */
export type KeyStretch = { readonly after: string; readonly end: string };

/** Some 2 ms of looking at each. */
const rowsInStretch = 1_000;

export async function* keyStretches(
  queries: ControlQueries,
  table: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): AsyncGenerator<KeyStretch> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ end: string | null }>`
      select max(key) as "end" from (
        select ${key} as key from ${table} where ${key} > ${after} order by ${key} limit ${rowsInStretch}
      ) as stretch`.execute(queries);
    const end = rows[0]?.end ?? null;
    if (end === null) return;
    yield { after, end };
    after = end;
    await setImmediate();
  }
}
