/** Certificates to trust for an upstream. The digest stands before the long texts, as routes are read with it alone. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const upstreamTls: Migration = {
  version: 39,
  name: 'certificates to trust for upstreams',
  isCompatible: true,
  async up(schema, types) {
    for (const name of ['tls_digest', 'tls_ca'])
      await schema
        .alterTable('upstreams')
        .addColumn(name, types.text, (column) => column.notNull().defaultTo(sql`''`))
        .execute();
  },
};
