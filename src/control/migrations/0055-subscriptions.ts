/** Addresses that get e-mails about an account's domains. */
import type { Migration } from './migration.ts';

export const subscriptions: Migration = {
  version: 55,
  name: 'subscriptions',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('subscriptions')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('email', types.text, (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('what', types.text, (column) => column.notNull())
      .addColumn('severities', types.text, (column) => column.notNull())
      .addColumn('frequency', types.text, (column) => column.notNull())
      .addColumn('custom_domain_uuid', types.text, (column) =>
        column.references('custom_domains.uuid').onDelete('cascade'),
      )
      .addColumn('external_id', types.text)
      .addColumn('time_zone', types.text, (column) => column.notNull())
      .addColumn('language', types.text, (column) => column.notNull())
      .addColumn('confirmation_sha256', types.text)
      .addColumn('confirmation_expires_at', 'bigint')
      .addColumn('unsubscribe_secret', types.text, (column) => column.notNull())
      .addColumn('next_at', 'bigint')
      .addColumn('claimed_at', 'bigint')
      .addColumn('failing_since', 'bigint')
      .addColumn('told_until', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('subscriptions_unsubscribe_secret_key', ['unsubscribe_secret'])
      .execute();
    for (const column of ['account_uuid', 'custom_domain_uuid', 'email', 'next_at', 'confirmation_sha256'])
      await schema.createIndex(`subscriptions_${column}`).on('subscriptions').columns([column]).execute();
  },
};
