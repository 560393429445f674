/** Search terms of custom domains, imported from Google Search Console. */
import type { Migration } from './migration.ts';

export const searchTerms: Migration = {
  version: 67,
  name: 'search terms',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('search_term_imports')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('custom_domain_uuid', types.text, (column) =>
        column.notNull().references('custom_domains.uuid').onDelete('cascade'),
      )
      .addColumn('from', types.text, (column) => column.notNull())
      .addColumn('to', types.text, (column) => column.notNull())
      .addColumn('terms', 'integer', (column) => column.notNull())
      .addColumn('clicks', 'bigint', (column) => column.notNull())
      .addColumn('impressions', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('search_term_imports_range_key', ['custom_domain_uuid', 'from', 'to'])
      .execute();
    // Apart from their import, so that a list of imports doesn't read them.
    await schema
      .createTable('search_terms')
      .addColumn('import_uuid', types.text, (column) =>
        column.primaryKey().references('search_term_imports.uuid').onDelete('cascade'),
      )
      .addColumn('rows', types.text, (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .execute();
  },
};
