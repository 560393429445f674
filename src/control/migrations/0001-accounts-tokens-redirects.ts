/** The first tables: accounts, access tokens, redirects and the revision log that the edge follows. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const accountsTokensRedirects: Migration = {
  version: 1,
  name: 'accounts, access tokens, redirects, revision log',
  async up(schema, types) {
    await schema
      .createTable('accounts')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();

    await schema
      .createTable('access_tokens')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('token_sha256', types.text, (column) => column.notNull().unique())
      .addColumn('scope', types.text, (column) => column.notNull().check(sql`scope in ('read', 'write')`))
      .addColumn('expires_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('access_tokens_account')
      .on('access_tokens')
      .columns(['account_uuid', 'created_at'])
      .execute();

    await schema
      .createTable('redirects')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('source_host', types.text, (column) => column.notNull().unique())
      .addColumn('match_path', types.text, (column) => column.notNull())
      .addColumn('destination_url', types.text, (column) => column.notNull())
      .addColumn('redirect_type', types.text, (column) =>
        column.notNull().check(sql`redirect_type in ('permanent', 'found')`),
      )
      .addColumn('preserve_path', 'integer', (column) => column.notNull())
      .addColumn('preserve_query_string', 'integer', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    for (const field of ['created_at', 'updated_at', 'source_host']) {
      await schema
        .createIndex(`redirects_account_${field}`)
        .on('redirects')
        .columns(['account_uuid', field, 'uuid'])
        .execute();
    }

    await schema
      .createTable('revision_clock')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('value', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('revision_log')
      .addColumn('revision', 'bigint', (column) => column.primaryKey())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('subject', types.text, (column) => column.notNull())
      .execute();
  },
  async seed(queries) {
    await queries.insertInto('revision_clock').values({ id: 1, value: 0 }).execute();
  },
};
