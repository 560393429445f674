/**
 * The months of accounts, whose usage is closed once.
 *
 * States of a month: open → leased (a node computes the figures; open again when the lease expires) → closed, for good.
 * Source: docs/reference/usage.md ("Closing").
 */

import type { Generated } from 'kysely';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction, StoreParts } from '../../control/database.ts';
import { takingTurns } from '../../control/row-lock.ts';
import { recordEvent } from '../../control/webhook-events.ts';
import type { Clock } from '../../core/clock.ts';
import { monthOf, monthStart, monthsBetween } from '../../core/month.ts';
import { sumUsage, type Usage } from '../../core/usage.ts';
import { lingerMs, type MeteredDomain } from './usage-lists.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    usage_months: UsageMonthRow;
    usage_records: UsageRecordRow;
  }
}

/** A month of an account whose usage is closed, or is to be. */
interface UsageMonthRow {
  account_uuid: Constant<string>;
  /** `YYYY-MM` */
  month: Constant<string>;
  closed_at: number | null;
  /** Until then a node is closing it. */
  leased_until: Generated<number>;
}

/** What a custom domain used in a closed month. */
interface UsageRecordRow {
  account_uuid: Constant<string>;
  month: Constant<string>;
  custom_domain_uuid: Constant<string>;
  host: Constant<string>;
  external_id: Constant<string>;
  requests: Constant<number>;
  bytes_in: Constant<number>;
  bytes_out: Constant<number>;
  visitors: Constant<number>;
}

export type UsageMonth = { readonly accountUuid: string; readonly month: string };
export type UsageRecord = Omit<MeteredDomain, 'usage'> & { readonly usage: Usage };

/** Each has nine parameters; both engines allow at least 32,766. */
const rowsPerInsert = 1_000;

export class UsageMonths {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Begins the months since the last one that an account has, up to now. An account's first is the one in which it was
   * created or, of older accounts, the one in which this store was first used by a program that closes months.
   */
  async begin(): Promise<void> {
    const current = monthOf(this.#clock.now());
    const { queries } = this.#database;
    const accounts = await queries
      .selectFrom('accounts')
      .select((eb) => [
        'uuid',
        'created_at',
        eb
          .selectFrom('usage_months')
          .select(({ fn }) => fn.max('month').as('month'))
          .whereRef('account_uuid', '=', 'accounts.uuid')
          .as('last'),
      ])
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('usage_months')
              .select('month')
              .whereRef('account_uuid', '=', 'accounts.uuid')
              .where('month', '=', current),
          ),
        ),
      )
      .execute();
    if (accounts.length === 0) return;
    const { first } = await queries
      .selectFrom('usage_months')
      .select(({ fn }) => fn.min('month').as('first'))
      .executeTakeFirstOrThrow();
    const rows = accounts.flatMap(({ uuid, created_at, last }) => {
      const since = last ?? later(monthOf(created_at), first ?? current);
      return monthsBetween(since, current).map((month) => ({ account_uuid: uuid, month, closed_at: null }));
    });
    await this.#database.transaction(async (trx) => {
      for (let start = 0; start < rows.length; start += rowsPerInsert)
        await trx
          .insertInto('usage_months')
          .values(rows.slice(start, start + rowsPerInsert))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    });
  }

  /**
   * Takes up to `limit` open months from `first` on that ended at least `graceMs` ago, oldest first, so that no other node
   * takes them for `leaseMs`.
   */
  async takeDue(
    limit: number,
    {
      first,
      graceMs,
      leaseMs,
    }: { readonly first: string; readonly graceMs: number; readonly leaseMs: number },
  ): Promise<UsageMonth[]> {
    const now = this.#clock.now();
    const { queries, kind } = this.#database;
    const due = (among: ControlTransaction | typeof queries, count: number) =>
      among
        .selectFrom('usage_months')
        .select(['account_uuid', 'month'])
        .where('closed_at', 'is', null)
        .where('month', '>=', first)
        .where('month', '<', monthOf(now - graceMs))
        .where('leased_until', '<=', now)
        .orderBy('month')
        .orderBy('account_uuid')
        .limit(count);
    // Mostly there are none: then no transaction is begun, which on SQLite would be a writer's.
    if ((await due(queries, 1).execute()).length === 0) return [];
    return this.#database.transaction(async (trx) => {
      const query = due(trx, limit);
      const rows = await (kind === 'postgres' ? query.forUpdate().skipLocked() : query).execute();
      for (const { account_uuid, month } of rows)
        await trx
          .updateTable('usage_months')
          .set({ leased_until: now + leaseMs })
          .where('account_uuid', '=', account_uuid)
          .where('month', '=', month)
          .execute();
      return rows.map((row) => ({ accountUuid: row.account_uuid, month: row.month }));
    });
  }

  /** The newest open month before `month`; undefined when there is none. */
  async newestOpenBefore(month: string): Promise<string | undefined> {
    const row = await this.#database.queries
      .selectFrom('usage_months')
      .select(({ fn }) => fn.max('month').as('newest'))
      .where('closed_at', 'is', null)
      .where('month', '<', month)
      .executeTakeFirst();
    return row?.newest ?? undefined;
  }

  /** Stores a month's usage for good, and queues its event; false when the month is closed already, or the account doesn't have it. */
  close({ accountUuid, month }: UsageMonth, records: readonly UsageRecord[]): Promise<boolean> {
    return this.#database.transaction(async (trx) => {
      const open = trx
        .selectFrom('usage_months')
        .select('month')
        .where('account_uuid', '=', accountUuid)
        .where('month', '=', month)
        .where('closed_at', 'is', null);
      if (!(await takingTurns(this.#database.kind, open).executeTakeFirst())) return false;
      const rows = records.map(({ uuid, host, externalId, usage }) => ({
        account_uuid: accountUuid,
        month,
        custom_domain_uuid: uuid,
        host,
        external_id: externalId,
        requests: usage.requests,
        bytes_in: usage.bytesIn,
        bytes_out: usage.bytesOut,
        visitors: usage.visitors,
      }));
      for (let start = 0; start < rows.length; start += rowsPerInsert)
        await trx
          .insertInto('usage_records')
          .values(rows.slice(start, start + rowsPerInsert))
          .execute();
      await trx
        .updateTable('usage_months')
        .set({ closed_at: this.#clock.now() })
        .where('account_uuid', '=', accountUuid)
        .where('month', '=', month)
        .execute();
      await forgetDeleted(trx, accountUuid);
      recordEvent(trx, {
        accountUuid,
        type: 'usage.closed',
        resource: accountUuid,
        data: () => ({
          ...totalsOf(month, records),
          path: `/api/v1/accounts/${accountUuid}/usage?month=${month}`,
        }),
      });
      return true;
    });
  }
}

function totalsOf(month: string, records: readonly UsageRecord[]) {
  const { requests, bytesIn, bytesOut, visitors } = sumUsage(records.map(({ usage }) => usage));
  return {
    month,
    custom_domains: records.length,
    requests,
    bytes_in: bytesIn,
    bytes_out: bytesOut,
    visitors,
  };
}

/** Deletes the names of domains that no open month has. */
async function forgetDeleted(trx: ControlTransaction, accountUuid: string): Promise<void> {
  const { oldest } = await trx
    .selectFrom('usage_months')
    .select(({ fn }) => fn.min('month').as('oldest'))
    .where('account_uuid', '=', accountUuid)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (oldest === null) return;
  await trx
    .deleteFrom('deleted_custom_domains')
    .where('account_uuid', '=', accountUuid)
    .where('deleted_at', '<', monthStart(oldest) - lingerMs)
    .execute();
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
