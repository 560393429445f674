/** The key that Domain Connect links are signed with. */
import type { Migration } from './migration.ts';

export const domainConnect: Migration = {
  version: 84,
  name: 'domain connect',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('domain_connect_keys')
      .addColumn('label', types.text, (column) => column.primaryKey())
      .addColumn('public_key', types.text, (column) => column.notNull())
      .addColumn('sealed_key', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('domain_connect_keys_key_id')
      .on('domain_connect_keys')
      .columns(['key_id'])
      .execute();
  },
};
