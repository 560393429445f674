/** Requests that are answered the same when they are sent again. */
import type { Migration } from './migration.ts';

export const idempotencyKeys: Migration = {
  version: 25,
  name: 'idempotency keys',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('idempotency_keys')
      .addColumn('id', types.text, (column) => column.primaryKey())
      .addColumn('request_sha256', types.text, (column) => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('location', types.text)
      .addColumn('sealed_body', types.text)
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('idempotency_keys_expires_at')
      .on('idempotency_keys')
      .columns(['expires_at'])
      .execute();
  },
};
