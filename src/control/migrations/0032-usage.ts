/** What custom domains used each month, and the domains that are gone. */
import type { Migration } from './migration.ts';

export const usage: Migration = {
  version: 32,
  name: 'usage',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('usage_months')
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('month', types.text, (column) => column.notNull())
      .addColumn('closed_at', 'bigint')
      .addColumn('leased_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('usage_months_key', ['account_uuid', 'month'])
      .execute();
    await schema
      .createIndex('usage_months_closed')
      .on('usage_months')
      .columns(['closed_at', 'month'])
      .execute();
    await schema
      .createTable('usage_records')
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('month', types.text, (column) => column.notNull())
      .addColumn('custom_domain_uuid', types.text, (column) => column.notNull())
      .addColumn('host', types.text, (column) => column.notNull())
      .addColumn('external_id', types.text, (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addColumn('bytes_in', 'bigint', (column) => column.notNull())
      .addColumn('bytes_out', 'bigint', (column) => column.notNull())
      .addColumn('visitors', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_records_key', ['account_uuid', 'month', 'custom_domain_uuid'])
      .execute();
    await schema
      .createTable('deleted_custom_domains')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('host', types.text, (column) => column.notNull())
      .addColumn('external_id', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('deleted_custom_domains_account')
      .on('deleted_custom_domains')
      .columns(['account_uuid', 'deleted_at'])
      .execute();
  },
};
