/**
 * The hosts of an account, each with what the account has on it. Source: docs/reference/hosts.md.
 *
 * They are the account's claims, so that no table has to be merged with another: an index has them in order, and what is
 * on them is looked up for the hosts of one page only.
 */

import { type RawBuilder, sql } from 'kysely';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { afterCursor, positionOf, readPageRows, type Sort } from '../../control/page-query.ts';
import { contains } from '../../control/page-search.ts';
import { judgedHosts } from '../../control/verdicts.ts';
import type { Clock } from '../../core/clock.ts';
import type { reachableStates, VerdictState } from '../../core/finding.ts';
import type { PageRange } from '../../core/page.ts';
import type { JudgedHost } from '../attention/verdict.ts';

export type AccountHost = {
  readonly host: string;
  /** Of the custom domain on the host, or of the one that redirects to it as its `www.` host. */
  readonly customDomainUuid: string | null;
  readonly redirectUuid: string | null;
  readonly rules: number;
  /** The newest of theirs. */
  readonly updatedAt: number;
  readonly judged: JudgedHost;
};

export type HostQuery = {
  readonly accountUuid: string;
  readonly host?: string | undefined;
  readonly hasRules?: boolean | undefined;
  readonly verdict?: VerdictState | undefined;
  readonly reachable?: (typeof reachableStates)[number] | undefined;
  /** Part of the host, in whatever case. */
  readonly search?: string | undefined;
  readonly sort: Sort<'host' | 'verdict'>;
} & PageRange;

type HostRow = {
  readonly host: string | null;
  readonly total: number;
  readonly verdict_order: number;
  readonly custom_domain_uuid: string | null;
  readonly redirect_uuid: string | null;
  readonly rule_count: number | null;
  readonly redirect_updated_at: number | null;
  readonly domain_updated_at: number | null;
  readonly rules_updated_at: number | null;
  readonly domain_host: string | null;
  readonly ready_at: number | null;
  readonly checked_at: number | null;
};

export class Hosts {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: Pick<StoreParts, 'database' | 'clock'>) {
    this.#database = database;
    this.#clock = clock;
  }

  /** One page, and the count of all that match, as of one moment. */
  async list(query: HostQuery): Promise<{ hosts: AccountHost[]; count: number }> {
    const { accountUuid, limit, offset, sort, verdict, reachable } = query;
    const { kind } = this.#database;
    const isJudged = sort.field === 'verdict' || verdict !== undefined || reachable !== undefined;
    const source = isJudged
      ? sql`select host, verdict_order from ${judgedHosts({ accountUuid, now: this.#clock.now() })}`
      : sql`select host, 0 as verdict_order from host_claims`;
    const matches = sql.join(conditionsOf(kind, query), sql` and `);
    // What was searched for, or judged, is scanned once; without either, the page and the count each have their index.
    const found = sql.raw(query.search === undefined && !isJudged ? 'not materialized' : 'materialized');
    const direction = sql.raw(sort.direction);
    const key = sort.field === 'verdict' ? 'verdict_order' : 'host';
    const orderOf = (table: string) =>
      sql.join(
        [...new Set([key, 'host'])].map((column) => sql`${sql.ref(`${table}.${column}`)} ${direction}`),
      );
    const after = afterCursor(query, sql.ref(key), sql.ref('host'), sort.direction);
    const statement: RawBuilder<HostRow> = sql`
      with found as ${found} (${source} where ${matches}),
      page as (select host, verdict_order from found where true ${after} order by ${orderOf('found')} limit ${limit} offset ${offset})
      select page.host, page.verdict_order, counted.total, coalesce(own.uuid, bare.uuid) as custom_domain_uuid,
        redirects.uuid as redirect_uuid, host_rules.rule_count, redirects.updated_at as redirect_updated_at,
        coalesce(own.updated_at, bare.updated_at) as domain_updated_at, host_rules.updated_at as rules_updated_at,
        coalesce(own.host, bare.host) as domain_host, coalesce(own.ready_at, bare.ready_at) as ready_at,
        coalesce(own.last_dns_check_at, bare.last_dns_check_at) as checked_at
      from (select count(*) as total from found) as counted
      left join page on true
      left join redirects on redirects.source_host = page.host and redirects.account_uuid = ${accountUuid}
      left join custom_domains as own on own.host = page.host and own.account_uuid = ${accountUuid}
      left join custom_domains as bare on substr(page.host, 1, 4) = 'www.' and bare.host = substr(page.host, 5)
        and bare.redirect_to_www = 1 and bare.account_uuid = ${accountUuid}
      left join host_rules on host_rules.host = page.host and host_rules.account_uuid = ${accountUuid}
      order by ${orderOf('page')}`;
    const { rows, count } = await readPageRows(this.#database.queries, query, statement, (row) =>
      positionOf(row[key], row.host),
    );
    return { hosts: rows.flatMap(toHost), count };
  }
}

function conditionsOf(
  kind: ControlDatabase['kind'],
  { accountUuid, host, hasRules, verdict, reachable, search }: HostQuery,
): RawBuilder<unknown>[] {
  const conditions = [sql`account_uuid = ${accountUuid}`];
  if (host !== undefined) conditions.push(sql`host = ${host}`);
  if (hasRules !== undefined) {
    const isIn = sql.raw(hasRules ? 'in' : 'not in');
    conditions.push(sql`host ${isIn} (select host from host_rules where account_uuid = ${accountUuid})`);
  }
  if (verdict !== undefined) conditions.push(sql`verdict = ${verdict}`);
  if (reachable !== undefined) conditions.push(sql`reachable = ${reachable}`);
  if (search !== undefined) conditions.push(contains(kind, { text: search, columns: ['host'] }));
  return conditions;
}

function toHost(row: HostRow): AccountHost[] {
  // The count alone, of an empty page.
  if (row.host === null) return [];
  return [
    {
      host: row.host,
      customDomainUuid: row.custom_domain_uuid,
      redirectUuid: row.redirect_uuid,
      rules: row.rule_count ?? 0,
      updatedAt: Math.max(
        row.redirect_updated_at ?? 0,
        row.domain_updated_at ?? 0,
        row.rules_updated_at ?? 0,
      ),
      judged:
        row.domain_host === null
          ? { host: row.host }
          : {
              host: row.host,
              domainHost: row.domain_host,
              times: { readyAt: row.ready_at, checkedAt: row.checked_at },
            },
    },
  ];
}
