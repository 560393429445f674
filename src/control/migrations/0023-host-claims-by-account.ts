/** Finds the hosts of an account, in order. */
import type { Migration } from './migration.ts';

export const hostClaimsByAccount: Migration = {
  version: 23,
  name: 'host claims by account',
  isCompatible: true,
  async up(schema) {
    await schema
      .createIndex('host_claims_account')
      .on('host_claims')
      .columns(['account_uuid', 'host'])
      .execute();
  },
};
