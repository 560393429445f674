/**
 * What the findings about a host are about: the custom domain with it, else the one that redirects to it, else its redirect, else the
 * host itself. Source: docs/reference/findings.md ("Findings").
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Subject, SubjectType } from '../core/finding.ts';
import type { ControlQueries } from './database.ts';
import { hostsOfDomain } from './host-claims.ts';

type Column = RawBuilder<unknown>;

/** Whether a custom domain of the account has the host, or redirects to it. */
export function isOfDomain(account: Column, host: Column): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from custom_domains
    where custom_domains.account_uuid = ${account} and custom_domains.host in (${host}, substr(${host}, 5))
      and (custom_domains.host = ${host} or (substr(${host}, 1, 4) = 'www.' and redirect_to_www = 1)))`;
}

export type SubjectColumns = {
  readonly subject_type: SubjectType;
  readonly subject_uuid: string | null;
  readonly subject_host: string;
};

/** The columns of a query with {@link subjectJoins}. */
export function subjectColumns(host: Column): RawBuilder<unknown> {
  return sql`
    case when coalesce(own_domain.uuid, www_domain.uuid) is not null then 'custom_domain'
      when own_redirect.uuid is not null then 'redirect' else 'host' end as subject_type,
    coalesce(own_domain.uuid, www_domain.uuid, own_redirect.uuid) as subject_uuid,
    coalesce(own_domain.host, www_domain.host, ${host}) as subject_host`;
}

export function subjectJoins(account: Column, host: Column): RawBuilder<unknown> {
  return sql`
    left join custom_domains as own_domain on own_domain.account_uuid = ${account} and own_domain.host = ${host}
    left join custom_domains as www_domain on www_domain.account_uuid = ${account}
      and substr(${host}, 1, 4) = 'www.' and www_domain.host = substr(${host}, 5) and www_domain.redirect_to_www = 1
    left join redirects as own_redirect
      on own_redirect.account_uuid = ${account} and own_redirect.source_host = ${host}`;
}

export function toSubject(row: SubjectColumns): Subject {
  return { type: row.subject_type, uuid: row.subject_uuid, host: row.subject_host };
}

/** Of one host, with all hosts that the subject has: a domain has two with `www.`. */
export async function findSubject(
  queries: ControlQueries,
  accountUuid: string,
  host: string,
): Promise<{ readonly subject: Subject; readonly hosts: readonly string[] }> {
  const [account, name] = [sql`cast(${accountUuid} as text)`, sql`cast(${host} as text)`];
  const { rows } = await sql<SubjectColumns & { readonly has_www: number | null }>`
    select ${subjectColumns(name)}, coalesce(own_domain.redirect_to_www, www_domain.redirect_to_www) as has_www
    from (select 1 as one) as one ${subjectJoins(account, name)}`.execute(queries);
  const [row = { subject_type: 'host', subject_uuid: null, subject_host: host, has_www: null } as const] =
    rows;
  const subject = toSubject(row);
  return { subject, hosts: hostsOfDomain({ host: row.subject_host, redirectToWww: row.has_www === 1 }) };
}
