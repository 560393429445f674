/** Finds an account's custom domains that are ready, or that are not, among 100,000. */
import type { Migration } from './migration.ts';

export const readyIndex: Migration = {
  version: 40,
  name: 'ready index',
  isCompatible: true,
  async up(schema) {
    await schema
      .createIndex('custom_domains_account_ready')
      .on('custom_domains')
      .columns(['account_uuid', 'ready', 'created_at', 'uuid'])
      .execute();
  },
};
