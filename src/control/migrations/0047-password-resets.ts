/** Links with which users choose another password. */
import type { Migration } from './migration.ts';

export const passwordResets: Migration = {
  version: 47,
  name: 'password resets',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('password_resets')
      .addColumn('token_sha256', types.text, (column) => column.primaryKey())
      .addColumn('user_uuid', types.text, (column) =>
        column.notNull().references('users.uuid').onDelete('cascade'),
      )
      .addColumn('replaced_sha256', types.text, (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('password_resets_user').on('password_resets').columns(['user_uuid']).execute();
    await schema
      .createIndex('password_resets_expires_at')
      .on('password_resets')
      .columns(['expires_at'])
      .execute();
  },
};
