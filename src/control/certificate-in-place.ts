/** Whether a host has a valid certificate, automatic or uploaded, for SQL of what follows from that. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ControlDatabase } from './database.ts';

/** Whether the host is the account's, and a certificate of the account's covers it. */
export function hasCertificate(
  kind: ControlDatabase['kind'],
  account: RawBuilder<unknown>,
  host: RawBuilder<unknown>,
  now: number,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    (select account_uuid from host_claims where host_claims.host = ${host}) = ${account}
    and (exists (
        select 1 from automatic_certificates
        where automatic_certificates.host in (${host}, ${wildcardOf(kind, host)})
          and not_before <= ${now} and expires_at > ${now}
          and (select account_uuid from host_claims where host_claims.host = automatic_certificates.host)
            = ${account})
      or exists (
        select 1 from certificate_names
        where certificate_names.account_uuid = ${account}
          and certificate_names.name in (${host}, ${wildcardOf(kind, host)})
          and not_before <= ${now} and expires_at > ${now})))`;
}

/** The wildcard that covers a name. */
export function wildcardOf(kind: ControlDatabase['kind'], name: RawBuilder<unknown>): RawBuilder<unknown> {
  const position = kind === 'postgres' ? sql`strpos(${name}, '.')` : sql`instr(${name}, '.')`;
  return sql`'*.' || substr(${name}, ${position} + 1)`;
}
