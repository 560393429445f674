/** Brands have a name of their own: the account's, unless nobody has chosen that one. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const brandNames: Migration = {
  version: 52,
  name: 'brand names',
  isCompatible: true,
  async up() {},
  async seed(queries) {
    await sql`
      insert into account_brands (account_uuid, name, color, logo)
      select uuid, name, null, null from accounts
      where name <> 'Default' and uuid not in (select account_uuid from account_brands)`.execute(queries);
    await sql`
      update account_brands set name = (select accounts.name from accounts where accounts.uuid = account_uuid)
      where name is null and account_uuid in (select uuid from accounts where name <> 'Default')`.execute(
      queries,
    );
  },
};
