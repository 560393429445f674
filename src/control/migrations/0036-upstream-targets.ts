/** Further places where an upstream's application is reached. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const upstreamTargets: Migration = {
  version: 36,
  name: 'targets of upstreams',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .alterTable('upstreams')
      .addColumn('targets', types.text, (column) => column.notNull().defaultTo(sql`'[]'`))
      .execute();
  },
};
