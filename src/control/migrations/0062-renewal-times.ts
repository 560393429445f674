/** Says of an automatic certificate when its authority has it renewed. */
import type { Migration } from './migration.ts';

export const renewalTimes: Migration = {
  version: 62,
  name: 'renewal times',
  isCompatible: true,
  async up(schema) {
    await schema.alterTable('automatic_certificates').addColumn('renew_at', 'bigint').execute();
  },
};
