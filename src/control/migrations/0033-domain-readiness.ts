/** Whether visitors of a custom domain may be led here, and since when. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const domainReadiness: Migration = {
  version: 33,
  name: 'readiness of domains',
  // What a program of the version before changes is seen by the next check.
  isCompatible: true,
  async up(schema) {
    const flag = (name: string) =>
      schema
        .alterTable('custom_domains')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    await flag('challenges_delegated');
    await flag('ready');
    await schema.alterTable('custom_domains').addColumn('ready_at', 'bigint').execute();
  },
  /** Domains that have what it takes, so that they don't become ready only now. Others follow with their next check. */
  async seed(queries) {
    const hasCertificate = sql`exists (
      select 1 from automatic_certificates
      where automatic_certificates.host = custom_domains.host and expires_at > last_dns_check_at)`;
    await sql`update custom_domains set challenges_delegated = 1
      where challenge_type = 'dns01' and ${hasCertificate}`.execute(queries);
    await sql`update custom_domains set ready = 1, ready_at = last_dns_check_at
      where redirect_to_www = 0 and (challenge_type = 'dns01' or status = 'dns_records_found') and ${hasCertificate}
        and account_uuid = (select account_uuid from host_claims where host_claims.host = custom_domains.host)`.execute(
      queries,
    );
  },
};
