/** Ways to look at analytics, kept by accounts under names. */
import type { Migration } from './migration.ts';

export const savedViews: Migration = {
  version: 65,
  name: 'saved views',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('saved_views')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('query_string', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('saved_views_account').on('saved_views').columns(['account_uuid']).execute();
  },
};
