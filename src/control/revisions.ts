/**
 * The revision log: what changed, in the order of commits. A writer takes its revision as the last step of its
 * transaction by updating the one row of `revision_clock`; the row stays locked until the commit, so revisions become
 * visible in order and a reader that has seen revision 8 never misses a 7. (A sequence would not do: its numbers are
 * taken before the commit and appear out of order.)
 *
 * PostgreSQL gives each row a random mark, so a reader can tell whether the log of another server (after a failover, a restart, a
 * restore) is the one that it has followed: it is if it has the same mark at the reader's revision.
 */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { StorePosition } from '../core/route.ts';
import type { ControlLocation } from './location.ts';
import { sendWithCommit } from './pipelining.ts';
import type { ControlSchema, RevisionKind, RevisionLogRow } from './schema.ts';

/** The channel on which PostgreSQL tells other machines of a commit. */
export const revisionChannel = 'nameplate_revision';

/** How many revisions are kept for readers that fell behind; readers further behind reload. */
export const revisionsKept = 100_000;

export type LogRow = Selectable<RevisionLogRow>;

/** Those that this program knows: a newer one may have added others to the store. */
export const logColumns = ['revision', 'kind', 'subject', 'mark'] as const;

type NewRevision = { readonly kind: RevisionKind; readonly subject: string };
type Engine = ControlLocation['kind'];
type ControlQueries = Kysely<ControlSchema>;
type ControlTransaction = Transaction<ControlSchema>;

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

const collected = new WeakMap<ControlTransaction, NewRevision[]>();

/** Has what is recorded with a transaction stored by the function that it answers, as the last step before the commit. */
export function collectRevisions(
  trx: ControlTransaction,
  engine: Engine,
): (last: ControlTransaction) => Promise<void> {
  const revisions: NewRevision[] = [];
  collected.set(trx, revisions);
  return (last) => storeRevisions(last, engine, revisions);
}

/** Records changes of one kind, in the order of the calls. To be called within `ControlDatabase.transaction`. */
export function recordRevisions(
  trx: ControlTransaction,
  kind: RevisionKind,
  subjects: readonly string[],
): void {
  const revisions = collected.get(trx);
  if (!revisions) throw new Error(`a change of a ${kind} was recorded outside a transaction`);
  for (const subject of subjects) revisions.push({ kind, subject });
}

/**
 * Gives changes their revisions. All writers wait here for each other until the commit, so on PostgreSQL, which may be far, it is one
 * statement that is sent with the commit.
 */
export async function storeRevisions(
  trx: ControlTransaction,
  engine: Engine,
  revisions: readonly NewRevision[],
): Promise<void> {
  const count = revisions.length;
  if (count === 0) return;
  if (engine === 'postgres') {
    const kinds = revisions.map(({ kind }) => kind);
    const subjects = revisions.map(({ subject }) => subject);
    const statement = sql`
      with clock as (update revision_clock set value = value + ${count}::bigint where id = 1 returning value),
      logged as (
        insert into revision_log (revision, kind, subject)
        select clock.value - ${count}::bigint + place, kind, subject
        from clock, unnest(${kinds}::text[], ${subjects}::text[]) with ordinality as entry (kind, subject, place))
      select pg_notify(${revisionChannel}, '') from clock`.compile(trx);
    await sendWithCommit(trx, statement);
    return;
  }
  const clock = await trx
    .updateTable('revision_clock')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('id', '=', 1)
    .returning('value')
    .executeTakeFirstOrThrow();
  const rows = revisions.map((entry, index) => ({ ...entry, revision: clock.value - count + 1 + index }));
  for (let start = 0; start < count; start += rowsPerInsert)
    await trx
      .insertInto('revision_log')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
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
  await queries.deleteFrom('revision_log').execute();
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
    .select(logColumns)
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
