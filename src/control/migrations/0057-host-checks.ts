/** Says of hosts without a custom domain when it is tried next whether visitors reach them. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const hostChecks: Migration = {
  version: 57,
  name: 'host checks',
  isCompatible: true,
  async up(schema) {
    await schema.alterTable('host_states').addColumn('next_check_at', 'bigint').execute();
    await schema
      .createIndex('host_states_account_next_check_at')
      .on('host_states')
      .columns(['account_uuid', 'next_check_at'])
      .where(sql.ref('next_check_at'), 'is not', null)
      .execute();
  },
};
