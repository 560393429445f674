/** Says of hosts without a custom domain whether their DNS records were found, and how often they were missed since. */
import type { Migration } from './migration.ts';

export const hostRecords: Migration = {
  version: 59,
  name: 'host records',
  isCompatible: true,
  async up(schema) {
    await schema.alterTable('host_states').addColumn('records_found_at', 'bigint').execute();
    await schema
      .alterTable('host_states')
      .addColumn('records_missed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
