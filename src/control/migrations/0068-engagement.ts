/** Whether time on page and scroll depth of a custom domain are counted. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const engagement: Migration = {
  version: 68,
  name: 'engagement',
  isCompatible: true,
  async up(schema) {
    await schema
      .alterTable('custom_domains')
      .addColumn('engagement', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
  },
};
