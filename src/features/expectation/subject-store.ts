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
};

type Opened = { readonly database: ControlDatabase };

/** Those of one account, or of all. */
export async function trafficSubjects({ database }: Opened, accountUuid?: string): Promise<TrafficSubject[]> {
  const owned = accountUuid === undefined ? sql`` : sql`where account_uuid = ${accountUuid}`;
  const statement: RawBuilder<{
    uuid: string;
    account_uuid: string;
    host: string;
    type: TrafficSubject['type'];
    time_zone: string;
  }> = sql`
    select uuid, account_uuid, host, 'custom_domain' as type, time_zone from custom_domains ${owned}
    union all
    select uuid, account_uuid, source_host, 'redirect', '${sql.raw(defaultTimeZone)}' from redirects ${owned}
    union all
    select uuid, account_uuid, host, 'host', '${sql.raw(defaultTimeZone)}' from host_rules ${owned}`;
  const { rows } = await statement.execute(database.queries);
  return rows.map(({ uuid, account_uuid, host, type, time_zone }) => ({
    uuid,
    accountUuid: account_uuid,
    host,
    type,
    timeZone: time_zone,
  }));
}
