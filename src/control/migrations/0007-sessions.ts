/** Sessions of browsers that signed in with an access token. */
import type { Migration } from './migration.ts';

export const sessions: Migration = {
  version: 7,
  name: 'sessions',
  async up(schema, types) {
    await schema
      .createTable('sessions')
      .addColumn('secret_sha256', types.text, (column) => column.primaryKey())
      .addColumn('token_uuid', types.text, (column) =>
        column.notNull().references('access_tokens.uuid').onDelete('cascade'),
      )
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('sessions_token_created_at')
      .on('sessions')
      .columns(['token_uuid', 'created_at'])
      .execute();
    await schema.createIndex('sessions_expires_at').on('sessions').columns(['expires_at']).execute();
  },
};
