/**
 * The custom domains that an account had in a month, with what they used once the month is closed. Source:
 * docs/reference/usage.md.
 */

import { type RawBuilder, sql } from 'kysely';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { domainsOfSet } from '../../control/domains-of-set.ts';
import { afterCursor, positionOf, readPageRows, type Sort } from '../../control/page-query.ts';
import { monthEnd, monthStart } from '../../core/month.ts';
import { type PageRange, turnPage } from '../../core/page.ts';
import { minuteMs } from '../../core/time.ts';
import { isEveryDomain, type TokenDomains } from '../../core/token-domains.ts';
import type { Usage } from '../../core/usage.ts';

export type MeteredDomain = {
  readonly uuid: string;
  readonly host: string;
  readonly externalId: string;
  /** Null until the month is closed. */
  readonly usage: Usage | null;
};

export type UsageFilters = {
  readonly accountUuid: string;
  readonly month: string;
  readonly externalId?: string | undefined;
  readonly host?: string | undefined;
  readonly customDomainUuid?: string | undefined;
  /** Only these, as far as they exist; null of all that there were. */
  readonly within?: TokenDomains | null;
};
export const usageSortFields = ['host', 'external_id'] as const;

type SourceRow = {
  uuid: string | null;
  host: string;
  external_id: string;
  requests: number | null;
  bytes_in: number;
  bytes_out: number;
  visitors: number;
  total: number;
};

/** Requests that were under way while a domain was deleted may have begun after `deleted_at`, in the next month. */
export const lingerMs: number = minuteMs;

export class UsageLists {
  readonly #database: ControlDatabase;

  constructor({ database }: Pick<StoreParts, 'database'>) {
    this.#database = database;
  }

  /** One page, and the count of all that match, as of one moment. */
  async list(
    filters: UsageFilters,
    query: PageRange & { readonly sort: Sort<(typeof usageSortFields)[number]> },
  ): Promise<{ domains: MeteredDomain[]; count: number }> {
    const { sort, limit, offset } = query;
    const [field, direction] = [sql.ref(sort.field), sql.raw(sort.direction)];
    const after = afterCursor(query, field, sql.ref('uuid'), sort.direction);
    const statement: RawBuilder<SourceRow> = sql`
      with source as (${matching(filters)}),
      page as (
        select * from source where true ${after} order by ${field} ${direction}, uuid ${direction} limit ${limit} offset ${offset}
      )
      select page.*, counted.total
      from (select count(*) as total from source) as counted left join page on true
      order by page.${field} ${direction}, page.uuid ${direction}`;
    const { rows, count } = await readPageRows(this.#database.queries, query, statement, (row) =>
      positionOf(row[sort.field], row.uuid),
    );
    return { domains: rows.flatMap(toDomains), count };
  }

  /** All of them, in order of host. */
  async all(filters: UsageFilters): Promise<MeteredDomain[]> {
    const { rows } = await sql<SourceRow>`select * from (${matching(filters)}) as source
      order by host, uuid`.execute(this.#database.queries);
    return rows.flatMap(toDomains);
  }

  /** The domains of a page of external ids, in order of these, and how many external ids there are. */
  async listByExternalId(
    filters: UsageFilters,
    range: PageRange,
  ): Promise<{ domains: MeteredDomain[]; count: number }> {
    const id = sql.ref('external_id');
    const { rows } = await sql<SourceRow>`
      with source as (${matching(filters)}),
      page as (
        select distinct external_id from source where true ${afterCursor(range, id, id, 'asc')}
        order by external_id limit ${range.limit} offset ${range.offset}
      ),
      listed as (select * from source where external_id in (select external_id from page))
      select listed.*, counted.total
      from (select count(distinct external_id) as total from source) as counted left join listed on true
      order by listed.external_id, listed.host, listed.uuid`.execute(this.#database.queries);
    const domains = rows.flatMap(toDomains);
    const ids = [...new Set(domains.map(({ externalId }) => externalId))];
    const shown = new Set(turnPage(range, ids, (each) => [each, each]));
    return { domains: domains.filter(({ externalId }) => shown.has(externalId)), count: rows[0]?.total ?? 0 };
  }
}

/** There are records of closed months only; their domains are as they were then. */
function matching(filters: UsageFilters): RawBuilder<unknown> {
  const { accountUuid, month } = filters;
  const isClosed = sql`exists (
    select 1 from usage_months
    where account_uuid = ${accountUuid} and month = ${month} and closed_at is not null)`;
  const [start, end] = [monthStart(month), monthEnd(month)];
  const wanted = Object.entries({
    external_id: filters.externalId,
    host: filters.host,
    uuid: filters.customDomainUuid,
  }).flatMap(([column, value]) => (value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]));
  const { within } = filters;
  if (within && !isEveryDomain(within)) wanted.push(sql`uuid in (${domainsOfSet(accountUuid, within)})`);
  return sql`select * from (
      select custom_domain_uuid as uuid, host, external_id, requests, bytes_in, bytes_out, visitors
      from usage_records where account_uuid = ${accountUuid} and month = ${month}
      union all
      select uuid, host, external_id, null, null, null, null from custom_domains
      where account_uuid = ${accountUuid} and created_at < ${end} and not ${isClosed}
      union all
      select uuid, host, external_id, null, null, null, null from deleted_custom_domains
      where account_uuid = ${accountUuid} and created_at < ${end} and deleted_at >= ${start - lingerMs}
        and not ${isClosed}
    ) as metered where ${sql.join([sql`1 = 1`, ...wanted], sql` and `)}`;
}

function toDomains(row: SourceRow): MeteredDomain[] {
  if (row.uuid === null) return [];
  const {
    uuid,
    host,
    external_id: externalId,
    requests,
    bytes_in: bytesIn,
    bytes_out: bytesOut,
    visitors,
  } = row;
  const usage = requests === null ? null : { requests, bytesIn, bytesOut, visitors };
  return [{ uuid, host, externalId, usage }];
}
