/** Says of a host that a certificate is ordered for whose it is, so that accounts take turns. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const certificateAccounts: Migration = {
  version: 46,
  name: 'certificate accounts',
  // Hosts that programs of the version before add have none, and are ordered for all the same.
  isCompatible: true,
  async up(schema, types) {
    await schema.alterTable('automatic_certificates').addColumn('account_uuid', types.text).execute();
    await schema
      .createIndex('automatic_certificates_account_next_attempt_at')
      .on('automatic_certificates')
      .columns(['account_uuid', 'next_attempt_at'])
      .execute();
  },
  async seed(queries) {
    await sql`
      update automatic_certificates set account_uuid =
        (select account_uuid from host_claims where host_claims.host = automatic_certificates.host)`.execute(
      queries,
    );
  },
};
