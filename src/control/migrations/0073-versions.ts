/** What redirects, rules, custom domains and upstreams were before, to be read and restored. */
import type { Migration } from './migration.ts';

export const versions: Migration = {
  version: 73,
  name: 'versions',
  // Changes that an older program makes meanwhile are missing from the versions.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('resource_versions')
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('resource', types.text, (column) => column.notNull())
      .addColumn('resource_key', types.text, (column) => column.notNull())
      .addColumn('n', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('actor', types.text)
      .addColumn('event_uuid', types.text)
      .addColumn('replaced_at', 'bigint')
      .addColumn('attributes', types.text)
      .addColumn('size_bytes', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('resource_versions_pkey', ['account_uuid', 'resource', 'resource_key', 'n'])
      .execute();
    // With the sizes, whose sum is asked for.
    await schema
      .createIndex('resource_versions_replaced')
      .on('resource_versions')
      .columns(['account_uuid', 'replaced_at', 'size_bytes'])
      .where('replaced_at', 'is not', null)
      .execute();
  },
};
