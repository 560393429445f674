/** Certificates that are ordered automatically: accounts with authorities, hosts, challenges, orders of the last week. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const automaticCertificates: Migration = {
  version: 5,
  name: 'automatic certificates',
  async up(schema, types) {
    await schema
      .createTable('acme_accounts')
      .addColumn('id', types.text, (column) => column.primaryKey())
      .addColumn('directory_url', types.text, (column) => column.notNull())
      .addColumn('external_key_id', types.text, (column) => column.notNull())
      .addColumn('url', types.text)
      .addColumn('sealed_key', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('acme_accounts_directory_key', ['directory_url', 'external_key_id'])
      .execute();

    await schema
      .createTable('automatic_certificates')
      .addColumn('host', types.text, (column) => column.primaryKey())
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
      .addColumn('lease', types.text)
      .addColumn('leased_until', 'bigint')
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('last_error', types.text)
      .addColumn('last_attempt_at', 'bigint')
      .addColumn('fingerprint', types.text)
      .addColumn('issuer', types.text)
      .addColumn('not_before', 'bigint')
      .addColumn('expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('automatic_certificates_next_attempt_at')
      .on('automatic_certificates')
      .column('next_attempt_at')
      .execute();
    await schema
      .createIndex('automatic_certificates_expires_at')
      .on('automatic_certificates')
      .column('expires_at')
      .execute();

    // Apart from the rest, so that no list ever touches a private key.
    await schema
      .createTable('automatic_certificate_keys')
      .addColumn('host', types.text, (column) =>
        column.primaryKey().references('automatic_certificates.host').onDelete('cascade'),
      )
      .addColumn('chain_pem', types.text, (column) => column.notNull())
      .addColumn('sealed_key', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text, (column) => column.notNull())
      .execute();
    await schema
      .createIndex('automatic_certificate_keys_key_id')
      .on('automatic_certificate_keys')
      .columns(['key_id', 'host'])
      .execute();

    await schema
      .createTable('acme_challenges')
      .addColumn('host', types.text, (column) => column.notNull())
      .addColumn('token', types.text, (column) => column.notNull())
      .addColumn('method', types.text, (column) =>
        column.notNull().check(sql`method in ('http-01', 'tls-alpn-01')`),
      )
      .addColumn('key_authorization', types.text, (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('acme_challenges_pkey', ['host', 'token'])
      .execute();

    await schema
      .createTable('acme_orders')
      .addColumn('id', types.text, (column) => column.primaryKey())
      .addColumn('registered_domain', types.text, (column) => column.notNull())
      .addColumn('host', types.text, (column) => column.notNull())
      .addColumn('ordered_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('acme_orders_registered_domain')
      .on('acme_orders')
      .columns(['registered_domain', 'ordered_at'])
      .execute();
  },
};
