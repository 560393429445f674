/** Whether it is measured how quick the pages of a custom domain are. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const webVitals: Migration = {
  version: 70,
  name: 'web vitals',
  isCompatible: true,
  async up(schema) {
    await schema
      .alterTable('custom_domains')
      .addColumn('web_vitals', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
  },
};
