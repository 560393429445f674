/** The hosts that wait for the order budget, and when it is their turn. Source: docs/reference/acme.md ("The order budget"). */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ControlQueries } from '../../control/database.ts';
import type { OrderForecast } from '../../core/order-budget.ts';
import { dayMs } from '../../core/time.ts';

/** A host without a certificate waits as one whose certificate ends so long after. */
const withoutMs = 7 * dayMs;
/** Certificates that end so soon go before all others. */
const endsSoonMs = 2 * dayMs;

/** What expires first goes first. */
export const queueOrder: RawBuilder<number> = sql<number>`coalesce(expires_at, queued_at + ${sql.lit(withoutMs)})`;

export function isEnding(now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(expires_at > ${now} and expires_at <= ${now + endsSoonMs})`;
}

type QueueTotals = { readonly hosts: number; readonly accounts: number; readonly own: number };

/** All that wait, by whether their certificates end soon. */
async function totalsOf(
  queries: ControlQueries,
  accountUuid: string,
  now: number,
): Promise<Record<'ending' | 'other', QueueTotals>> {
  const { rows } = await sql<QueueTotals & { ending: number }>`
    select case when ${isEnding(now)} then 1 else 0 end as ending, count(*) as hosts,
      count(distinct coalesce(account_uuid, '')) as accounts,
      sum(case when account_uuid = ${accountUuid} then 1 else 0 end) as own
    from automatic_certificates where queued_at is not null group by 1`.execute(queries);
  const of = (ending: number) =>
    rows.find((row) => row.ending === ending) ?? { hosts: 0, accounts: 0, own: 0 };
  return { ending: of(1), other: of(0) };
}

/** How many hosts wait in all. */
export async function countQueued(queries: ControlQueries): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from automatic_certificates where queued_at is not null`.execute(queries);
  return rows[0]?.total ?? 0;
}

/**
 * Selects each `host` of an account that waits, and when its order is made (`order_at`); undefined: none does. Accounts take turns, so
 * one with a long queue of its own doesn't come later for it than one with a short one.
 */
export async function orderQueue(
  queries: ControlQueries,
  accountUuid: string,
  { startMs, everyMs }: OrderForecast,
  now: number,
): Promise<RawBuilder<unknown> | undefined> {
  const { ending, other } = await totalsOf(queries, accountUuid, now);
  if (ending.own + other.own === 0) return undefined;
  const orderAt = sql`${sql.lit(startMs)} + turn * ${sql.lit(everyMs)}`;
  return sql`
    select host, case when ${orderAt} > ${sql.lit(now)} then ${orderAt} else ${sql.lit(now)} end as order_at from (
      select host, case when ending = 1 then ${turnOf(ending)} else ${sql.lit(ending.hosts)} + ${turnOf(other)} end as turn from (
        select host, ending, row_number() over (partition by ending order by deadline, host) as place from (
          select host, ${queueOrder} as deadline, case when ${isEnding(now)} then 1 else 0 end as ending
          from automatic_certificates where account_uuid = ${accountUuid} and queued_at is not null
        ) as waiting
      ) as places
    ) as numbered`;
}

/** Every account has its turn before this one has another, as long as the others have hosts. */
function turnOf({ hosts, accounts, own }: QueueTotals): RawBuilder<number> {
  const [inTurn, atLast] = [sql`place * ${sql.lit(accounts)}`, sql`place + ${sql.lit(hosts - own)}`];
  return sql`case when ${inTurn} < ${atLast} then ${inTurn} else ${atLast} end`;
}
