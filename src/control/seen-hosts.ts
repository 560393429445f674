/**
 * Which claimed hosts have been seen to lead here: a DNS check found their records or a proof, or a request was answered. The others
 * count as unproven when they are old. Source: docs/reference/limits.md ("Unproven hosts").
 */
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { ControlDatabase, ControlQueries } from './database.ts';
import { inParts } from './host-parts.ts';

export type UnseenHost = {
  readonly accountUuid: string;
  readonly host: string;
  readonly claimedAt: number;
  /** Of the redirect, rules and custom domain that requests for the host are recorded under. */
  readonly uuids: readonly string[];
};

type Row = {
  readonly account_uuid: string;
  readonly host: string;
  readonly claimed_at: number;
  readonly redirect_uuid: string | null;
  readonly rules_uuid: string | null;
  readonly own_uuid: string | null;
  readonly bare_uuid: string | null;
};

/** Notes that hosts of an account were seen, unless it has been noted before. */
export async function noteSeen(
  queries: ControlQueries,
  accountUuid: string,
  hosts: readonly string[],
  now: number,
): Promise<void> {
  for (const part of inParts(hosts))
    await queries
      .updateTable('host_claims')
      .set({ seen_at: now })
      .where('host', 'in', part)
      .where('account_uuid', '=', accountUuid)
      .where('seen_at', 'is', null)
      .execute();
}

export class SeenHosts {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor(database: ControlDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** So many claims behind `after` of hosts that were never seen. */
  async listUnseen(
    after: Pick<UnseenHost, 'accountUuid' | 'host'> | undefined,
    limit: number,
  ): Promise<UnseenHost[]> {
    const { accountUuid = '', host = '' } = after ?? {};
    const { rows } = await sql<Row>`
      select page.account_uuid, page.host, page.claimed_at, redirects.uuid as redirect_uuid,
        host_rules.uuid as rules_uuid, own.uuid as own_uuid, bare.uuid as bare_uuid
      from (
        select account_uuid, host, claimed_at from host_claims
        where seen_at is null and claimed_at is not null and (account_uuid, host) > (${accountUuid}, ${host})
        order by account_uuid, host limit ${limit}
      ) as page
      left join redirects on redirects.source_host = page.host and redirects.account_uuid = page.account_uuid
      left join host_rules on host_rules.host = page.host and host_rules.account_uuid = page.account_uuid
      left join custom_domains as own on own.host = page.host and own.account_uuid = page.account_uuid
      left join custom_domains as bare on substr(page.host, 1, 4) = 'www.' and bare.host = substr(page.host, 5)
        and bare.redirect_to_www = 1 and bare.account_uuid = page.account_uuid
      order by page.account_uuid, page.host`.execute(this.#database.queries);
    return rows.map((row) => ({
      accountUuid: row.account_uuid,
      host: row.host,
      claimedAt: row.claimed_at,
      uuids: [row.redirect_uuid, row.rules_uuid, row.own_uuid, row.bare_uuid].flatMap((uuid) => uuid ?? []),
    }));
  }

  async note(accountUuid: string, hosts: readonly string[]): Promise<void> {
    const now = this.#clock.now();
    await this.#database.transaction((trx) => noteSeen(trx, accountUuid, hosts, now));
  }

  /** Gives claims that an older program made a time: now. */
  async date(): Promise<void> {
    await this.#database.queries
      .updateTable('host_claims')
      .set({ claimed_at: this.#clock.now() })
      .where('seen_at', 'is', null)
      .where('claimed_at', 'is', null)
      .execute();
  }
}
