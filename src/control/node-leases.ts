/**
 * Leases on webhook deliveries, certificate orders and exports, by node. What a process had under leases when it was killed is taken over by
 * the next process of its node at once. Other nodes wait until the leases expire, as they can't tell a dead process from a slow
 * one. Source: docs/reference/webhooks.md ("Attempts"), docs/reference/acme.md ("When it fails").
 */
import { sql } from 'kysely';
import { newRandomUuid } from '../core/ids.ts';
import type { ControlDatabase } from './database.ts';
import { dueAtOnce } from './webhook-queue.ts';

export type TakenOver = { readonly deliveries: number; readonly orders: number };

export class NodeLeases {
  readonly #database: ControlDatabase;
  #node = newRandomUuid();

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  get node(): string {
    return this.#node;
  }

  /** A lease that no other one equals. */
  newLease(): string {
    return `${this.#node}:${newRandomUuid()}`;
  }

  /** Has leases begin with the id of this node; until then they begin with one that nobody knows later. */
  identify(node: string): void {
    this.#node = node;
  }

  /**
   * Makes due what former processes of a node have under leases, and identifies this one as the node. Call it while none of
   * them is alive.
   *
   * An order is taken over at once only if the attempt before it didn't fail, too: orders count against budgets, and a process
   * that is killed again and again would use them up.
   */
  async takeOver(node: string): Promise<TakenOver> {
    const taken = await this.#database.transaction(async (trx) => {
      // ";" follows ":" in the order of bytes that the column has.
      const isLeft = sql<boolean>`lease > ${`${node}:`} and lease < ${`${node};`}`;
      const deliveries = await trx
        .updateTable('webhook_event_deliveries')
        .set({ next_attempt_at: dueAtOnce, lease: null })
        .where(isLeft)
        .executeTakeFirst();
      const orders = await trx
        .updateTable('automatic_certificates')
        .set({
          lease: null,
          leased_until: null,
          failures: 1,
          last_error: 'The service ended while it ordered the certificate.',
          last_error_code: 'service_failed',
        })
        .where(isLeft)
        .where('failures', '=', 0)
        .executeTakeFirst();
      await sql`update exports set next_at = ${dueAtOnce}, lease = null where ${isLeft}`.execute(trx);
      return { deliveries: Number(deliveries.numUpdatedRows), orders: Number(orders.numUpdatedRows) };
    });
    this.identify(node);
    return taken;
  }
}
