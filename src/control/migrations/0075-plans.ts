/** Changes of an account's configuration that were worked out, to be approved and applied. */
import type { Migration } from './migration.ts';

export const plans: Migration = {
  version: 75,
  name: 'plans',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('plans')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('prune', 'integer', (column) => column.notNull())
      .addColumn('summary', types.text, (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addColumn('approved_at', 'bigint')
      .addColumn('approved_by', types.text)
      .addColumn('applied_at', 'bigint')
      .execute();
    // Apart, so that lists don't read it.
    await schema
      .createTable('plan_contents')
      .addColumn('plan_uuid', types.text, (column) =>
        column.primaryKey().references('plans.uuid').onDelete('cascade'),
      )
      .addColumn('content', types.text, (column) => column.notNull())
      .execute();
    await schema
      .createIndex('plans_account')
      .on('plans')
      .columns(['account_uuid', 'created_at', 'size_bytes'])
      .execute();
    await schema.createIndex('plans_expires_at').on('plans').columns(['expires_at']).execute();
  },
};
