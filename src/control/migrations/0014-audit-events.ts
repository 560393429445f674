/** Who changed what. Rows stay when what they are about, or its account, is gone. */
import type { Migration } from './migration.ts';

export const auditEvents: Migration = {
  version: 14,
  name: 'audit events',
  // Changes that an older program makes meanwhile are missing from the trail.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('audit_events')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('actor_kind', types.text, (column) => column.notNull())
      .addColumn('actor_uuid', types.text)
      .addColumn('actor_name', types.text, (column) => column.notNull())
      .addColumn('address', types.text)
      .addColumn('action', types.text, (column) => column.notNull())
      .addColumn('resource', types.text, (column) => column.notNull())
      .addColumn('resource_uuid', types.text, (column) => column.notNull())
      .addColumn('resource_name', types.text, (column) => column.notNull())
      .addColumn('before_values', types.text)
      .addColumn('after_values', types.text)
      .execute();
    await schema
      .createIndex('audit_events_account')
      .on('audit_events')
      .columns(['account_uuid', 'created_at', 'uuid'])
      .execute();
    await schema.createIndex('audit_events_age').on('audit_events').columns(['created_at']).execute();
  },
};
