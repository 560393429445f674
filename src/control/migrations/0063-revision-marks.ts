/** Lets a reader of the revision log tell whether another server's is the same. */
import type { Migration } from './migration.ts';

export const revisionMarks: Migration = {
  version: 63,
  name: 'revision marks',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .alterTable('revision_log')
      .addColumn('mark', types.text, (column) => column.notNull().defaultTo(types.mark))
      .execute();
  },
};
