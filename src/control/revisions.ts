/**
 * The revision log: what changed, in the order of commits. A writer takes its revision as the last step of its
 * transaction by updating the one row of `revision_clock`; the row stays locked until the commit, so revisions become
 * visible in order and a reader that has seen revision 8 never misses a 7. (A sequence would not do: its numbers are
 * taken before the commit and appear out of order.)
 *
 * PostgreSQL gives each row a random mark, so a reader can tell whether the log of another server (after a failover, a restart, a
 * restore) is the one that it has followed: it is if it has the same mark at the reader's revision.
 */
import { type Selectable, sql } from 'kysely';
import type { StorePosition } from '../core/route.ts';
import type { ControlQueries, ControlTransaction } from './database.ts';
import type { RevisionKind, RevisionLogRow } from './schema.ts';

/** The channel on which PostgreSQL tells other machines of a commit. */
export const revisionChannel = 'nameplate_revision';

/** How many revisions are kept for readers that fell behind; readers further behind reload. */
export const revisionsKept = 100_000;

export type LogRow = Selectable<RevisionLogRow>;

export type ChangedSubjects = {
  readonly hosts: readonly string[];
  readonly certificateNames: readonly string[];
};

/** Rows of one INSERT; each takes three parameters and both engines allow at least 32,766. */
const rowsPerInsert = 1_000;

/** The newest revision, and its mark. */
export async function readPosition(queries: ControlQueries): Promise<StorePosition> {
  return await queries
    .selectFrom('revision_clock')
    .leftJoin('revision_log', 'revision', 'value')
    .select((eb) => ['value as revision', eb.fn.coalesce('mark', sql<string>`''`).as('mark')])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
}

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

/** Copies what a log has of revisions to another one, which is as new then. */
export async function putRevisions(queries: ControlQueries, rows: readonly LogRow[]): Promise<void> {
  const last = rows.at(-1);
  if (!last) return;
  await queries.insertInto('revision_log').values(rows).execute();
  await queries
    .deleteFrom('revision_log')
    .where('revision', '<=', last.revision - revisionsKept)
    .execute();
  await queries.updateTable('revision_clock').set({ value: last.revision }).where('id', '=', 1).execute();
}

/** Begins a log that has nothing before a position. What happened then doesn't matter: it is in what was copied. */
export async function startLog(queries: ControlQueries, { revision, mark }: StorePosition): Promise<void> {
  await goBackTo(queries, 0);
  await putRevisions(queries, [{ revision, mark, kind: 'token', subject: '' }]);
}

/** Forgets all later revisions. */
export async function goBackTo(queries: ControlQueries, revision: number): Promise<void> {
  await queries.deleteFrom('revision_log').where('revision', '>', revision).execute();
  await queries.updateTable('revision_clock').set({ value: revision }).where('id', '=', 1).execute();
}

/** The newest rows, newest first. */
export async function findNewest(queries: ControlQueries, limit: number): Promise<LogRow[]> {
  return await queries
    .selectFrom('revision_log')
    .selectAll()
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute();
}

/** The marks that a log has of other ones' rows. */
export async function findMarks(
  queries: ControlQueries,
  rows: readonly LogRow[],
): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map();
  const revisions = rows.map(({ revision }) => revision);
  const found = await queries
    .selectFrom('revision_log')
    .select(['revision', 'mark'])
    .where('revision', 'in', revisions)
    .execute();
  return new Map(found.map(({ revision, mark }) => [revision, mark]));
}

export function subjectsOf(rows: readonly LogRow[]): ChangedSubjects {
  const of = (wanted: RevisionKind) => [
    ...new Set(rows.filter(({ kind }) => kind === wanted).map(({ subject }) => subject)),
  ];
  return { hosts: of('host'), certificateNames: of('certificate') };
}
