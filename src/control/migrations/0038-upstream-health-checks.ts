/** How an upstream's targets are checked. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const upstreamHealthChecks: Migration = {
  version: 38,
  name: 'health checks of upstreams',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .alterTable('upstreams')
      .addColumn('health_check', types.text, (column) => column.notNull().defaultTo(sql`'null'`))
      .execute();
  },
};
