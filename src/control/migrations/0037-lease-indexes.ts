/** Finds what a node has under leases, so that its next process can take over what a crash left. */
import type { Migration } from './migration.ts';

export const leaseIndexes: Migration = {
  version: 37,
  name: 'lease indexes',
  isCompatible: true,
  async up(schema) {
    for (const table of ['webhook_deliveries', 'automatic_certificates'])
      await schema
        .createIndex(`${table}_lease`)
        .on(table)
        .columns(['lease'])
        .where('lease', 'is not', null)
        .execute();
  },
};
