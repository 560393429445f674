/**
 * TLS with visitors of custom domains: the lowest version, and authorities of client certificates. The digest stands before the long
 * text, as routes are read with it alone.
 */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const visitorsTls: Migration = {
  version: 79,
  name: 'TLS with visitors',
  // Machines with an older program do neither: docs/reference/tls.md says so.
  isCompatible: true,
  async up(schema, types) {
    await schema.alterTable('custom_domains').addColumn('tls_min_version', types.text).execute();
    for (const name of ['tls_client_ca_digest', 'tls_client_ca'])
      await schema
        .alterTable('custom_domains')
        .addColumn(name, types.text, (column) => column.notNull().defaultTo(sql`''`))
        .execute();
  },
};
