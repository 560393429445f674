/**
 * The revision log: what changed, in the order of commits. A writer takes its revision as the last step of its
 * transaction by updating the one row of `revision_clock`; the row stays locked until the commit, so revisions become
 * visible in order and a reader that has seen revision 8 never misses a 7. (A sequence would not do: its numbers are
 * taken before the commit and appear out of order.)
 */
import { sql } from 'kysely';
import type { ControlTransaction } from './database.ts';
import type { RevisionKind } from './schema.ts';

/** The channel on which PostgreSQL tells other machines of a commit. */
export const revisionChannel = 'nameplate_revision';

/** How many revisions are kept for readers that fell behind; readers further behind reload. */
export const revisionsKept = 100_000;

/** Rows of one INSERT; each takes three parameters and both engines allow at least 32,766. */
const rowsPerInsert = 1_000;

/** Records changes of one kind. Call it last in the transaction. */
export async function recordRevisions(
  trx: ControlTransaction,
  engine: 'sqlite' | 'postgres',
  kind: RevisionKind,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  const clock = await trx
    .updateTable('revision_clock')
    .set((eb) => ({ value: eb('value', '+', subjects.length) }))
    .where('id', '=', 1)
    .returning('value')
    .executeTakeFirstOrThrow();
  const first = clock.value - subjects.length + 1;
  for (let start = 0; start < subjects.length; start += rowsPerInsert) {
    await trx
      .insertInto('revision_log')
      .values(
        subjects.slice(start, start + rowsPerInsert).map((subject, index) => ({
          revision: first + start + index,
          kind,
          subject,
        })),
      )
      .execute();
  }
  if (engine === 'postgres') await sql`select pg_notify(${revisionChannel}, '')`.execute(trx);
}
