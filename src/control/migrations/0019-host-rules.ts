/** Rules of hosts, and the upstreams that they proxy to. */
import type { Migration } from './migration.ts';

export const hostRules: Migration = {
  version: 19,
  name: 'rules of hosts',
  // A program of the version before can release a claim that only rules need: the host isn't served until they are replaced.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('host_rules')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('host', types.text, (column) => column.notNull().unique())
      .addColumn('rules', types.text, (column) => column.notNull())
      .addColumn('rule_count', 'integer', (column) => column.notNull())
      .addColumn('size_bytes', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('host_rules_account').on('host_rules').columns(['account_uuid']).execute();
    await schema
      .createTable('rule_upstreams')
      .addColumn('rules_uuid', types.text, (column) =>
        column.notNull().references('host_rules.uuid').onDelete('cascade'),
      )
      .addColumn('upstream_uuid', types.text, (column) => column.notNull().references('upstreams.uuid'))
      .addPrimaryKeyConstraint('rule_upstreams_pkey', ['rules_uuid', 'upstream_uuid'])
      .execute();
    await schema
      .createIndex('rule_upstreams_upstream')
      .on('rule_upstreams')
      .columns(['upstream_uuid'])
      .execute();
  },
};
