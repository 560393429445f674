/** Hosts that accounts gave up, which others may not have for a while without a proof. */
import type { Migration } from './migration.ts';

export const releasedHosts: Migration = {
  version: 30,
  name: 'released hosts',
  // What a program of the version before releases isn't remembered.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('released_hosts')
      .addColumn('host', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) => column.notNull())
      .addColumn('released_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('released_hosts_released_at')
      .on('released_hosts')
      .columns(['released_at'])
      .execute();
  },
};
