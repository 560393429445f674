/** Maintenance, and error pages of upstreams and custom domains. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const errorPages: Migration = {
  version: 20,
  name: 'error pages',
  isCompatible: true,
  async up(schema, types) {
    for (const owner of ['upstreams', 'custom_domains']) {
      await schema
        .alterTable(owner)
        .addColumn('maintenance', 'integer', (column) => column.notNull().defaultTo(sql`0`))
        .execute();
      await schema
        .alterTable(owner)
        .addColumn('error_page_digests', types.text, (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await schema
      .createTable('error_pages')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('upstream_uuid', types.text, (column) =>
        column.references('upstreams.uuid').onDelete('cascade'),
      )
      .addColumn('custom_domain_uuid', types.text, (column) =>
        column.references('custom_domains.uuid').onDelete('cascade'),
      )
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('html', types.text, (column) => column.notNull())
      .addColumn('size_bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    // Workers look pages up by these, so their file keeps them: see replica-file.ts.
    for (const owner of ['upstream_uuid', 'custom_domain_uuid'])
      await schema
        .createIndex(`error_pages_${owner}_lookup`)
        .unique()
        .on('error_pages')
        .columns([owner, 'status'])
        .execute();
  },
};
