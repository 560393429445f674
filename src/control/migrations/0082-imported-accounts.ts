/** Whose account with the authority has ordered an automatic certificate, where that is not this installation's own. */
import type { Migration } from './migration.ts';

export const importedAccounts: Migration = {
  version: 82,
  name: 'imported accounts',
  // A program of the version before renews with its own account.
  isCompatible: true,
  async up(schema, types) {
    await schema.alterTable('automatic_certificates').addColumn('acme_account_id', types.text).execute();
  },
};
