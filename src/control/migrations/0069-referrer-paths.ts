/** Whether the pages that link to a custom domain are recorded, or only their hosts. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const referrerPaths: Migration = {
  version: 69,
  name: 'referrer paths',
  isCompatible: true,
  async up(schema) {
    await schema
      .alterTable('custom_domains')
      .addColumn('referrer_paths', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
  },
};
