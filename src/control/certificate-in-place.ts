/** Whether a host has a valid certificate, automatic or uploaded, for SQL of what follows from that. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { warnedMs } from '../core/unrenewed-certificate.ts';
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
      or ${isCovered(kind, account, host, now)}))`;
}

/** Whether an uploaded certificate of the account's covers the host. */
function isCovered(
  kind: ControlDatabase['kind'],
  account: RawBuilder<unknown>,
  host: RawBuilder<unknown>,
  now: number,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from certificate_names
    where certificate_names.account_uuid = ${account}
      and certificate_names.name in (${host}, ${wildcardOf(kind, host)})
      and not_before <= ${now} and expires_at > ${now})`;
}

/**
 * The state of a custom domain's certificate, for lists that are filtered by it. Source: docs/reference/domains.md ("Filters"). Its
 * `www.` host counts where an attempt failed.
 */
export function certificateState(kind: ControlDatabase['kind'], now: number): RawBuilder<unknown> {
  const account = sql.ref('custom_domains.account_uuid');
  const host = sql.ref('custom_domains.host');
  const isOwn = (at: number) => isCovered(kind, account, host, at);
  return sql`case
    when exists (
      select 1 from automatic_certificates
      where automatic_certificates.host in (${host}, case when redirect_to_www = 1 then 'www.' || ${host} else ${host} end)
        and automatic_certificates.failures > 0
    ) and not ${isOwn(now)} then 'failing'
    when not ${hasCertificate(kind, account, host, now)} then 'missing'
    when ${isOwn(now)} and not ${isOwn(now + warnedMs)} then 'expiring'
    else 'valid' end`;
}

/** The wildcard that covers a name. */
export function wildcardOf(kind: ControlDatabase['kind'], name: RawBuilder<unknown>): RawBuilder<unknown> {
  const position = kind === 'postgres' ? sql`strpos(${name}, '.')` : sql`instr(${name}, '.')`;
  return sql`'*.' || substr(${name}, ${position} + 1)`;
}
