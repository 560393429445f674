/** Access tokens that are limited to some custom domains, keys that sign tokens, and the origins whose pages may use both. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const signedTokens: Migration = {
  version: 72,
  name: 'signed tokens',
  // A program of the version before doesn't find tokens of the new scope: see access-token-store.ts.
  isCompatible: true,
  async up(schema, types) {
    // SQLite can't change a column's check, so the column is replaced.
    await schema
      .alterTable('access_tokens')
      .addColumn('new_scope', types.text, (column) =>
        column.notNull().defaultTo('read').check(sql`new_scope in ('read', 'write', 'analytics')`),
      )
      .execute();
    // JSON, as of other lists.
    for (const column of ['custom_domain_uuids', 'external_ids'])
      await schema
        .alterTable('access_tokens')
        .addColumn(column, types.text, (added) => added.notNull().defaultTo(sql`'null'`))
        .execute();
    await schema
      .createTable('signing_keys')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('sealed_secret', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('allowed_origins')
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('origin', types.text, (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('allowed_origins_pkey', ['account_uuid', 'origin'])
      .execute();
    for (const [table, column] of [
      ['signing_keys', 'account_uuid'],
      ['signing_keys', 'key_id'],
      ['allowed_origins', 'origin'],
    ] as const)
      await schema.createIndex(`${table}_${column}`).on(table).columns([column]).execute();
  },
  async seed(queries) {
    await sql`update access_tokens set new_scope = scope`.execute(queries);
    await queries.schema.alterTable('access_tokens').dropColumn('scope').execute();
    await queries.schema.alterTable('access_tokens').renameColumn('new_scope', 'scope').execute();
  },
};
