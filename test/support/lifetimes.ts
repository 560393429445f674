/**
 * Hosts that live through lifetimes of their certificates, ordered and renewed by the real issuer over a store, by a clock that is moved
 * in steps, and what was wrong with that. Source: docs/reference/acme.md ("Renewal", "The order budget").
 */
import { sql } from 'kysely';
import type { Issuer } from '../../src/acme/issuer.ts';
import type { ControlDatabase } from '../../src/control/database.ts';
import { hourMs } from '../../src/core/time.ts';
import { type Issued, windowByLifetime } from './fake-authority.ts';
import { profile } from './short-lived.ts';

type Seen = { readonly issued: readonly Issued[]; readonly orders: number };

export type Lifetimes = {
  readonly database: ControlDatabase;
  readonly issuer: Issuer;
  /** Sets the clock of all, the authority's too. */
  readonly moveTo: (time: number) => void | Promise<void>;
  /** What the authority has issued, in this order, and how many orders it was asked for. */
  readonly seen: () => Seen | Promise<Seen>;
  /** All new when it begins, and all there are. */
  readonly hosts: number;
  /** New orders in three hours. */
  readonly perPeriod: number;
  readonly lifetimeMs: number;
  readonly startMs: number;
  readonly stepMs: number;
  readonly endMs: number;
};

type Look = {
  readonly missing: number;
  readonly ended: number;
  readonly late: number;
  readonly failing: number;
  readonly fullAt: number;
};

/**
 * Lets the hosts live until `endMs`, and answers what was wrong, of each kind one sentence. Nothing is, if at each step all hosts have valid
 * certificates of which half is left, but for those whose first order waits for the budget; and if each renewal was ordered within the window
 * that the authority suggested, says what it replaces, and spent nothing of the budget.
 */
export async function passLifetimes(lifetimes: Lifetimes): Promise<string[]> {
  const { database, issuer, moveTo, hosts, perPeriod, startMs, stepMs, endMs } = lifetimes;
  const problems = new Map<string, string>();
  const expectNone = (kind: string, count: number, when: number) => {
    if (count > 0 && !problems.has(kind))
      problems.set(kind, `${kind}: ${count} after ${(when - startMs) / hourMs} h`);
  };
  let spentUntil: number | undefined;
  for (let time = startMs; time < endMs; time += stepMs) {
    await moveTo(time);
    await issuer.runDue();
    const { missing, ended, late, failing, fullAt } = await look(lifetimes, time);
    const allowed = perPeriod + Math.floor(((time - startMs) * perPeriod) / (3 * hourMs));
    expectNone(
      'first orders that the budget had room for, not made',
      missing - Math.max(0, hosts - allowed),
      time,
    );
    expectNone('certificates that have ended', ended, time);
    expectNone('certificates of which less than half is left', late, time);
    expectNone('orders that failed', failing, time);
    if (missing === 0) spentUntil ??= fullAt;
    if (spentUntil !== undefined)
      expectNone('orders of the budget that renewals spent', fullAt - spentUntil, time);
  }
  const { issued, orders } = await lifetimes.seen();
  if (orders !== issued.length) problems.set('refused', `${orders} orders, ${issued.length} certificates`);
  return [...problems.values(), ...problemsOf(lifetimes, issued), ...(await notStored(database, issued))];
}

async function look({ database, lifetimeMs, stepMs }: Lifetimes, now: number): Promise<Look> {
  const count = (condition: ReturnType<typeof sql>) =>
    sql`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const { rows } = await sql<Record<keyof Look, number | string>>`
    select ${count(sql`expires_at is null`)} as missing, ${count(sql`expires_at <= ${now}`)} as ended,
      ${count(sql`expires_at - ${now} < ${lifetimeMs / 2 - stepMs}`)} as late,
      ${count(sql`failures > 0 or last_error is not null`)} as failing,
      (select coalesce(max(orders_full_at), 0) from acme_accounts) as "fullAt"
    from automatic_certificates`.execute(database.queries);
  const of = (name: keyof Look) => Number(rows[0]?.[name] ?? Number.NaN);
  return {
    missing: of('missing'),
    ended: of('ended'),
    late: of('late'),
    failing: of('failing'),
    fullAt: of('fullAt'),
  };
}

/** Of what the authority has issued. */
function problemsOf({ hosts, stepMs }: Lifetimes, issued: readonly Issued[]): string[] {
  const last = new Map<string, Issued>();
  const problems: string[] = [];
  for (const each of issued) {
    const before = last.get(each.host);
    last.set(each.host, each);
    if (each.profile !== profile) problems.push(`${each.host}: ordered with the profile ${each.profile}`);
    if (each.replaces !== before?.id)
      problems.push(`${each.host}: replaces ${each.replaces}, not ${before?.id}`);
    if (!before) continue;
    const { start, end } = windowByLifetime(before);
    const latest = Math.min(end, (before.notBefore + before.expiresAt) / 2) + stepMs;
    if (each.orderedAt < start || each.orderedAt > latest)
      problems.push(`${each.host}: renewed ${(each.orderedAt - start) / hourMs} h after its window began`);
  }
  if (last.size !== hosts) problems.push(`${last.size} hosts with certificates, not ${hosts}`);
  return problems.slice(0, 10);
}

/** The hosts whose last certificate isn't the one in the store. */
async function notStored(database: ControlDatabase, issued: readonly Issued[]): Promise<string[]> {
  const rows = await database.queries
    .selectFrom('automatic_certificates')
    .select(['host', 'expires_at'])
    .execute();
  const stored = new Map(rows.map(({ host, expires_at }) => [host, Math.floor(Number(expires_at) / 1000)]));
  const last = new Map(issued.map(({ host, expiresAt }) => [host, Math.floor(expiresAt / 1000)]));
  return [...last].flatMap(([host, expiresAt]) =>
    stored.get(host) === expiresAt ? [] : [`${host}: another certificate is stored`],
  );
}
