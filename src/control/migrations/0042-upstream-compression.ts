/** Whether the answers of an upstream are compressed. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const upstreamCompression: Migration = {
  version: 42,
  name: 'compression of answers',
  isCompatible: true,
  async up(schema) {
    await schema
      .alterTable('upstreams')
      .addColumn('compression', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
  },
};
