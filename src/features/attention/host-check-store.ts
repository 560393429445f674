/**
 * Hosts that have a redirect or rules but no custom domain: which are to be checked, and what was found. Source:
 * docs/reference/diagnosis.md ("Reachable").
 *
 * `next_check_at` of `host_states` is the queue. `enlist` puts hosts in; one that has a custom domain, or nothing, when its turn
 * comes leaves it.
 */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ControlDatabase } from '../../control/database.ts';
import { recordReach } from '../../control/host-reach.ts';
import { isOfDomain } from '../../control/host-subjects.ts';
import { type KeyStretch, keyStretches } from '../../control/key-stretches.ts';
import type { Clock } from '../../core/clock.ts';
import type { HostCheckResult, RecordsSeen } from '../../core/host-check.ts';

export type CheckedHost = {
  readonly accountUuid: string;
  readonly host: string;
  /** What its requests are recorded under: its redirect. */
  readonly siteUuid: string | undefined;
  readonly claimedAt: number;
  readonly isProxied: boolean;
  readonly records: RecordsSeen;
};

type TakenRow = {
  readonly host: string;
  readonly next_check_at: number | null;
  readonly redirect_uuid: string | null;
  readonly claimed_at: number | null;
  readonly is_proxied: number;
  readonly ready_at: number | null;
  readonly records_found_at: number | null;
  readonly records_missed: number;
};

/** Put in before the event loop has its turn. */
const enlistedAtOnce = 200;

export class HostCheckStore {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: { readonly database: ControlDatabase; readonly clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Puts those in the queue that aren't there yet. */
  async enlist(): Promise<void> {
    await this.#enlistFrom('redirects', 'source_host');
    await this.#enlistFrom('host_rules', 'host');
  }

  /** The accounts that have hosts due. */
  async accountsDue(now: number): Promise<string[]> {
    const { rows } = await sql<{ uuid: string }>`
      select uuid from accounts where exists (
        select 1 from host_states where account_uuid = accounts.uuid and next_check_at <= ${now})`.execute(
      this.#database.queries,
    );
    return rows.map(({ uuid }) => uuid);
  }

  /** Takes so many of each account's hosts that are due, those waiting longest first, for as long as the lease. */
  takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<CheckedHost[]> {
    const lock = sql.raw(this.#database.kind === 'postgres' ? 'for update skip locked' : '');
    return this.#database.transaction(async (trx) => {
      const taken: CheckedHost[] = [];
      for (const [accountUuid, limit] of shares) {
        const { rows } = await sql<TakenRow>`
          update host_states set next_check_at =
            case when ${isChecked(sql.ref('host_states.account_uuid'), sql.ref('host_states.host'))}
              then cast(${now + leaseMs} as bigint) end
          where account_uuid = ${accountUuid} and host in (
            select host from host_states where account_uuid = ${accountUuid} and next_check_at <= ${now}
            order by next_check_at limit ${limit} ${lock})
          returning host, next_check_at, is_proxied, ready_at, records_found_at, records_missed, (
            select uuid from redirects
            where source_host = host_states.host and redirects.account_uuid = host_states.account_uuid
          ) as redirect_uuid, (
            select claimed_at from host_claims where host_claims.host = host_states.host
          ) as claimed_at`.execute(trx);
        taken.push(
          ...rows
            .filter(({ next_check_at: leasedUntil }) => leasedUntil !== null)
            .map((row) => toChecked(accountUuid, row)),
        );
      }
      return taken;
    });
  }

  /** Stores what a check found. */
  record(
    { accountUuid, host }: CheckedHost,
    { reach, records, nextCheckAt }: HostCheckResult,
  ): Promise<void> {
    const now = this.#clock.now();
    return this.#database.transaction(async (trx) => {
      await recordReach(trx, this.#database.kind, accountUuid, reach, now);
      await sql`
        update host_states set next_check_at = ${nextCheckAt},
          records_found_at = ${records.foundAt}, records_missed = ${records.missed}
        where account_uuid = ${accountUuid} and host = ${host}`.execute(trx);
    });
  }

  async #enlistFrom(table: 'redirects' | 'host_rules', column: string): Promise<void> {
    const [from, key] = [sql.table(table), sql.ref(column)];
    for await (const { after, end } of keyStretches(this.#database.queries, from, key)) {
      for (let next: string | undefined = after; next !== undefined; ) {
        next = await this.#enlistSome(from, key, { after: next, end });
        if (next !== undefined) await setImmediate();
      }
    }
  }

  /** Answers the last host that was put in, if there may be more in the stretch. */
  async #enlistSome(
    table: RawBuilder<unknown>,
    column: RawBuilder<unknown>,
    { after, end }: KeyStretch,
  ): Promise<string | undefined> {
    const [account, host] = [sql.ref('used.account_uuid'), sql.ref('used.host')];
    // Mostly there is none: then no transaction is begun, which on SQLite would be a writer's.
    const { rows } = await sql<{ account_uuid: string; host: string }>`
      select ${account} as account_uuid, ${host} as host
      from (
        select account_uuid, ${column} as host from ${table} where ${column} > ${after} and ${column} <= ${end}
      ) as used
      where not exists (
          select 1 from host_states
          where host_states.account_uuid = ${account} and host_states.host = ${host} and next_check_at is not null)
        and ${isChecked(account, host)}
      order by 2 limit ${enlistedAtOnce}`.execute(this.#database.queries);
    if (rows.length === 0) return undefined;
    const now = this.#clock.now();
    const values = rows.map((row) => sql`(${row.account_uuid}, ${row.host}, ${now})`);
    await this.#database.transaction((trx) =>
      sql`
        insert into host_states (account_uuid, host, next_check_at) values ${sql.join(values)}
        on conflict (account_uuid, host) do update set next_check_at = excluded.next_check_at
        where host_states.next_check_at is null`.execute(trx),
    );
    return rows.length < enlistedAtOnce ? undefined : rows.at(-1)?.host;
  }
}

/** One that was ready before its records were looked at had them. */
function toChecked(accountUuid: string, row: TakenRow): CheckedHost {
  return {
    accountUuid,
    host: row.host,
    siteUuid: row.redirect_uuid ?? undefined,
    claimedAt: row.claimed_at ?? 0,
    isProxied: row.is_proxied === 1,
    records: { foundAt: row.records_found_at ?? row.ready_at, missed: row.records_missed },
  };
}

/** Whether the host is the account's and has a redirect or rules, but no check of a custom domain looks at it. */
function isChecked(account: RawBuilder<unknown>, host: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    exists (select 1 from host_claims where host_claims.host = ${host} and host_claims.account_uuid = ${account})
    and (exists (select 1 from redirects where redirects.source_host = ${host} and redirects.account_uuid = ${account})
      or exists (select 1 from host_rules where host_rules.host = ${host} and host_rules.account_uuid = ${account}))
    and not ${isOfDomain(account, host)})`;
}
