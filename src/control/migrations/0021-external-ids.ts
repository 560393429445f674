/** What programs of customers call a custom domain, and what they keep with it. */
import type { Migration } from './migration.ts';

export const externalIds: Migration = {
  version: 21,
  name: 'external ids',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .alterTable('custom_domains')
      .addColumn('external_id', types.text, (column) => column.notNull().defaultTo(''))
      .execute();
    await schema
      .alterTable('custom_domains')
      .addColumn('metadata', types.text, (column) => column.notNull().defaultTo('{}'))
      .execute();
    await schema
      .createIndex('custom_domains_account_external_id')
      .on('custom_domains')
      .columns(['account_uuid', 'external_id'])
      .execute();
  },
};
