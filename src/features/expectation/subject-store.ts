/** What requests are recorded under: custom domains, redirects and lists of rules. */
import { type RawBuilder, sql } from 'kysely';
import type { ControlDatabase } from '../../control/database.ts';
import { defaultTimeZone } from '../../core/time-zone.ts';

export type TrafficSubject = {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly host: string;
  readonly type: 'custom_domain' | 'redirect' | 'host';
  /** IANA name; UTC where there is none to set. */
  readonly timeZone: string;
  /** Of a custom domain. */
  readonly upstreamUuid: string | null;
  readonly upstreamHost: string | null;
};

type Opened = { readonly database: ControlDatabase };

/** Those of one account, or of all. */
export async function trafficSubjects({ database }: Opened, accountUuid?: string): Promise<TrafficSubject[]> {
  const owned = accountUuid === undefined ? sql`` : sql`where account_uuid = ${accountUuid}`;
  const zone = sql.raw(`'${defaultTimeZone}' as time_zone`);
  const statement: RawBuilder<{
    uuid: string;
    account_uuid: string;
    host: string;
    type: TrafficSubject['type'];
    time_zone: string;
    upstream_uuid: string | null;
    upstream_host: string | null;
  }> = sql`
    select own.*, upstreams.host as upstream_host from (
      select uuid, account_uuid, host, 'custom_domain' as type, time_zone, upstream_uuid from custom_domains ${owned}
      union all
      select uuid, account_uuid, source_host, 'redirect', ${zone}, null from redirects ${owned}
      union all
      select uuid, account_uuid, host, 'host', ${zone}, null from host_rules ${owned}
    ) as own left join upstreams on upstreams.uuid = own.upstream_uuid`;
  const { rows } = await statement.execute(database.queries);
  return rows.map((row) => ({
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    host: row.host,
    type: row.type,
    timeZone: row.time_zone,
    upstreamUuid: row.upstream_uuid,
    upstreamHost: row.upstream_host,
  }));
}
