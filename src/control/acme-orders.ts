/**
 * Orders of the last week, counted by registered domain as authorities count them. Source: docs/reference/acme.md
 * ("When it fails").
 */
import { newUuid } from '../core/ids.ts';
import { dayMs } from '../core/time.ts';
import type { ControlDatabase } from './database.ts';
import { exclusively } from './migrate.ts';

const weekMs = 7 * dayMs;

export class AcmeOrders {
  readonly #database: ControlDatabase;

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  /**
   * Reserves one of the orders a week that a registered domain has at an authority, over all nodes; when none is left it answers
   * when one will be.
   */
  reserve(
    registeredDomain: string,
    host: string,
    now: number,
    perWeek: number,
    directoryUrl: string,
  ): Promise<{ readonly id: string } | { readonly freeAt: number }> {
    return exclusively(this.#database, async (trx) => {
      await trx
        .deleteFrom('acme_orders')
        .where('ordered_at', '<=', now - weekMs)
        .execute();
      // From the newest one: the one that has to grow old before there is room.
      const inTheWay = await trx
        .selectFrom('acme_orders')
        .select('ordered_at')
        .where('registered_domain', '=', registeredDomain)
        .where('directory_url', 'in', [directoryUrl, ''])
        .orderBy('ordered_at', 'desc')
        .offset(perWeek - 1)
        .limit(1)
        .executeTakeFirst();
      if (inTheWay) return { freeAt: inTheWay.ordered_at + weekMs };
      const id = newUuid();
      await trx
        .insertInto('acme_orders')
        .values({
          id,
          directory_url: directoryUrl,
          registered_domain: registeredDomain,
          host,
          ordered_at: now,
        })
        .execute();
      return { id };
    });
  }

  async release(id: string): Promise<void> {
    await this.#database.transaction((trx) => trx.deleteFrom('acme_orders').where('id', '=', id).execute());
  }
}
