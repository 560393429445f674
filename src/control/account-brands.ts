/** What an account looks like to its customers. Source: docs/reference/connect-page.md ("The brand"). */
import { recordChange } from './audit-trail.ts';
import { auditedBrand } from './audited.ts';
import type { ControlDatabase } from './database.ts';
import { takingTurns } from './row-lock.ts';

export type Brand = {
  /** Null: the account's own name. */
  readonly name: string | null;
  /** `#rrggbb`. */
  readonly color: string | null;
  /** A `data:` URL of a picture. */
  readonly logo: string | null;
};

const none: Brand = { name: null, color: null, logo: null };

export class AccountBrands {
  readonly #database: ControlDatabase;

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  async find(accountUuid: string): Promise<Brand> {
    const row = await this.#database.queries
      .selectFrom('account_brands')
      .select(['name', 'color', 'logo'])
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row ?? none;
  }

  /** Changes what is given and keeps the rest; answers the brand as it is then. */
  update(accountUuid: string, changes: Partial<Brand>): Promise<Brand> {
    return this.#database.transaction(async (trx) => {
      const account = trx.selectFrom('accounts').select('name').where('uuid', '=', accountUuid);
      // So that each writer keeps what the other has changed.
      await takingTurns(this.#database.kind, account).executeTakeFirst();
      const row = await trx
        .selectFrom('account_brands')
        .select(['name', 'color', 'logo'])
        .where('account_uuid', '=', accountUuid)
        .executeTakeFirst();
      const before = row ?? none;
      const brand = { ...before, ...changes };
      await trx
        .insertInto('account_brands')
        .values({ account_uuid: accountUuid, ...brand })
        .onConflict((conflict) => conflict.column('account_uuid').doUpdateSet(brand))
        .execute();
      const named = { uuid: accountUuid };
      recordChange(trx, auditedBrand, accountUuid, { ...named, ...before }, { ...named, ...brand });
      return brand;
    });
  }
}
