/** Whether an upstream gets what its custom domains are called in their owner's program. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const metadataFields: Migration = {
  version: 29,
  name: 'metadata fields of upstreams',
  isCompatible: true,
  async up(schema) {
    await schema
      .alterTable('upstreams')
      .addColumn('metadata_fields', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
  },
};
