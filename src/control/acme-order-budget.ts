/**
 * The order budget of each account with an authority, which all machines share. Source: docs/reference/acme.md ("The order budget").
 */
import { type SqlBool, sql } from 'kysely';
import {
  forecastOrders,
  type OrderForecast,
  orderFreeAt,
  returnOrder,
  takeOrder,
} from '../core/order-budget.ts';
import type { ControlDatabase } from './database.ts';
import { takingTurns } from './row-lock.ts';

/** An account, by the authority's directory and the external account that it is bound to; '' for none. */
type AccountName = { readonly directoryUrl: string; readonly externalKeyId: string };

export class AcmeOrderBudget {
  readonly #database: ControlDatabase;

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  /**
   * Takes one of the orders that an account may make; answers when one will be free if there is none. `isQueued`: it waited for
   * that. Others wait their turn while any do.
   */
  spend(
    accountId: string,
    now: number,
    perPeriod: number,
    isQueued: boolean,
  ): Promise<{ readonly freeAt: number } | undefined> {
    const { kind } = this.#database;
    return this.#database.transaction(async (trx) => {
      const account = trx.selectFrom('acme_accounts').select('orders_full_at').where('id', '=', accountId);
      const row = await takingTurns(kind, account).executeTakeFirst();
      const fullAt = row?.orders_full_at ?? 0;
      const next = takeOrder(fullAt, now, perPeriod);
      const queued = trx
        .selectFrom('automatic_certificates')
        .select('host')
        .where(sql<SqlBool>`queued_at is not null`)
        .where('next_attempt_at', '<=', now)
        .limit(1);
      if (next === undefined || (!isQueued && (await queued.executeTakeFirst())))
        return { freeAt: Math.max(now, orderFreeAt(fullAt, now, perPeriod)) };
      await trx
        .updateTable('acme_accounts')
        .set({ orders_full_at: next })
        .where('id', '=', accountId)
        .execute();
      return undefined;
    });
  }

  /** Gives an order back: the authority made none. */
  async giveBack(accountId: string, perPeriod: number): Promise<void> {
    await this.#database.transaction(async (trx) => {
      const account = trx.selectFrom('acme_accounts').select('orders_full_at').where('id', '=', accountId);
      const row = await takingTurns(this.#database.kind, account).executeTakeFirst();
      await trx
        .updateTable('acme_accounts')
        .set({ orders_full_at: returnOrder(row?.orders_full_at ?? 0, perPeriod) })
        .where('id', '=', accountId)
        .execute();
    });
  }

  /** When orders of these accounts can be made; the bucket of an account that isn't there yet is full. */
  async forecast(accounts: readonly AccountName[], now: number, perPeriod: number): Promise<OrderForecast> {
    const rows = await this.#database.queries
      .selectFrom('acme_accounts')
      .select(['directory_url', 'external_key_id', 'orders_full_at'])
      .execute();
    const fullAts = accounts.map(
      ({ directoryUrl, externalKeyId }) =>
        rows.find((row) => row.directory_url === directoryUrl && row.external_key_id === externalKeyId)
          ?.orders_full_at ?? 0,
    );
    return forecastOrders(fullAts, now, perPeriod);
  }
}
