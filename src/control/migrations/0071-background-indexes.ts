/** Finds the few rows that background work is about, among a million. */
import { type SqlBool, sql } from 'kysely';
import type { Migration } from './migration.ts';

const indexes = [
  ['automatic_certificates', 'failing', 'next_attempt_at', sql<SqlBool>`failures > 0`],
  ['automatic_certificates', 'announced', 'expires_at', sql<SqlBool>`expiry_announced = 1`],
  [
    'automatic_certificates',
    'unrenewed',
    'next_attempt_at',
    sql<SqlBool>`expires_at is null or next_attempt_at > expires_at`,
  ],
  ['custom_certificates', 'announced', 'expires_at', sql<SqlBool>`expiry_notice_days is not null`],
  ['upstreams', 'client_certificates', 'uuid', sql<SqlBool>`tls_client_certificate <> ''`],
] as const;

export const backgroundIndexes: Migration = {
  version: 71,
  name: 'background indexes',
  isCompatible: true,
  async up(schema) {
    for (const [table, name, column, condition] of indexes)
      await schema.createIndex(`${table}_${name}`).on(table).columns([column]).where(condition).execute();
    await schema.createIndex('acme_orders_ordered_at').on('acme_orders').columns(['ordered_at']).execute();
  },
};
