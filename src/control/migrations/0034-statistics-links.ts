/** Links that open a domain's statistics alone, and the origins whose pages may show them. */
import type { Migration } from './migration.ts';

export const statisticsLinks: Migration = {
  version: 34,
  name: 'statistics links',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .alterTable('connect_links')
      .addColumn('kind', types.text, (column) => column.notNull().defaultTo('connect'))
      .execute();
    await schema
      .alterTable('connect_links')
      .addColumn('embed_origins', types.text, (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
