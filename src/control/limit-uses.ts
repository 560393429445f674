/**
 * Keeps accounts within their limits. Source: docs/reference/limits.md.
 *
 * A writer that adds to what is limited, or takes from it, says so with {@link noteUse}; at the end of the transaction an account
 * that has more than before, and more than it may, is refused. So one may always shrink, or replace by no more.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { type LimitName, type Limits, limitsOfOthers } from '../core/account-limits.ts';
import { ServiceError } from '../core/errors.ts';
import { dayMs } from '../core/time.ts';
import type { ControlSchema } from './schema.ts';
import { waitingEvents } from './waiting-events.ts';

type Queries = Kysely<ControlSchema>;

/** What the store can count by itself. */
export type StoredLimit = Exclude<LimitName, 'requests_per_minute' | 'event_names' | 'property_keys'>;
/** What writers are refused for. */
type RefusedLimit = 'rules' | 'hosts' | 'access_tokens';

type Uses = {
  /** By account and limit, by how much the transaction has changed what is used. */
  readonly changes: Map<string, Map<RefusedLimit, number>>;
  /** Of the last writer that said so. */
  now: number;
};

const uses = new WeakMap<Transaction<ControlSchema>, Uses>();
const unprovenAfterMs = 14 * dayMs;

const words: Readonly<Record<RefusedLimit, string>> = {
  rules: 'rules on all its hosts',
  hosts: 'hosts',
  access_tokens: 'access tokens',
};

/** Records that a transaction gives an account so many more, or fewer, of something. */
export function noteUse(
  trx: Transaction<ControlSchema>,
  { accountUuid, now }: { readonly accountUuid: string; readonly now: number },
  name: RefusedLimit,
  delta: number,
): void {
  const noted = uses.get(trx);
  if (!noted || delta === 0) return;
  const ofAccount = noted.changes.get(accountUuid) ?? new Map<RefusedLimit, number>();
  noted.changes.set(accountUuid, ofAccount);
  ofAccount.set(name, (ofAccount.get(name) ?? 0) + delta);
  noted.now = now;
}

/** Runs `work` in a transaction that accounts may not use to get past their limits. Errors: `limit_reached`. */
export async function enforceLimits<T>(
  trx: Transaction<ControlSchema>,
  limits: Limits,
  work: (trx: Transaction<ControlSchema>) => Promise<T>,
): Promise<T> {
  const noted: Uses = { changes: new Map(), now: 0 };
  uses.set(trx, noted);
  const result = await work(trx);
  for (const [accountUuid, changes] of noted.changes) {
    const grown = [...changes].flatMap(([name, delta]) => (delta > 0 ? [name] : []));
    if (grown.length > 0) await refuseBeyond(trx, limits, { accountUuid, grown, now: noted.now });
  }
  return result;
}

async function refuseBeyond(
  trx: Transaction<ControlSchema>,
  limits: Limits,
  { accountUuid, grown, now }: { accountUuid: string; grown: readonly RefusedLimit[]; now: number },
): Promise<void> {
  const allowedOf = await readAllowed(trx, limits, accountUuid);
  for (const name of grown) {
    const allowed = allowedOf[name];
    if (allowed === null) continue;
    const used = await countUsed(trx, accountUuid, name, now);
    if (used > allowed)
      throw new ServiceError(
        'limit_reached',
        `the account would have ${used} ${words[name]}; allowed: at most ${allowed} (its limit "${name}")`,
      );
  }
  const { unproven_hosts: unproven } = allowedOf;
  if (unproven === null || !grown.includes('hosts')) return;
  const used = await countUsed(trx, accountUuid, 'unproven_hosts', now);
  if (used > unproven)
    throw new ServiceError(
      'limit_reached',
      `the account has ${used} hosts older than 14 days that no record, proof or request has ever led here; allowed: at most ${unproven} (its limit "unproven_hosts"), so it gets no new ones until they are connected or deleted`,
    );
}

/** What an account may have: what is set for it, or else for all. */
export async function readAllowed(queries: Queries, limits: Limits, accountUuid: string): Promise<Limits> {
  const set = await queries
    .selectFrom('account_limits')
    .select(['name', 'allowed'])
    .where('account_uuid', '=', accountUuid)
    .execute();
  return mergeLimits(limits, set, (await findFirst(queries)) === accountUuid);
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
  name: StoredLimit,
  now: number,
): Promise<number> {
  const unprovenSince = now - unprovenAfterMs;
  const counts: Readonly<Record<StoredLimit, ReturnType<typeof sql>>> = {
    rules: sql`select sum(rule_count) as used from host_rules where account_uuid = ${accountUuid}`,
    hosts: sql`
      select (select count(*) from host_claims where account_uuid = ${accountUuid})
        + (select count(*) from ${waitingDomains(accountUuid)}) as used`,
    unproven_hosts: sql`
      select (select count(*) from host_claims
          where account_uuid = ${accountUuid} and seen_at is null and claimed_at < ${unprovenSince})
        + (select count(*) from ${waitingDomains(accountUuid)} and created_at < ${unprovenSince}) as used`,
    access_tokens: sql`select count(*) as used from access_tokens where account_uuid = ${accountUuid}`,
    webhook_bytes: sql`select sum(bytes) as used from (${waitingEvents(accountUuid)}) as waiting`,
    idempotency_bytes: sql`
      select sum(body_bytes) as used from idempotency_keys
      where account_uuid = ${accountUuid} and body_bytes > 0`,
  };
  const { rows } = await sql<{ used: number | string | null }>`${counts[name]}`.execute(queries);
  // PostgreSQL sums bigints as numeric, which is text here.
  return Number(rows[0]?.used ?? 0);
}

/** Custom domains that have no claim until there is a proof; they were never ready. */
function waitingDomains(accountUuid: string): RawBuilder<unknown> {
  return sql`custom_domains
    where account_uuid = ${accountUuid} and ready_at is null
      and not exists (
        select 1 from host_claims
        where host_claims.host = custom_domains.host and host_claims.account_uuid = custom_domains.account_uuid)`;
}
