/** Says of hosts whether a proxy is how they were last reached: of those DNS records can't tell that they are lost. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const reachedThroughProxies: Migration = {
  version: 64,
  name: 'reached through proxies',
  isCompatible: true,
  async up(schema) {
    await schema
      .alterTable('host_states')
      .addColumn('is_proxied', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
  async seed(queries) {
    await sql`update host_states set is_proxied = 1 where reachable = 'proxied'`.execute(queries);
  },
};
