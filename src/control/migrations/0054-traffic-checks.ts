/** Up to when traffic has been evaluated, and how far the spools of machines are. */
import type { Migration } from './migration.ts';

export const trafficChecks: Migration = {
  version: 54,
  name: 'traffic checks',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('traffic_checks')
      .addColumn('name', types.text, (column) => column.primaryKey())
      .addColumn('done_until', 'bigint')
      .addColumn('leased_until', 'bigint')
      .execute();
    await schema
      .createTable('spool_positions')
      .addColumn('process', types.text, (column) => column.primaryKey())
      .addColumn('oldest_at', 'bigint')
      .addColumn('reported_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
