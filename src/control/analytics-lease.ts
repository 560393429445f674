/**
 * The lease for the one node that may use embedded analytics while several nodes share the control store. A second such
 * node's reports would silently show only the traffic it served itself. Where nodes share a ClickHouse server, it is of the node
 * that derives visits. Source: docs/guides/operations.md.
 *
 * A node is identified by its analytics directory, which only one process can have open. So the node that holds the lease gets it
 * again at once, even after a crash; another node gets it when the lease has expired or was released. Each process holds it under
 * its own id: if a copy of the directory takes the lease elsewhere, the previous process finds out when it renews. Times are the
 * database's, because machines' clocks differ.
 */
import { sql } from 'kysely';
import type { ControlDatabase } from './database.ts';

export const analyticsLeaseMs = 60_000;

export type LeaseHolder = {
  /** Id of the analytics directory. */
  readonly node: string;
  /** Id of the process. */
  readonly run: string;
};

export class AnalyticsLease {
  readonly #database: ControlDatabase;

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  /** Takes the lease at a start; answers whether this node holds it now. */
  take({ node, run }: LeaseHolder): Promise<boolean> {
    return this.#hold({ node, run }, node);
  }

  /** Extends the lease, or takes a free one; answers whether this process holds it now. */
  renew(holder: LeaseHolder): Promise<boolean> {
    return this.#hold(holder, null);
  }

  /** Gives the lease up, if this process holds it. */
  async release({ run }: LeaseHolder): Promise<void> {
    await this.#database.transaction((trx) =>
      trx.updateTable('analytics_lease').set({ expires_at: 0 }).where('run', '=', run).execute(),
    );
  }

  async #hold({ node, run }: LeaseHolder, replacedNode: string | null): Promise<boolean> {
    const now =
      this.#database.kind === 'postgres'
        ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
        : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
    const lease = { node, run, expires_at: sql<number>`${now} + ${sql.lit(analyticsLeaseMs)}` };
    const held = await this.#database.transaction((trx) =>
      trx
        .insertInto('analytics_lease')
        .values({ id: 1, ...lease })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(lease)
            .where((eb) =>
              eb.or([
                eb('analytics_lease.run', '=', run),
                eb('analytics_lease.node', '=', replacedNode ?? ''),
                eb('analytics_lease.expires_at', '<=', now),
                // By a clock that was ahead.
                eb('analytics_lease.expires_at', '>', sql<number>`${now} + ${sql.lit(2 * analyticsLeaseMs)}`),
              ]),
            ),
        )
        .returning('id')
        .executeTakeFirst(),
    );
    return held !== undefined;
  }
}
