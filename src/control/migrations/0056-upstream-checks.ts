/** What health checks of the edge say of upstreams, of each machine. */
import type { Migration } from './migration.ts';

export const upstreamChecks: Migration = {
  version: 56,
  name: 'upstream checks',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('upstream_checks')
      .addColumn('process', types.text, (column) => column.primaryKey())
      .addColumn('checked', types.text, (column) => column.notNull())
      .addColumn('reported_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
