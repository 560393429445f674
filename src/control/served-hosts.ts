/** Who serves a host: its custom domain, the domain that redirects to it as `www.`, or its redirect. Source: contract section 3 part 6. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a custom domain or a redirect has the host that the expression names. */
export function isServed(host: Expression<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    exists (select 1 from custom_domains where custom_domains.host = ${host})
    or exists (select 1 from redirects where redirects.source_host = ${host})
    or exists (
      select 1 from custom_domains
      where substr(${host}, 1, 4) = 'www.' and custom_domains.host = substr(${host}, 5)
        and custom_domains.redirect_to_www = 1))`;
}

/** The accounts of those who serve a host, the one that comes first at the edge first. */
export function selectOwners(host: string): RawBuilder<{ account_uuid: string }> {
  const bare = host.startsWith('www.') ? host.slice('www.'.length) : '';
  return sql`
    select account_uuid from (
      select account_uuid, 1 as place from custom_domains where host = ${host}
      union all select account_uuid, 2 from custom_domains where host = ${bare} and redirect_to_www = 1
      union all select account_uuid, 3 from redirects where source_host = ${host}
    ) as owners order by place`;
}
