/** Upstreams, and the custom domains that are proxied to them. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const upstreamsCustomDomains: Migration = {
  version: 2,
  name: 'upstreams, custom domains',
  async up(schema, types) {
    await schema
      .createTable('upstreams')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('host', types.text, (column) => column.notNull())
      .addColumn('port', 'integer', (column) => column.notNull())
      .addColumn('tls', 'integer', (column) => column.notNull())
      .addColumn('auth_token', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    for (const field of ['created_at', 'updated_at', 'host']) {
      await schema
        .createIndex(`upstreams_account_${field}`)
        .on('upstreams')
        .columns(['account_uuid', field, 'uuid'])
        .execute();
    }

    await schema
      .createTable('custom_domains')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('upstream_uuid', types.text, (column) =>
        column.notNull().references('upstreams.uuid').onDelete('cascade'),
      )
      .addColumn('host', types.text, (column) => column.notNull().unique())
      .addColumn('status', types.text, (column) =>
        column
          .notNull()
          .check(sql`status in ('pending_check', 'dns_records_found', 'dns_records_not_found')`),
      )
      .addColumn('challenge_type', types.text, (column) =>
        column.notNull().check(sql`challenge_type in ('http01')`),
      )
      .addColumn('redirect_to_www', 'integer', (column) => column.notNull())
      .addColumn('web_analytics', types.text, (column) =>
        column.notNull().check(sql`web_analytics in ('inject', 'manual', 'off')`),
      )
      .addColumn('tls_certificate_issued', 'integer', (column) => column.notNull())
      .addColumn('last_dns_check_at', 'bigint')
      .addColumn('next_dns_check_at', 'bigint', (column) => column.notNull())
      .addColumn('dns_check_failures', 'integer', (column) => column.notNull())
      .addColumn('dns_check_report', types.text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    // The API lists the domains of an upstream, the command line those of an account too.
    for (const owner of ['upstream', 'account']) {
      for (const field of ['created_at', 'updated_at', 'host']) {
        await schema
          .createIndex(`custom_domains_${owner}_${field}`)
          .on('custom_domains')
          .columns([`${owner}_uuid`, field, 'uuid'])
          .execute();
      }
    }
    await schema
      .createIndex('custom_domains_next_dns_check_at')
      .on('custom_domains')
      .columns(['next_dns_check_at'])
      .execute();
  },
};
