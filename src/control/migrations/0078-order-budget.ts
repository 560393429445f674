/** The order budget of accounts with certificate authorities, and the hosts that wait for it. */
import { type SqlBool, sql } from 'kysely';
import type { Migration } from './migration.ts';

export const orderBudget: Migration = {
  version: 78,
  name: 'order budget',
  isCompatible: true,
  async up(schema) {
    await schema
      .alterTable('acme_accounts')
      .addColumn('orders_full_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable('automatic_certificates').addColumn('queued_at', 'bigint').execute();
    await schema
      .createIndex('automatic_certificates_queued')
      .on('automatic_certificates')
      .columns(['account_uuid', 'queued_at'])
      .where(sql<SqlBool>`queued_at is not null`)
      .execute();
    await schema
      .createIndex('automatic_certificates_account_expires_at')
      .on('automatic_certificates')
      .columns(['account_uuid', 'expires_at'])
      .execute();
  },
};
