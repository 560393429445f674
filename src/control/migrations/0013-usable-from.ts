/** Which programs may use the store: those of an older schema that a compatible migration left usable, too. */
import type { Migration } from './migration.ts';

export const usableFromColumn: Migration = {
  version: 13,
  name: 'usable from',
  async up(schema) {
    // Null: programs of the row's own version only.
    await schema.alterTable('schema_version').addColumn('usable_from', 'integer').execute();
  },
};
