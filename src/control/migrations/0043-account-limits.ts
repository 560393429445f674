/** What is set for single accounts, and what limits are counted by. */
import { type SqlBool, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** As they were when this migration came. */
const defaults = { rules: 100_000, hosts: 100_000, access_tokens: 1_000 };

export const accountLimits: Migration = {
  version: 43,
  name: 'limits of accounts',
  // A program of the version before knows no limits, and its idempotent answers count for nobody.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('account_limits')
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('allowed', 'bigint')
      .addPrimaryKeyConstraint('account_limits_pkey', ['account_uuid', 'name'])
      .execute();
    // Counted without reading the lists.
    await schema.dropIndex('host_rules_account').execute();
    await schema
      .createIndex('host_rules_account')
      .on('host_rules')
      .columns(['account_uuid', 'rule_count'])
      .execute();
    await schema.alterTable('idempotency_keys').addColumn('account_uuid', types.text).execute();
    await schema
      .alterTable('idempotency_keys')
      .addColumn('body_bytes', 'bigint', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
    await schema
      .createIndex('idempotency_keys_account')
      .on('idempotency_keys')
      .columns(['account_uuid', 'expires_at', 'body_bytes'])
      .where(sql<SqlBool>`body_bytes > 0`)
      .execute();
  },
  /** Nobody who has more than half of a limit today is stopped tomorrow. */
  async seed(queries) {
    const used = sql<{ account_uuid: string; name: 'rules' | 'hosts' | 'access_tokens'; used: number }>`
      select account_uuid, 'rules' as name, sum(rule_count) as used from host_rules group by account_uuid
      union all
      select account_uuid, 'hosts', count(*) from host_claims group by account_uuid
      union all
      select account_uuid, 'access_tokens', count(*) from access_tokens group by account_uuid`;
    const first = sql`(select uuid from accounts order by created_at, uuid limit 1)`;
    for (const [name, allowed] of Object.entries(defaults))
      await sql`
        insert into account_limits (account_uuid, name, allowed)
        select account_uuid, name, 2 * used from (${used}) as counted
        where name = ${name} and 2 * used > ${sql.lit(allowed)} and account_uuid <> ${first}`.execute(
        queries,
      );
  },
};
