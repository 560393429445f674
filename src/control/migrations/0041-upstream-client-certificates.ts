/** Client certificates for upstreams. Their keys are apart from the rest, so that no list ever touches a private key. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const upstreamClientCertificates: Migration = {
  version: 41,
  name: 'client certificates for upstreams',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .alterTable('upstreams')
      .addColumn('tls_client_certificate', types.text, (column) => column.notNull().defaultTo(sql`''`))
      .execute();
    await schema
      .createTable('upstream_client_keys')
      .addColumn('upstream_uuid', types.text, (column) =>
        column.primaryKey().references('upstreams.uuid').onDelete('cascade'),
      )
      .addColumn('sealed_key', types.text, (column) => column.notNull())
      .addColumn('key_id', types.text, (column) => column.notNull())
      .execute();
    await schema
      .createIndex('upstream_client_keys_key_id')
      .on('upstream_client_keys')
      .columns(['key_id', 'upstream_uuid'])
      .execute();
  },
};
