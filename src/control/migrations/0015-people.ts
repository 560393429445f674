/** People: users with their memberships, sessions and second factors, and invitations. */
import type { Migration } from './migration.ts';

export const people: Migration = {
  version: 15,
  name: 'people',
  // Older programs know no users: to them a user's session has ended.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('users')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('email', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('password_hash', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('users_email_key', ['email'])
      .execute();
    await schema
      .createTable('memberships')
      .addColumn('user_uuid', types.text, (column) =>
        column.notNull().references('users.uuid').onDelete('cascade'),
      )
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('role', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('memberships_pkey', ['user_uuid', 'account_uuid'])
      .execute();
    await schema.createIndex('memberships_account').on('memberships').columns(['account_uuid']).execute();
    await schema
      .createTable('user_sessions')
      .addColumn('secret_sha256', types.text, (column) => column.primaryKey())
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('user_uuid', types.text, (column) =>
        column.notNull().references('users.uuid').onDelete('cascade'),
      )
      .addColumn('user_agent', types.text, (column) => column.notNull())
      .addColumn('network', types.text, (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('user_sessions_uuid_key', ['uuid'])
      .execute();
    await schema
      .createIndex('user_sessions_user_created_at')
      .on('user_sessions')
      .columns(['user_uuid', 'created_at'])
      .execute();
    await schema
      .createIndex('user_sessions_expires_at')
      .on('user_sessions')
      .columns(['expires_at'])
      .execute();
    await schema
      .createTable('invitations')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('email', types.text, (column) => column.notNull())
      .addColumn('role', types.text, (column) => column.notNull())
      .addColumn('secret_sha256', types.text, (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('accepted_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .addUniqueConstraint('invitations_secret_sha256_key', ['secret_sha256'])
      .execute();
    await schema.createIndex('invitations_account').on('invitations').columns(['account_uuid']).execute();
    await schema
      .createTable('totp_secrets')
      .addColumn('user_uuid', types.text, (column) =>
        column.primaryKey().references('users.uuid').onDelete('cascade'),
      )
      .addColumn('sealed_secret', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text, (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('totp_secrets_key_id').on('totp_secrets').columns(['key_id']).execute();
    await schema
      .createTable('recovery_codes')
      .addColumn('user_uuid', types.text, (column) =>
        column.notNull().references('users.uuid').onDelete('cascade'),
      )
      .addColumn('code_sha256', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_pkey', ['user_uuid', 'code_sha256'])
      .execute();
  },
};
