/** Funnels of custom domains, kept under names. */
import type { Migration } from './migration.ts';

export const savedFunnels: Migration = {
  version: 66,
  name: 'saved funnels',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('saved_funnels')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('custom_domain_uuid', types.text, (column) =>
        column.notNull().references('custom_domains.uuid').onDelete('cascade'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('steps', types.text, (column) => column.notNull())
      .addColumn('scope', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('saved_funnels_custom_domain')
      .on('saved_funnels')
      .columns(['custom_domain_uuid'])
      .execute();
  },
};
