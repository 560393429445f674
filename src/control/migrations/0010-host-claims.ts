/** Gives each host to one account; of accounts that share a host, the one that came first keeps it. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const hostClaims: Migration = {
  version: 10,
  name: 'host claims',
  async up(schema, types) {
    await schema
      .createTable('host_claims')
      .addColumn('host', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .execute();
  },
  async seed(queries) {
    await sql`
      insert into host_claims (host, account_uuid)
      select host, account_uuid from (
        select host, account_uuid, row_number() over (partition by host order by created_at, uuid) as place
        from (
          select source_host as host, account_uuid, created_at, uuid from redirects
          union all select host, account_uuid, created_at, uuid from custom_domains
          union all select 'www.' || host, account_uuid, created_at, uuid from custom_domains
            where redirect_to_www = 1
        ) as users
      ) as ranked
      where place = 1`.execute(queries);
    await sql`
      update redirects set active = 0
      where not exists (
        select 1 from host_claims
        where host_claims.host = redirects.source_host and host_claims.account_uuid = redirects.account_uuid)`.execute(
      queries,
    );
  },
};
