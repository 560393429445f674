/** The salts that visitor hashes are made with, one for each time. */
import type { Migration } from './migration.ts';

export const visitorSalts: Migration = {
  version: 3,
  name: 'visitor salts',
  async up(schema, types) {
    await schema
      .createTable('visitor_salts')
      .addColumn('from_ms', 'bigint', (column) => column.primaryKey())
      .addColumn('to_ms', 'bigint', (column) => column.notNull())
      .addColumn('salt', types.text, (column) => column.notNull())
      .execute();
  },
};
