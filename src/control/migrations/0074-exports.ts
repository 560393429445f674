/** Exports of analytics, the buckets that they go to, and the days that schedules have exported. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const exports: Migration = {
  version: 74,
  name: 'exports',
  // A program of the version before doesn't know of them.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('export_destinations')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('bucket', types.text, (column) => column.notNull())
      .addColumn('prefix', types.text, (column) => column.notNull())
      .addColumn('region', types.text, (column) => column.notNull())
      .addColumn('endpoint', types.text)
      .addColumn('sealed_credentials', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('export_schedules')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('what', types.text, (column) => column.notNull())
      .addColumn('custom_domain_uuid', types.text, (column) =>
        column.references('custom_domains.uuid').onDelete('cascade'),
      )
      .addColumn('format', types.text, (column) => column.notNull())
      .addColumn('destination_uuid', types.text, (column) =>
        column.notNull().references('export_destinations.uuid'),
      )
      .addColumn('next_day', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('export_schedule_days')
      .addColumn('schedule_uuid', types.text, (column) =>
        column.notNull().references('export_schedules.uuid').onDelete('cascade'),
      )
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('rows', 'bigint', (column) => column.notNull())
      .addColumn('late_rows', 'bigint', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('export_schedule_days_pkey', ['schedule_uuid', 'day'])
      .execute();
    await schema
      .createTable('export_schedule_hosts')
      .addColumn('schedule_uuid', types.text, (column) =>
        column.notNull().references('export_schedules.uuid').onDelete('cascade'),
      )
      .addColumn('recorded_uuid', types.text, (column) => column.notNull())
      .addColumn('last_day', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('export_schedule_hosts_pkey', ['schedule_uuid', 'recorded_uuid'])
      .execute();
    await schema
      .createTable('exports')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('what', types.text, (column) => column.notNull())
      .addColumn('custom_domain_uuid', types.text)
      .addColumn('from', types.text, (column) => column.notNull())
      .addColumn('to', types.text, (column) => column.notNull())
      .addColumn('format', types.text, (column) => column.notNull())
      .addColumn('destination_uuid', types.text)
      .addColumn('schedule_uuid', types.text)
      .addColumn('state', types.text, (column) =>
        column.notNull().check(sql`state in ('waiting', 'running', 'done', 'failed')`),
      )
      .addColumn('error', types.text)
      .addColumn('position', types.text, (column) => column.notNull())
      .addColumn('rows', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('counted', 'bigint', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('machine', types.text)
      .addColumn('lease', types.text)
      .addColumn('next_at', 'bigint')
      .addColumn('finished_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    for (const [table, column] of [
      ['export_destinations', 'account_uuid'],
      ['export_destinations', 'key_id'],
      ['export_schedules', 'account_uuid'],
      ['export_schedules', 'custom_domain_uuid'],
      ['export_schedules', 'destination_uuid'],
      ['export_schedules', 'next_day'],
      ['exports', 'account_uuid'],
      ['exports', 'next_at'],
      ['exports', 'finished_at'],
    ] as const)
      await schema.createIndex(`${table}_${column}`).on(table).columns([column]).execute();
  },
};
