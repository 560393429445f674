/** What requests are recorded under: custom domains, redirects and lists of rules. */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { ControlDatabase } from '../../control/database.ts';
import { inParts } from '../../control/host-parts.ts';
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
type SubjectRow = {
  uuid: string;
  account_uuid: string;
  host: string;
  type: TrafficSubject['type'];
  time_zone: string;
  upstream_uuid: string | null;
  upstream_host: string | null;
};

const zone = sql.raw(`'${defaultTimeZone}' as time_zone`);
const sources: readonly RawBuilder<unknown>[] = [
  sql`select uuid, account_uuid, host, 'custom_domain' as type, time_zone, upstream_uuid from custom_domains`,
  sql`select uuid, account_uuid, source_host as host, 'redirect' as type, ${zone}, null as upstream_uuid from redirects`,
  sql`select uuid, account_uuid, host, 'host' as type, ${zone}, null as upstream_uuid from host_rules`,
];

/** Those of one account. */
export async function subjectsOfAccount(
  { database }: Opened,
  accountUuid: string,
): Promise<TrafficSubject[]> {
  const pages = sources.map((source) => read(database, sql`${source} where account_uuid = ${accountUuid}`));
  return (await Promise.all(pages)).flat();
}

/** Those of these uuids that there are. */
export async function subjectsByUuid(
  { database }: Opened,
  uuids: readonly string[],
): Promise<Map<string, TrafficSubject>> {
  const found = new Map<string, TrafficSubject>();
  for (const part of inParts(uuids)) {
    const pages = sources.map((source) => read(database, sql`${source} where uuid in (${sql.join(part)})`));
    for (const subject of (await Promise.all(pages)).flat()) found.set(subject.uuid, subject);
    await setImmediate();
  }
  return found;
}

async function read(database: ControlDatabase, own: RawBuilder<unknown>): Promise<TrafficSubject[]> {
  const { rows } = await sql<SubjectRow>`
    select own.*, upstreams.host as upstream_host
    from (${own}) as own left join upstreams on upstreams.uuid = own.upstream_uuid
    order by own.uuid`.execute(database.queries);
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
