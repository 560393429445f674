/** Which certificate authority an order was made at, and which one has issued a certificate. */
import type { Migration } from './migration.ts';

export const severalAuthorities: Migration = {
  version: 26,
  name: 'several certificate authorities',
  // What a program of the version before writes counts for each authority.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .alterTable('acme_orders')
      .addColumn('directory_url', types.text, (column) => column.notNull().defaultTo(''))
      .execute();
    await schema.alterTable('automatic_certificates').addColumn('directory_url', types.text).execute();
  },
};
