/** Links at which customers connect a custom domain, and what an account looks like to them. */
import type { Migration } from './migration.ts';

export const connectLinks: Migration = {
  version: 24,
  name: 'connect links',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('connect_links')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('custom_domain_uuid', types.text, (column) =>
        column.notNull().references('custom_domains.uuid').onDelete('cascade'),
      )
      .addColumn('secret_sha256', types.text, (column) => column.notNull().unique())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('connect_links_domain')
      .on('connect_links')
      .columns(['custom_domain_uuid', 'created_at'])
      .execute();
    await schema.createIndex('connect_links_expires').on('connect_links').columns(['expires_at']).execute();
    await schema
      .createTable('account_brands')
      .addColumn('account_uuid', types.text, (column) =>
        column.primaryKey().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('name', types.text)
      .addColumn('color', types.text)
      .addColumn('logo', types.text)
      .execute();
  },
};
