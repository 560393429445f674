/** Finds the accounts that have DNS checks due, and each one's, among 100,000 that wait. */
import type { Migration } from './migration.ts';

export const dueChecksIndex: Migration = {
  version: 44,
  name: 'due checks index',
  isCompatible: true,
  async up(schema) {
    await schema
      .createIndex('custom_domains_account_next_dns_check_at')
      .on('custom_domains')
      .columns(['account_uuid', 'next_dns_check_at'])
      .execute();
  },
};
