/** What a redirect is for, in its owner's words. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const redirectNotes: Migration = {
  version: 12,
  name: 'redirect notes',
  async up(schema, types) {
    await schema
      .alterTable('redirects')
      .addColumn('note', types.text, (column) => column.notNull().defaultTo(sql`''`))
      .execute();
  },
};
