/** Users' identities at an OpenID provider. */
import type { Migration } from './migration.ts';

export const identities: Migration = {
  version: 16,
  name: 'identities',
  // To older programs a user without a password is one whose password nobody knows.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('user_identities')
      .addColumn('issuer', types.text, (column) => column.notNull())
      .addColumn('subject', types.text, (column) => column.notNull())
      .addColumn('user_uuid', types.text, (column) =>
        column.notNull().references('users.uuid').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_identities_pkey', ['issuer', 'subject'])
      .addUniqueConstraint('user_identities_user_uuid_issuer_key', ['user_uuid', 'issuer'])
      .execute();
  },
};
