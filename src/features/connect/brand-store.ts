/** What an account looks like to its customers. Source: docs/reference/connect-page.md ("The brand"). */

import { recordChange } from '../../control/audit-trail.ts';
import { type Audited, checksumOf } from '../../control/audited.ts';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { takingTurns } from '../../control/row-lock.ts';
import { unnamedAccount } from '../../core/account-name.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    account_brands: AccountBrandRow;
  }
}

/** What an account looks like to its customers; without a row, like Nameplate. */
interface AccountBrandRow {
  account_uuid: Constant<string>;
  name: string | null;
  /** `#rrggbb` */
  color: string | null;
  /** A `data:` URL of a picture. */
  logo: string | null;
}

export type Brand = {
  /** Null: the account's own name. */
  readonly name: string | null;
  /** `#rrggbb`. */
  readonly color: string | null;
  /** A `data:` URL of a picture. */
  readonly logo: string | null;
};

const none: Brand = { name: null, color: null, logo: null };

type AuditedBrand = {
  /** The account's. */
  readonly uuid: string;
  readonly name: string | null;
  readonly color: string | null;
  readonly logo: string | null;
  readonly updatedAt: number;
};

export const auditedBrand: Audited<AuditedBrand> = {
  kind: 'brand',
  columns: ['name', 'color', 'logo'],
  secrets: [],
  nameOf: ({ name }) => name ?? '',
  attributesOf: ({ name, color, logo }) => ({ name, color, logo: logo === null ? null : checksumOf(logo) }),
  // The trail has no picture.
  versions: {
    keyOf: ({ uuid }) => uuid,
    jsonOf: ({ name, color, logo }) => Buffer.from(JSON.stringify({ name, color, logo })),
    timeOf: ({ updatedAt }) => updatedAt,
  },
};

export class AccountBrands {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  async find(accountUuid: string): Promise<Brand> {
    const row = await this.#database.queries
      .selectFrom('account_brands')
      .select(['name', 'color', 'logo'])
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row ?? none;
  }

  /** As pages for customers show it; `name` is empty while nobody has named the account. */
  async shown(accountUuid: string): Promise<Brand & { readonly name: string }> {
    const row = await this.#database.queries
      .selectFrom('accounts')
      .leftJoin('account_brands', 'account_brands.account_uuid', 'accounts.uuid')
      .select(['accounts.name', 'account_brands.name as brand', 'color', 'logo'])
      .where('accounts.uuid', '=', accountUuid)
      .executeTakeFirst();
    const own = row === undefined || row.name === unnamedAccount ? '' : row.name;
    return { name: row?.brand ?? own, color: row?.color ?? null, logo: row?.logo ?? null };
  }

  /** As new links and e-mails show it. Errors: `brand_missing`. */
  async named(accountUuid: string): Promise<Brand & { readonly name: string }> {
    const brand = await this.shown(accountUuid);
    if (brand.name !== '') return brand;
    throw new ServiceError(
      'brand_missing',
      `customers would read ${quoteValue(unnamedAccount)}; set the name of the account's brand first`,
    );
  }

  /** Changes what is given and keeps the rest; answers the brand as it is then. */
  update(
    accountUuid: string,
    changes: Partial<Brand>,
    expect: (current: Brand) => void = () => {},
  ): Promise<Brand> {
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
      expect(before);
      const brand = { ...before, ...changes };
      await trx
        .insertInto('account_brands')
        .values({ account_uuid: accountUuid, ...brand })
        .onConflict((conflict) => conflict.column('account_uuid').doUpdateSet(brand))
        .execute();
      const named = { uuid: accountUuid, updatedAt: this.#clock.now() };
      recordChange(trx, auditedBrand, accountUuid, { ...named, ...before }, { ...named, ...brand });
      return brand;
    });
  }
}
