/** What a custom domain answers AI crawlers. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const aiCrawlers: Migration = {
  version: 18,
  name: 'AI crawlers',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .alterTable('custom_domains')
      .addColumn('ai_crawlers', types.text, (column) => column.notNull().defaultTo('allow'))
      .execute();
    await schema
      .alterTable('custom_domains')
      .addColumn('ai_crawlers_robots_txt', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
  },
};
