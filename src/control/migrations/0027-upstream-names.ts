/** What an upstream is called in requests, and in TLS handshakes. */
import type { Migration } from './migration.ts';

export const upstreamNames: Migration = {
  version: 27,
  name: 'names of upstreams',
  isCompatible: true,
  async up(schema, types) {
    await schema
      .alterTable('upstreams')
      .addColumn('host_header', types.text, (column) => column.notNull().defaultTo('upstream'))
      .execute();
    await schema
      .alterTable('upstreams')
      .addColumn('tls_server_name', types.text, (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
