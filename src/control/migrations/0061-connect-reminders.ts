/** Customers who are reminded of what is to be done for a custom domain. */
import type { Migration } from './migration.ts';

export const connectReminders: Migration = {
  version: 61,
  name: 'connect reminders',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('connect_reminders')
      .addColumn('link_uuid', types.text, (column) =>
        column.primaryKey().references('connect_links.uuid').onDelete('cascade'),
      )
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('custom_domain_uuid', types.text, (column) =>
        column.notNull().references('custom_domains.uuid').onDelete('cascade'),
      )
      .addColumn('sealed_email', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text)
      .addColumn('language', types.text, (column) => column.notNull())
      .addColumn('unsubscribe_secret', types.text, (column) => column.notNull())
      .addColumn('sent', 'integer', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('failing_since', 'bigint')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('connect_reminders_unsubscribe_secret_key', ['unsubscribe_secret'])
      .execute();
    for (const column of ['account_uuid', 'custom_domain_uuid', 'key_id', 'next_at'])
      await schema
        .createIndex(`connect_reminders_${column}`)
        .on('connect_reminders')
        .columns([column])
        .execute();
  },
};
