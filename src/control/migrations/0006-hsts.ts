/** For how long browsers should use HTTPS only for a custom domain. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const hsts: Migration = {
  version: 6,
  name: 'hsts',
  async up(schema) {
    await schema
      .alterTable('custom_domains')
      .addColumn('hsts_max_age', 'integer', (column) =>
        column.notNull().defaultTo(sql`0`).check(sql`hsts_max_age between 0 and 63072000`),
      )
      .execute();
  },
};
