/** Users' passkeys. */
import type { Migration } from './migration.ts';

export const passkeys: Migration = {
  version: 17,
  name: 'passkeys',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('passkeys')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('user_uuid', types.text, (column) =>
        column.notNull().references('users.uuid').onDelete('cascade'),
      )
      .addColumn('credential_id', types.text, (column) => column.notNull())
      .addColumn('public_key', types.text, (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('passkeys_credential_id_key', ['credential_id'])
      .execute();
    await schema.createIndex('passkeys_user').on('passkeys').columns(['user_uuid']).execute();
  },
};
