/** Says of redirects when it is tried next whether their destination answers, and since when it doesn't. */
import type { Migration } from './migration.ts';

export const destinationChecks: Migration = {
  version: 58,
  name: 'destination checks',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('destination_checks')
      .addColumn('redirect_uuid', types.text, (column) =>
        column.primaryKey().references('redirects.uuid').onDelete('cascade'),
      )
      .addColumn('account_uuid', types.text, (column) => column.notNull())
      .addColumn('next_check_at', 'bigint', (column) => column.notNull())
      // The destination that failed at the last check, and when it did first; null: it was well.
      .addColumn('failed_url', types.text)
      .addColumn('failed_at', 'bigint')
      .execute();
    await schema
      .createIndex('destination_checks_account_next_check_at')
      .on('destination_checks')
      .columns(['account_uuid', 'next_check_at'])
      .execute();
  },
};
