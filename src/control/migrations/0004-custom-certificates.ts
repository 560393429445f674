/** Custom certificates with the names they are served for, and the secret keys that their private keys are sealed with. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const customCertificates: Migration = {
  version: 4,
  name: 'custom certificates, secret keys',
  async up(schema, types) {
    await schema
      .createTable('secret_keys')
      .addColumn('key_id', types.text, (column) => column.primaryKey())
      .addColumn('state', types.text, (column) =>
        column.notNull().check(sql`state in ('current', 'previous')`),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();

    await schema
      .createTable('custom_certificates')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('account_uuid', types.text, (column) =>
        column.notNull().references('accounts.uuid').onDelete('cascade'),
      )
      .addColumn('fingerprint', types.text, (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('not_before', 'bigint', (column) => column.notNull())
      .addColumn('issuer', types.text, (column) => column.notNull())
      .addColumn('public_key_sha', types.text, (column) => column.notNull())
      .addColumn('sans', types.text, (column) => column.notNull())
      .addColumn('serial_number', types.text, (column) => column.notNull())
      .addColumn('signature_algorithm', types.text, (column) => column.notNull())
      .addColumn('subject', types.text, (column) => column.notNull())
      .addColumn('missing_issuer', types.text)
      .addColumn('expiry_notice_days', 'integer')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      // Named as both engines' errors are told apart by (control/failures.ts).
      .addUniqueConstraint('custom_certificates_fingerprint_key', ['account_uuid', 'fingerprint'])
      .execute();
    await schema
      .createIndex('custom_certificates_account_created_at')
      .on('custom_certificates')
      .columns(['account_uuid', 'created_at', 'uuid'])
      .execute();
    await schema
      .createIndex('custom_certificates_expires_at')
      .on('custom_certificates')
      .columns(['expires_at', 'not_before'])
      .execute();

    // Apart from the rest, so that no list ever touches a private key.
    await schema
      .createTable('certificate_keys')
      .addColumn('certificate_uuid', types.text, (column) =>
        column.primaryKey().references('custom_certificates.uuid').onDelete('cascade'),
      )
      .addColumn('chain_pem', types.text, (column) => column.notNull())
      .addColumn('sealed_key', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text, (column) => column.notNull())
      .execute();
    await schema
      .createIndex('certificate_keys_key_id')
      .on('certificate_keys')
      .columns(['key_id', 'certificate_uuid'])
      .execute();

    await schema
      .createTable('certificate_names')
      .addColumn('certificate_uuid', types.text, (column) =>
        column.notNull().references('custom_certificates.uuid').onDelete('cascade'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('covered_by', types.text)
      .addColumn('account_uuid', types.text, (column) => column.notNull())
      .addColumn('key_type', types.text, (column) =>
        column.notNull().check(sql`key_type in ('rsa', 'ecdsa', 'ed25519')`),
      )
      .addColumn('not_before', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('certificate_names_pkey', ['certificate_uuid', 'name'])
      .execute();
    // Everything that choosing a certificate for a host looks at.
    await schema
      .createIndex('certificate_names_lookup')
      .on('certificate_names')
      .columns(['name', 'account_uuid', 'expires_at', 'not_before', 'key_type', 'certificate_uuid'])
      .execute();
  },
};
