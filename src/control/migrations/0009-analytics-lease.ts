/** Which node keeps its analytics embedded beside a control store that nodes share: one row, or none. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const analyticsLease: Migration = {
  version: 9,
  name: 'analytics lease',
  async up(schema, types) {
    await schema
      .createTable('analytics_lease')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('node', types.text, (column) => column.notNull())
      .addColumn('run', types.text, (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
