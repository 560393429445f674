/** What happened to custom domains, for charts of their traffic. */
import type { Migration } from './migration.ts';

export const annotations: Migration = {
  version: 51,
  name: 'annotations',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('annotations')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('custom_domain_uuid', types.text, (column) =>
        column.references('custom_domains.uuid').onDelete('cascade'),
      )
      .addColumn('upstream_uuid', types.text, (column) =>
        column.references('upstreams.uuid').onDelete('cascade'),
      )
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('text', types.text, (column) => column.notNull())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('actor', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('annotations_custom_domain_at')
      .on('annotations')
      .columns(['custom_domain_uuid', 'at'])
      .execute();
    await schema
      .createIndex('annotations_upstream_at')
      .on('annotations')
      .columns(['upstream_uuid', 'at'])
      .execute();
    await schema.createIndex('annotations_created_at').on('annotations').columns(['created_at']).execute();
  },
};
