/** What is wrong with domains, redirects, upstreams and the installation, and what else is known of hosts. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const findings: Migration = {
  version: 49,
  name: 'findings',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('findings')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('severity', types.text, (column) => column.notNull())
      .addColumn('subject_type', types.text, (column) => column.notNull())
      .addColumn('subject_uuid', types.text)
      .addColumn('subject_host', types.text)
      // The uuid, else the host, else empty.
      .addColumn('subject_key', types.text, (column) => column.notNull())
      // Of an upstream, in place of those of its domains, which are in `finding_hosts`.
      .addColumn('is_group', 'integer', (column) => column.notNull())
      .addColumn('cause_code', types.text, (column) => column.notNull())
      .addColumn('evidence', types.text, (column) => column.notNull())
      .addColumn('good_checks', 'integer', (column) => column.notNull())
      .addColumn('opened_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('resolved_at', 'bigint')
      .addColumn('muted_until', 'bigint')
      .execute();
    await schema
      .createIndex('findings_open')
      .unique()
      .on('findings')
      .columns(['account_uuid', 'kind', 'subject_type', 'subject_key'])
      .where(sql.ref('resolved_at'), 'is', null)
      .execute();
    await schema
      .createIndex('findings_open_host')
      .on('findings')
      .columns(['account_uuid', 'subject_host'])
      .where(sql.ref('resolved_at'), 'is', null)
      .execute();
    await schema
      .createIndex('findings_opened')
      .on('findings')
      .columns(['account_uuid', 'opened_at'])
      .execute();
    await schema
      .createIndex('findings_resolved')
      .on('findings')
      .columns(['resolved_at'])
      .where('resolved_at', 'is not', null)
      .execute();
    await schema
      .createTable('finding_hosts')
      .addColumn('finding_uuid', types.text, (column) =>
        column.notNull().references('findings.uuid').onDelete('cascade'),
      )
      .addColumn('domain_uuid', types.text, (column) => column.notNull())
      .addColumn('host', types.text, (column) => column.notNull())
      .addColumn('good_checks', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('finding_hosts_pkey', ['finding_uuid', 'domain_uuid'])
      .execute();
    await schema.createIndex('finding_hosts_domain').on('finding_hosts').columns(['domain_uuid']).execute();
    await schema
      .createTable('host_states')
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('host', types.text, (column) => column.notNull())
      // `direct`, `proxied`, `no`.
      .addColumn('reachable', types.text)
      .addColumn('reachable_cause', types.text)
      // Of the last check, whatever it found.
      .addColumn('checked_at', 'bigint')
      // Of a host without a custom domain: when it was reachable and had a certificate for the first time.
      .addColumn('ready_at', 'bigint')
      // JSON, as the API answers it.
      .addColumn('renewal', types.text)
      .addPrimaryKeyConstraint('host_states_pkey', ['account_uuid', 'host'])
      .execute();
  },
};
