/** Whether an upstream learns where its visitors are. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const geoFields: Migration = {
  version: 28,
  name: 'geo fields of upstreams',
  isCompatible: true,
  async up(schema) {
    await schema
      .alterTable('upstreams')
      .addColumn('geo_fields', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
  },
};
