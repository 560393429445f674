/**
 * Which machine evaluates traffic, and up to when it has been; how far the spools of all machines are; and the findings that stand for
 * many. Source: docs/reference/traffic-findings.md ("When it is evaluated").
 */
import type { Kysely } from 'kysely';
import type { ControlDatabase, ControlQueries, ControlTransaction } from '../../../control/database.ts';
import { takingTurns } from '../../../control/row-lock.ts';
import type { ControlSchema } from '../../../control/schema.ts';
import type { Clock } from '../../../core/clock.ts';
import { newUuid } from '../../../core/ids.ts';
import { minuteMs } from '../../../core/time.ts';
import { findingTables } from '../finding-rows.ts';

type CheckTables = {
  traffic_checks: {
    name: CheckName;
    /** All before it is evaluated; null: nothing is. */
    done_until: number | null;
    leased_until: number | null;
  };
  spool_positions: {
    process: string;
    /** Of what the analytics store has yet to get; null: it has all. */
    oldest_at: number | null;
    reported_at: number;
  };
};

/** Of requests by the minute, and by the hour. */
export type CheckName = 'minutes' | 'hours';

/** A machine that is silent for longer is not waited for. */
const spoolSilentMs = 10 * minuteMs;

type Stores = { readonly database: ControlDatabase; readonly clock: Clock };

export class CheckStore {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  /** Of the process: a machine has one. */
  readonly #process = newUuid();

  constructor({ database, clock }: Stores) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Takes a check until it is done; undefined: another process has it, or it has been evaluated until then. */
  take(
    name: CheckName,
    until: number,
    leaseMs: number,
  ): Promise<{ readonly doneUntil: number | null } | undefined> {
    const now = this.#clock.now();
    return this.#database.transaction(async (trx) => {
      await tables(trx)
        .insertInto('traffic_checks')
        .values({ name, done_until: null, leased_until: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const query = tables(trx).selectFrom('traffic_checks').selectAll().where('name', '=', name);
      const row = await takingTurns(this.#database.kind, query).executeTakeFirstOrThrow();
      const { done_until: doneUntil, leased_until: leasedUntil } = row;
      // A later time than a lease has was written by a clock that was ahead.
      const isAhead = doneUntil !== null && doneUntil > now + leaseMs;
      const isDone = doneUntil !== null && doneUntil >= until && !isAhead;
      const isLeased = leasedUntil !== null && leasedUntil > now && leasedUntil <= now + leaseMs;
      if (isLeased || isDone) return undefined;
      await tables(trx)
        .updateTable('traffic_checks')
        .set({ leased_until: now + leaseMs })
        .where('name', '=', name)
        .execute();
      return { doneUntil: isAhead ? null : doneUntil };
    });
  }

  /** All before `until` is evaluated. With a lease, more is to come. */
  async noteDone(name: CheckName, until: number | undefined, leaseMs?: number): Promise<void> {
    await tables(this.#database.queries)
      .updateTable('traffic_checks')
      .set({
        ...(until !== undefined && { done_until: until }),
        leased_until: leaseMs === undefined ? null : this.#clock.now() + leaseMs,
      })
      .where('name', '=', name)
      .execute();
  }

  /** Says how far this machine's spool is, each minute. */
  async reportSpool(oldestAt: number | undefined): Promise<void> {
    const report = { oldest_at: oldestAt ?? null, reported_at: this.#clock.now() };
    await tables(this.#database.queries)
      .insertInto('spool_positions')
      .values({ process: this.#process, ...report })
      .onConflict((conflict) => conflict.column('process').doUpdateSet(report))
      .execute();
  }

  /** Of all machines; undefined: the analytics store has everything. */
  async oldestUnshipped(): Promise<number | undefined> {
    const since = this.#clock.now() - spoolSilentMs;
    const queries = tables(this.#database.queries);
    await queries.deleteFrom('spool_positions').where('reported_at', '<', since).execute();
    const row = await queries
      .selectFrom('spool_positions')
      .select(({ fn }) => fn.min('oldest_at').as('oldest'))
      .executeTakeFirst();
    return row?.oldest ?? undefined;
  }

  /** The accounts that have an open drop of the installation. */
  async installationDrops(): Promise<Set<string>> {
    const rows = await findingTables(this.#database.queries)
      .selectFrom('findings')
      .select('account_uuid')
      .where('kind', '=', 'traffic_drop')
      .where('subject_type', '=', 'installation')
      .where('resolved_at', 'is', null)
      .execute();
    return new Set(rows.map((row) => row.account_uuid));
  }

  /** Resolves an account's own drops, without an event: one of the installation stands for them. */
  async replaceDrops(accountUuid: string): Promise<void> {
    await findingTables(this.#database.queries)
      .updateTable('findings')
      .set({ resolved_at: this.#clock.now() })
      .where('account_uuid', '=', accountUuid)
      .where('kind', '=', 'traffic_drop')
      .where('subject_type', '!=', 'installation')
      .where('resolved_at', 'is', null)
      .execute();
  }
}

function tables(queries: ControlTransaction | ControlQueries): Kysely<ControlSchema & CheckTables> {
  return queries.withTables<CheckTables>();
}
