/** Says of a custom domain since when its DNS records, which had been found, are not. */
import type { Migration } from './migration.ts';

export const lostRecords: Migration = {
  version: 53,
  name: 'lost records',
  // A program of the version before leaves it as it is, so a check of this one says it anew.
  isCompatible: true,
  async up(schema) {
    await schema.alterTable('custom_domains').addColumn('dns_lost_at', 'bigint').execute();
  },
};
