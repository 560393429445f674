/** What each account may have and uses, and what is set for it. Source: docs/reference/limits.md. */
import { type LimitName, type Limits, limitNames } from '../core/account-limits.ts';
import type { Clock } from '../core/clock.ts';
import { recordChange } from './audit-trail.ts';
import type { Audited } from './audited.ts';
import type { ControlDatabase, ControlQueries } from './database.ts';
import { type CountedLimit, countUsed, findFirst, mergeLimits, readAllowed } from './limit-uses.ts';

/** Of limits that are asked for with every request. */
const keptForMs = 5_000;

/** An account again, by what is set for it. */
export const auditedAccountLimits: Audited<{
  readonly uuid: string;
  readonly name: string;
  readonly limits: Readonly<Record<string, number | null>>;
}> = {
  kind: 'account',
  columns: ['allowed'],
  secrets: [],
  nameOf: ({ name }) => name,
  attributesOf: ({ limits }) => ({ limits }),
};

export class AccountLimits {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  #known: { readonly at: number; readonly ofAccount: (accountUuid: string) => Limits } | undefined;

  constructor(database: ControlDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** What an account may have, of each limit. */
  allowed(accountUuid: string): Promise<Limits> {
    return readAllowed(this.#database.queries, this.#database.limits, accountUuid);
  }

  /** The same as of some seconds ago, for what is asked with every request. */
  async recentlyAllowed(accountUuid: string): Promise<Limits> {
    const now = this.#clock.now();
    if (!this.#known || Math.abs(now - this.#known.at) > keptForMs)
      this.#known = { at: now, ofAccount: await this.#readAll() };
    return this.#known.ofAccount(accountUuid);
  }

  /** How much of what the store has the account uses. */
  used(accountUuid: string, limit: CountedLimit): Promise<number> {
    return countUsed(this.#database.queries, accountUuid, limit, this.#clock.now());
  }

  async #readAll(): Promise<(accountUuid: string) => Limits> {
    const { limits, queries } = this.#database;
    const rows = await queries.selectFrom('account_limits').selectAll().execute();
    const first = await findFirst(queries);
    return (accountUuid) => {
      const set = rows.filter((row) => row.account_uuid === accountUuid);
      return mergeLimits(limits, set, accountUuid === first);
    };
  }

  /** Sets limits of an account; `undefined` goes back to what all have. */
  async set(accountUuid: string, changes: ReadonlyMap<LimitName, number | null | undefined>): Promise<void> {
    await this.#database.transaction(async (trx) => {
      const before = await readSet(trx, accountUuid);
      for (const [name, allowed] of changes) {
        if (allowed === undefined)
          await trx
            .deleteFrom('account_limits')
            .where('account_uuid', '=', accountUuid)
            .where('name', '=', name)
            .execute();
        else
          await trx
            .insertInto('account_limits')
            .values({ account_uuid: accountUuid, name, allowed })
            .onConflict((conflict) => conflict.columns(['account_uuid', 'name']).doUpdateSet({ allowed }))
            .execute();
      }
      const after = await readSet(trx, accountUuid);
      if (before && after) recordChange(trx, auditedAccountLimits, accountUuid, before, after);
    });
    this.#known = undefined;
  }
}

async function readSet(queries: ControlQueries, accountUuid: string) {
  const account = await queries
    .selectFrom('accounts')
    .select('name')
    .where('uuid', '=', accountUuid)
    .executeTakeFirst();
  const rows = await queries
    .selectFrom('account_limits')
    .select(['name', 'allowed'])
    .where('account_uuid', '=', accountUuid)
    .execute();
  const set = Object.fromEntries(rows.map(({ name, allowed }) => [name, allowed]));
  const limits = Object.fromEntries(
    limitNames.flatMap((name) => (name in set ? [[name, set[name] ?? null]] : [])),
  );
  return account && { uuid: accountUuid, name: account.name, limits };
}
