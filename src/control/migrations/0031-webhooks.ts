/** Endpoints that accounts get events at, and the deliveries to them. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const webhooks: Migration = {
  version: 31,
  name: 'webhooks',
  // What an older program changes meanwhile sends no events.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('webhook_endpoints')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('url', types.text, (column) => column.notNull())
      .addColumn('description', types.text, (column) => column.notNull())
      .addColumn('events', types.text, (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull())
      .addColumn('disabled_at', 'bigint')
      .addColumn('disabled_reason', types.text, (column) => column.notNull())
      .addColumn('failing_since', 'bigint')
      .addColumn('last_sequence', 'bigint', (column) => column.notNull())
      .addColumn('sealed_secrets', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text)
      .addColumn('previous_secret_expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('webhook_endpoints_account')
      .on('webhook_endpoints')
      .columns(['account_uuid', 'created_at', 'uuid'])
      .execute();
    await schema
      .createIndex('webhook_endpoints_key_id')
      .on('webhook_endpoints')
      .columns(['key_id'])
      .execute();
    await schema
      .createTable('webhook_deliveries')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('endpoint_uuid', types.text, (column) =>
        column.notNull().references('webhook_endpoints.uuid').onDelete('cascade'),
      )
      .addColumn('type', types.text, (column) => column.notNull())
      .addColumn('resource', types.text, (column) => column.notNull())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addColumn('status', types.text, (column) => column.notNull())
      .addColumn('body', types.text, (column) => column.notNull())
      .addColumn('attempts', types.text, (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint')
      .addColumn('lease', types.text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await schema
      .createIndex('webhook_deliveries_due')
      .on('webhook_deliveries')
      .columns(['endpoint_uuid', 'next_attempt_at', 'sequence'])
      .where('next_attempt_at', 'is not', null)
      .execute();
    // From one event of a resource to the next.
    await schema
      .createIndex('webhook_deliveries_queue')
      .on('webhook_deliveries')
      .columns(['endpoint_uuid', 'resource', 'sequence'])
      .where(sql`status`, '=', 'pending')
      .execute();
    await schema
      .createIndex('webhook_deliveries_endpoint')
      .on('webhook_deliveries')
      .columns(['endpoint_uuid', 'created_at', 'uuid'])
      .execute();
    await schema
      .createIndex('webhook_deliveries_age')
      .on('webhook_deliveries')
      .columns(['created_at'])
      .execute();
    // Whether the end of the certificate that the host has now was announced.
    await schema
      .alterTable('automatic_certificates')
      .addColumn('expiry_announced', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
