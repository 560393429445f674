/** Access tokens that apply plans without an approval. */
import type { Migration } from './migration.ts';

export const mayApply: Migration = {
  version: 76,
  name: 'access tokens that apply plans',
  // A token that an older program creates may not.
  isCompatible: true,
  async up(schema) {
    await schema
      .alterTable('access_tokens')
      .addColumn('may_apply', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
