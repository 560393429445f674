/** Says by a code why the last order of an automatic certificate failed, beside the sentence. */
import type { Migration } from './migration.ts';

export const orderFailures: Migration = {
  version: 60,
  name: 'order failures',
  isCompatible: true,
  async up(schema, types) {
    await schema.alterTable('automatic_certificates').addColumn('last_error_code', types.text).execute();
  },
};
