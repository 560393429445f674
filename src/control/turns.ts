/**
 * Work that every application process has on its clock, and one at a time does: who has it, and up to when it is done. Source:
 * docs/guides/several-machines.md ("What they share").
 *
 * A turn is free → leased → done until some time, and free again. The lease of a process that died runs out.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { dayMs, minuteMs } from '../core/time.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction } from './database.ts';
import { takingTurns } from './row-lock.ts';
import type { ControlSchema } from './schema.ts';

type TurnTables = {
  /** Traffic was the first of them. */
  traffic_checks: {
    name: TurnName;
    /** All before it is done; null: nothing is. */
    done_until: number | null;
    leased_until: number | null;
  };
};

/** Of several machines; `installation …`: of the processes of one; `retention …`: by how many days are kept. */
export type TurnName =
  | 'minutes'
  | 'hours'
  | 'stored'
  | 'hosts'
  | 'destinations'
  | 'request evidence'
  | 'late rows'
  | 'host conflicts'
  | 'clock steps'
  | `installation ${string}`
  | `retention ${number}`;

/** Longer than a turn takes. */
const leaseMs = 10 * minuteMs;
/** A timer of a machine's own mustn't find that it is too early. */
const timerSlackMs = 5_000;

export class Turns {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: { readonly database: ControlDatabase; readonly clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Takes a turn until it is done; undefined: another process has it, or it has been done until then. */
  take(name: TurnName, until: number): Promise<{ readonly doneUntil: number | null } | undefined> {
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

  /** Has one process at a time do what all would, none sooner than `everyMs` after the last one. One that fails doesn't count. */
  async inTurn(name: TurnName, everyMs: number, work: () => Promise<unknown>): Promise<void> {
    const startedAt = this.#clock.now();
    if (!(await this.take(name, startedAt - everyMs + timerSlackMs))) return;
    let doneUntil: number | undefined;
    try {
      await work();
      doneUntil = startedAt;
    } finally {
      await this.noteDone(name, doneUntil);
    }
  }

  /** All before `until` is done. */
  async noteDone(name: TurnName, until: number | undefined, isMoreToCome = false): Promise<void> {
    await tables(this.#database.queries)
      .updateTable('traffic_checks')
      .set({
        ...(until !== undefined && { done_until: until }),
        leased_until: isMoreToCome ? this.#clock.now() + leaseMs : null,
      })
      .where('name', '=', name)
      .execute();
  }

  /** Forgets machines that are gone: of containers, each has a name of its own. */
  async forgetMachines(): Promise<void> {
    await tables(this.#database.queries)
      .deleteFrom('traffic_checks')
      .where('name', 'like', 'installation %')
      .where('done_until', '<', this.#clock.now() - dayMs)
      .execute();
  }
}

function tables(queries: ControlTransaction | ControlQueries): Kysely<ControlSchema & TurnTables> {
  return queries.withTables<TurnTables>();
}
