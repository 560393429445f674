/** Challenges that are answered through DNS, and the custom domains that are validated that way. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const dnsChallenges: Migration = {
  version: 22,
  name: 'challenges through DNS',
  // A program of the version before orders for such a domain by HTTP, which fails at worst.
  isCompatible: true,
  async up(schema, types) {
    // SQLite can't change a column's check, so the columns are replaced. All domains are http01 until now, and a challenge by
    // TLS that is under way at this moment is tried again.
    await schema
      .alterTable('acme_challenges')
      .addColumn('new_method', types.text, (column) =>
        column.notNull().defaultTo('http-01').check(sql`new_method in ('http-01', 'tls-alpn-01', 'dns-01')`),
      )
      .execute();
    await schema.alterTable('acme_challenges').dropColumn('method').execute();
    await schema.alterTable('acme_challenges').renameColumn('new_method', 'method').execute();
    await schema.alterTable('acme_challenges').addColumn('dns_label', types.text).execute();
    await schema
      .alterTable('custom_domains')
      .addColumn('new_challenge_type', types.text, (column) =>
        column.notNull().defaultTo('http01').check(sql`new_challenge_type in ('http01', 'dns01')`),
      )
      .execute();
    await schema.alterTable('custom_domains').dropColumn('challenge_type').execute();
    await schema.alterTable('custom_domains').renameColumn('new_challenge_type', 'challenge_type').execute();
  },
};
