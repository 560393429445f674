/** Says of each claim since when it is held, and when something first led the host here. */
import { type SqlBool, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Of `unproven_hosts`, when this migration came. */
const allowedByDefault = 1_000;

export const seenHosts: Migration = {
  version: 48,
  name: 'seen hosts',
  // Claims of programs of the version before have no time: they count from when one of this version finds them.
  isCompatible: true,
  async up(schema) {
    await schema.alterTable('host_claims').addColumn('claimed_at', 'bigint').execute();
    await schema.alterTable('host_claims').addColumn('seen_at', 'bigint').execute();
    await schema
      .createIndex('host_claims_unseen')
      .on('host_claims')
      .columns(['account_uuid', 'host', 'claimed_at'])
      .where(sql<SqlBool>`seen_at is null`)
      .execute();
    await schema
      .createIndex('custom_domains_never_ready')
      .on('custom_domains')
      .columns(['account_uuid', 'host', 'created_at'])
      .where(sql<SqlBool>`ready_at is null`)
      .execute();
  },
  /** Nobody is stopped tomorrow by hosts of today. Requests of before are found in the analytics store. */
  async seed(queries) {
    const seen = sql`case when ready_at is not null then ready_at
      when status = 'dns_records_found' then coalesce(last_dns_check_at, created_at) end as seen_at`;
    await sql`
      update host_claims set claimed_at = uses.created_at, seen_at = uses.seen_at
      from (
        select host, account_uuid, min(created_at) as created_at, min(seen_at) as seen_at from (
          select source_host as host, account_uuid, created_at, cast(null as bigint) as seen_at from redirects
          union all select host, account_uuid, created_at, null from host_rules
          union all select host, account_uuid, created_at, ${seen} from custom_domains
          union all select 'www.' || host, account_uuid, created_at, ${seen} from custom_domains
            where redirect_to_www = 1
        ) as used group by host, account_uuid
      ) as uses
      where uses.host = host_claims.host and uses.account_uuid = host_claims.account_uuid`.execute(queries);
    await sql`
      insert into account_limits (account_uuid, name, allowed)
      select account_uuid, 'unproven_hosts', 2 * count(*) from host_claims where seen_at is null
        and account_uuid <> (select uuid from accounts order by created_at, uuid limit 1)
      group by account_uuid having 2 * count(*) > ${sql.lit(allowedByDefault)}
      on conflict do nothing`.execute(queries);
  },
};
