/**
 * Keeps accounts within their limits. Source: docs/reference/limits.md.
 *
 * A writer that adds to what is limited, or takes from it, says so with {@link noteUse}; at the end of the transaction an account
 * that has more than before, and more than it may, is refused. So one may always shrink, or replace by no more.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { type LimitName, type Limits, limitsOfOthers } from '../core/account-limits.ts';
import { ServiceError } from '../core/errors.ts';
import type { ControlLocation } from './location.ts';
import { together } from './pipelining.ts';
import { takingTurns } from './row-lock.ts';
import type { ControlSchema } from './schema.ts';

type Queries = Kysely<ControlSchema>;

/** A limit on what the store can count. Features say it of what is theirs. */
export type CountedLimit = {
  readonly name: LimitName;
  /** A query for `used`. */
  readonly count: (accountUuid: string, now: number) => RawBuilder<unknown>;
  /** What writers are refused for, in words or in a sentence. */
  readonly words?: string;
  readonly refusal?: (used: number, allowed: number) => string;
};

export type Limited = { readonly kind: ControlLocation['kind']; readonly limits: Limits };

/** Who uses something, and when. */
export type User = { readonly accountUuid: string; readonly now: number };

type Uses = {
  /** By account and limit, by how much the transaction has changed what is used. */
  readonly changes: Map<string, Map<CountedLimit, number>>;
  /** Of the last writer that said so. */
  now: number;
};

const uses = new WeakMap<Transaction<ControlSchema>, Uses>();

/** Records that a transaction gives an account so many more, or fewer, of something. */
export function noteUse(
  trx: Transaction<ControlSchema>,
  { accountUuid, now }: User,
  limit: CountedLimit,
  delta: number,
): void {
  const noted = uses.get(trx);
  if (!noted || delta === 0) return;
  const ofAccount = noted.changes.get(accountUuid) ?? new Map<CountedLimit, number>();
  noted.changes.set(accountUuid, ofAccount);
  ofAccount.set(limit, (ofAccount.get(limit) ?? 0) + delta);
  noted.now = now;
}

/** Runs `work` in a transaction that accounts may not use to get past their limits. Errors: `limit_reached`. */
export async function enforceLimits<T>(
  trx: Transaction<ControlSchema>,
  database: Limited,
  work: (trx: Transaction<ControlSchema>) => Promise<T>,
): Promise<T> {
  const refuse = collectUses(trx, database);
  const result = await work(trx);
  await refuse(trx);
  return result;
}

/** Begins to note what a transaction uses; the returned function refuses it at its end. Errors: `limit_reached`. */
export function collectUses(
  trx: Transaction<ControlSchema>,
  database: Limited,
): (last: Transaction<ControlSchema>) => Promise<void> {
  const noted: Uses = { changes: new Map(), now: 0 };
  uses.set(trx, noted);
  return async (last) => {
    // In one order everywhere, so that no two transactions wait for each other.
    for (const [accountUuid, changes] of [...noted.changes].toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    )) {
      const grown = [...changes].filter(([, delta]) => delta > 0);
      if (grown.length > 0) await refuseBeyond(last, database, { accountUuid, grown, now: noted.now });
    }
  };
}

async function refuseBeyond(
  trx: Transaction<ControlSchema>,
  { kind, limits }: Limited,
  { accountUuid, grown, now }: User & { readonly grown: readonly (readonly [CountedLimit, number])[] },
): Promise<void> {
  const allowedOf = await readAllowed(trx, limits, accountUuid);
  const limited = grown.flatMap(([limit, delta]) => {
    const allowed = allowedOf[limit.name];
    return allowed === null ? [] : [{ limit, delta, allowed }];
  });
  if (limited.length === 0) return;
  const countAll = () => limited.map(({ limit }) => countUsed(trx, accountUuid, limit, now));
  if (kind === 'postgres') {
    const used = await together(countAll());
    if (limited.every(({ delta, allowed }, place) => isFarBelow(allowed, used[place] ?? 0, delta))) return;
  }
  // So that two writers don't both count without the other's.
  const account = trx.selectFrom('accounts').select('uuid').where('uuid', '=', accountUuid);
  const [, ...counted] = await together([takingTurns(kind, account).execute(), ...countAll()]);
  for (const [place, { limit, allowed }] of limited.entries()) {
    const used = counted[place] ?? 0;
    if (used > allowed)
      throw new ServiceError(
        'limit_reached',
        limit.refusal?.(used, allowed) ??
          `the account would have ${used} ${limit.words}; allowed: at most ${allowed} (its limit "${limit.name}")`,
      );
  }
}

/**
 * Whether a hundred writers like this one, none of which sees the others, stay within what is allowed. They then don't have to wait for
 * each other, which takes two ways to a server that may be far.
 */
function isFarBelow(allowed: number, used: number, delta: number): boolean {
  return used + 100 * delta <= allowed;
}

/** What an account may have: what is set for it, or else for all. */
export async function readAllowed(queries: Queries, limits: Limits, accountUuid: string): Promise<Limits> {
  const [set, first] = await together([
    queries
      .selectFrom('account_limits')
      .select(['name', 'allowed'])
      .where('account_uuid', '=', accountUuid)
      .execute(),
    findFirst(queries),
  ]);
  return mergeLimits(limits, set, first === accountUuid);
}

export function mergeLimits(
  limits: Limits,
  set: readonly { readonly name: LimitName; readonly allowed: number | null }[],
  isFirst: boolean,
): Limits {
  const none = isFirst ? Object.fromEntries([...limitsOfOthers].map((name) => [name, null])) : {};
  return { ...limits, ...none, ...Object.fromEntries(set.map(({ name, allowed }) => [name, allowed])) };
}

/** The account that the installation began with: the operator's own. */
export async function findFirst(queries: Queries): Promise<string | undefined> {
  const row = await queries
    .selectFrom('accounts')
    .select('uuid')
    .orderBy('created_at')
    .orderBy('uuid')
    .limit(1)
    .executeTakeFirst();
  return row?.uuid;
}

export async function countUsed(
  queries: Queries,
  accountUuid: string,
  limit: CountedLimit,
  now: number,
): Promise<number> {
  const { rows } = await sql<{ used: number | string | null }>`${limit.count(accountUuid, now)}`.execute(
    queries,
  );
  // PostgreSQL sums bigints as numeric, which is text here.
  return Number(rows[0]?.used ?? 0);
}
