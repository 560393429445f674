/**
 * The salts of visitor hashes, the same for every node on this store. Source: docs/reference/visitors.md ("Salts").
 *
 * Their periods follow each other without overlap and change only at midnight UTC. Once created, a salt applies for
 * its period whatever a node's setting is; changing the setting to `day` ends a month's salt early, at midnight.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type SaltPeriodKind, saltAfterlifeMs, saltPeriodAt, type VisitorSalt } from '../core/salt-period.ts';
import { hourMs } from '../core/time.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction } from './database.ts';
import { exclusively } from './migrate.ts';

/** The next salt is made this long before its time, so that every node knows it when that comes. */
const leadMs = hourMs;
const keyBytes = 32;

/** A vacuum keeps deleted rows that a transaction of somebody else may still see, so the calls after it do it again. */
const postgresClearings = 10;

export class VisitorSalts {
  readonly #database: ControlDatabase;
  /** How many of the next calls clear what the store's files may still have of deleted rows. */
  #clearings = 0;

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  /**
   * The salts a node needs now, in the order of their times: the one before while its time ended at most 30 minutes
   * ago, the current one, and the next one from an hour before its time. Makes those that are missing.
   */
  async current(nowMs: number, kind: SaltPeriodKind): Promise<readonly VisitorSalt[]> {
    const known = await saltsFrom(this.#database.queries, nowMs);
    if (isComplete(known, nowMs, kind)) return needed(known, nowMs);
    return exclusively(this.#database, async (trx) => {
      await complete(trx, nowMs, kind);
      return needed(await saltsFrom(trx, nowMs), nowMs);
    });
  }

  /** Deletes the salts whose time ended more than 30 minutes ago; answers how many. */
  async destroyOld(nowMs: number): Promise<number> {
    const result = await this.#database.transaction((trx) =>
      trx
        .deleteFrom('visitor_salts')
        .where('to_ms', '<', nowMs - saltAfterlifeMs)
        .executeTakeFirst(),
    );
    const count = Number(result.numDeletedRows);
    if (count > 0) this.#clearings = this.#database.kind === 'postgres' ? postgresClearings : 1;
    if (this.#clearings > 0) await this.#clear();
    return count;
  }

  /** In SQLite, what was deleted is overwritten in the file (`secure_delete`), but versions of its page wait in the log. */
  async #clear(): Promise<void> {
    if (this.#database.kind === 'postgres') {
      // Rewrites the table, which has two rows at most.
      await sql`vacuum full visitor_salts`.execute(this.#database.queries);
      this.#clearings -= 1;
      return;
    }
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(
      this.#database.queries,
    );
    // A reader is in the way: the next call tries again.
    if (rows[0]?.busy === 0) this.#clearings = 0;
  }
}

/** The salts there are of those that a node needs now: see {@link VisitorSalts.current}. */
export async function neededSalts(queries: ControlQueries, nowMs: number): Promise<readonly VisitorSalt[]> {
  return needed(await saltsFrom(queries, nowMs), nowMs);
}

/** Salts of now and later, and of the 30 minutes before. */
async function saltsFrom(queries: ControlQueries, nowMs: number): Promise<VisitorSalt[]> {
  const rows = await queries
    .selectFrom('visitor_salts')
    .selectAll()
    .where('to_ms', '>=', nowMs - saltAfterlifeMs)
    .orderBy('from_ms')
    .execute();
  return rows.map((row) => ({ fromMs: row.from_ms, toMs: row.to_ms, key: row.salt }));
}

function needed(salts: readonly VisitorSalt[], nowMs: number): readonly VisitorSalt[] {
  return salts.filter(({ fromMs }) => fromMs <= nowMs + leadMs);
}

function covering(salts: readonly VisitorSalt[], timeMs: number): VisitorSalt | undefined {
  return salts.find(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs);
}

/** When a salt of now must end at the latest: not within the hour, for every node has to learn of it before. */
function latestEnd(nowMs: number, kind: SaltPeriodKind): number {
  return saltPeriodAt(nowMs + leadMs, kind).endMs;
}

function isComplete(salts: readonly VisitorSalt[], nowMs: number, kind: SaltPeriodKind): boolean {
  const now = covering(salts, nowMs);
  return (
    now !== undefined && covering(salts, nowMs + leadMs) !== undefined && now.toMs <= latestEnd(nowMs, kind)
  );
}

async function complete(trx: ControlTransaction, nowMs: number, kind: SaltPeriodKind): Promise<void> {
  // Twice: the salt of now, then the one of an hour later, which is mostly the same.
  const endMs = latestEnd(nowMs, kind);
  for (const timeMs of [nowMs, nowMs + leadMs]) {
    const salts = await saltsFrom(trx, nowMs);
    const found = covering(salts, timeMs);
    if (found && found.toMs <= endMs) continue;
    if (found) {
      await trx
        .updateTable('visitor_salts')
        .set({ to_ms: endMs })
        .where('from_ms', '=', found.fromMs)
        .execute();
      continue;
    }
    const before = salts.findLast(({ toMs }) => toMs <= timeMs);
    const after = salts.find(({ fromMs }) => fromMs > timeMs);
    await trx
      .insertInto('visitor_salts')
      .values({
        from_ms: Math.max(before?.toMs ?? 0, saltPeriodAt(timeMs, 'day').startMs),
        to_ms: Math.min(after?.fromMs ?? Number.POSITIVE_INFINITY, saltPeriodAt(timeMs, kind).endMs),
        salt: randomBytes(keyBytes).toString('base64'),
      })
      .execute();
  }
}
