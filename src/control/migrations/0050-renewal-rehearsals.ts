/** Says of an automatic certificate when its renewal is rehearsed next, and what the last rehearsal found. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

const dayMs = 86_400_000;

export const renewalRehearsals: Migration = {
  version: 50,
  name: 'renewal rehearsals',
  // Certificates that programs of the version before renew keep the time of their predecessor, at which it is set right.
  isCompatible: true,
  async up(schema, types) {
    await schema.alterTable('automatic_certificates').addColumn('next_rehearsal_at', 'bigint').execute();
    // JSON: state, reason, cause_code, checked_at.
    await schema.alterTable('automatic_certificates').addColumn('rehearsal', types.text).execute();
    await schema
      .createIndex('automatic_certificates_account_next_rehearsal_at')
      .on('automatic_certificates')
      .columns(['account_uuid', 'next_rehearsal_at'])
      .execute();
  },
  async seed(queries) {
    // At the earliest time that any certificate of this lifetime is rehearsed: the first rehearsal knows better.
    await sql`
      update automatic_certificates set next_rehearsal_at =
        expires_at - (expires_at - not_before) * 23 / 60 - ${sql.lit(14 * dayMs)}
      where expires_at is not null and not_before is not null`.execute(queries);
  },
};
