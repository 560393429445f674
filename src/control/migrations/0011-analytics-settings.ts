/** What accounts set up for analytics: goals and the time zone of a custom domain, and segments. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const analyticsSettings: Migration = {
  version: 11,
  name: 'goals, segments, time zones',
  async up(schema, types) {
    await schema
      .alterTable('custom_domains')
      .addColumn('time_zone', types.text, (column) => column.notNull().defaultTo('UTC'))
      .execute();
    await schema
      .createTable('goals')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('custom_domain_uuid', types.text, (column) =>
        column.notNull().references('custom_domains.uuid').onDelete('cascade'),
      )
      .addColumn('display_name', types.text, (column) => column.notNull())
      .addColumn('event_name', types.text)
      .addColumn('page_path', types.text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('goals_display_name_key', ['custom_domain_uuid', 'display_name'])
      .addUniqueConstraint('goals_event_name_key', ['custom_domain_uuid', 'event_name'])
      .addUniqueConstraint('goals_page_path_key', ['custom_domain_uuid', 'page_path'])
      .addCheckConstraint('goals_one_target', sql`(event_name is null) <> (page_path is null)`)
      .execute();
    await schema
      .createTable('segments')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('filters', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('segments_account').on('segments').columns(['account_uuid']).execute();
  },
};
