/**
 * Which account each host belongs to. Source: docs/reference/domains.md ("A host belongs to one account").
 *
 * A redirect, a host's rules, a custom domain and the `www.` host that a domain redirects to each need their account's claim
 * on the host. The claim begins with the account's first of these and ends with its last, in the transaction that writes it.
 * Writers of a host take turns at the claim's row, so call {@link claimHosts} before the write, also for hosts that the
 * write gives up, and {@link releaseHosts} after it.
 */
import { sql } from 'kysely';
import { dayMs } from '../core/time.ts';
import type { ControlQueries, ControlTransaction } from './database.ts';

/** Each takes up to three parameters; both engines allow at least 32,766. */
const hostsPerStatement = 1_000;
/** For how long a host that was given up leads to a proof before another account gets it: records in DNS live on. */
const contestedForMs = 30 * dayMs;

/** The hosts that a custom domain needs. */
export function hostsOfDomain({
  host,
  redirectToWww,
}: {
  readonly host: string;
  readonly redirectToWww: boolean;
}): readonly string[] {
  return redirectToWww ? [host, `www.${host}`] : [host];
}

/** Why an account can't have a host now: another account has it, or had it until recently. */
export type Obstacle = 'held' | 'released';

/** Who claims hosts, and when. */
export type Claimant = {
  readonly accountUuid: string;
  readonly now: number;
  /** Hosts that the account has proven to be its own. */
  readonly proven?: ReadonlySet<string>;
};

/**
 * Claims hosts for an account and locks their claims until the transaction ends. Answers what is in the way of the others: a
 * host that another account has, or gave up in the last 30 days without a proof that it is this account's.
 */
export async function claimHosts(
  trx: ControlTransaction,
  { accountUuid, now, proven = new Set() }: Claimant,
  hosts: Iterable<string>,
): Promise<Map<string, Obstacle>> {
  const obstacles = new Map<string, Obstacle>();
  // In one order everywhere, so that no two transactions wait for each other.
  for (const part of inParts([...new Set(hosts)].toSorted())) {
    const rows = await trx
      .insertInto('host_claims')
      .values(part.map((host) => ({ host, account_uuid: accountUuid })))
      .onConflict((conflict) =>
        conflict
          .column('host')
          // Changes nothing, but PostgreSQL locks the row, once a concurrent release of it is decided.
          .doUpdateSet({ account_uuid: sql.ref('host_claims.account_uuid') })
          .where('host_claims.account_uuid', '!=', accountUuid),
      )
      .returning(['host', 'account_uuid'])
      .execute();
    const added: string[] = [];
    for (const { host, account_uuid: owner } of rows) {
      if (owner === accountUuid) added.push(host);
      else obstacles.set(host, 'held');
    }
    if (added.length === 0) continue;
    // Only now, as a release that the claim had to wait for was not to be seen before.
    const contested = await findReleased(trx, accountUuid, added, now);
    const refused = contested.filter((host) => !proven.has(host));
    for (const host of refused) obstacles.set(host, 'released');
    if (refused.length > 0) await trx.deleteFrom('host_claims').where('host', 'in', refused).execute();
    const claimed = added.filter((host) => !obstacles.has(host));
    if (claimed.length === 0) continue;
    await trx.deleteFrom('released_hosts').where('host', 'in', claimed).execute();
    // Such as the certificate of a former name of the edge, which no account had claimed.
    await dropCertificates(trx, claimed);
  }
  return obstacles;
}

/**
 * Ends an account's claims on those of `hosts` that nothing of the account uses any more, together with their automatic
 * certificates and pending challenges, and keeps in mind whose they were. The claims must be locked. Call it just before the
 * revisions are recorded: that of a custom domain's or redirect's host makes the edge forget the certificates too.
 */
export async function releaseHosts(
  trx: ControlTransaction,
  { accountUuid, now }: Pick<Claimant, 'accountUuid' | 'now'>,
  hosts: Iterable<string>,
): Promise<void> {
  for (const part of inParts([...hosts])) {
    const released = await endClaims(trx, accountUuid, part);
    if (released.length === 0) continue;
    await trx
      .insertInto('released_hosts')
      .values(released.map((host) => ({ host, account_uuid: accountUuid, released_at: now })))
      .onConflict((conflict) =>
        conflict.column('host').doUpdateSet({ account_uuid: accountUuid, released_at: now }),
      )
      .execute();
  }
}

/** Ends a claim that was only made for the time of the transaction, unless something of the account uses the host. */
export async function withdrawClaim(
  trx: ControlTransaction,
  accountUuid: string,
  host: string,
): Promise<void> {
  await endClaims(trx, accountUuid, [host]);
}

async function endClaims(
  trx: ControlTransaction,
  accountUuid: string,
  hosts: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('host_claims')
    .where('host', 'in', hosts)
    .where('account_uuid', '=', accountUuid)
    .where(
      sql<boolean>`not exists (
        select 1 from redirects
        where redirects.source_host = host_claims.host and redirects.account_uuid = host_claims.account_uuid)`,
    )
    .where(
      sql<boolean>`not exists (
        select 1 from host_rules
        where host_rules.host = host_claims.host and host_rules.account_uuid = host_claims.account_uuid)`,
    )
    .where(
      sql<boolean>`not exists (
        select 1 from custom_domains
        where custom_domains.host = host_claims.host and custom_domains.account_uuid = host_claims.account_uuid)`,
    )
    .where(
      sql<boolean>`not exists (
        select 1 from custom_domains
        where substr(host_claims.host, 1, 4) = 'www.' and custom_domains.host = substr(host_claims.host, 5)
          and custom_domains.redirect_to_www = 1 and custom_domains.account_uuid = host_claims.account_uuid)`,
    )
    .returning('host')
    .execute();
  const ended = rows.map(({ host }) => host);
  await dropCertificates(trx, ended);
  if (ended.length > 0) await trx.deleteFrom('acme_challenges').where('host', 'in', ended).execute();
  return ended;
}

/** What would be in the way of an account that claimed `hosts`. */
export async function findObstacles(
  queries: ControlQueries,
  { accountUuid, now }: Pick<Claimant, 'accountUuid' | 'now'>,
  hosts: readonly string[],
): Promise<Map<string, Obstacle>> {
  const found = new Map<string, Obstacle>();
  for (const part of inParts(hosts)) {
    for (const host of await findReleased(queries, accountUuid, part, now)) found.set(host, 'released');
    const rows = await queries
      .selectFrom('host_claims')
      .select(['host', 'account_uuid'])
      .where('host', 'in', part)
      .execute();
    for (const { host, account_uuid: owner } of rows) {
      if (owner === accountUuid) found.delete(host);
      else found.set(host, 'held');
    }
  }
  return found;
}

/** Those of `hosts` that an account has claimed. */
export async function findClaimed(
  queries: ControlQueries,
  accountUuid: string,
  hosts: readonly string[],
): Promise<Set<string>> {
  const claimed = new Set<string>();
  for (const part of inParts(hosts)) {
    const rows = await queries
      .selectFrom('host_claims')
      .select('host')
      .where('host', 'in', part)
      .where('account_uuid', '=', accountUuid)
      .execute();
    for (const { host } of rows) claimed.add(host);
  }
  return claimed;
}

/** Forgets hosts that were given up so long ago that everybody may have them. */
export async function forgetReleases(trx: ControlTransaction, now: number): Promise<void> {
  await trx
    .deleteFrom('released_hosts')
    .where('released_at', '<=', now - contestedForMs)
    .execute();
}

async function findReleased(
  queries: ControlQueries,
  accountUuid: string,
  hosts: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('released_hosts')
    .select('host')
    .where('host', 'in', hosts)
    .where('account_uuid', '!=', accountUuid)
    .where('released_at', '>', now - contestedForMs)
    .execute();
  return rows.map(({ host }) => host);
}

/** Deletes automatic certificates with their keys and leases: an order under way has nowhere to store its result. */
async function dropCertificates(trx: ControlTransaction, hosts: readonly string[]): Promise<void> {
  if (hosts.length > 0) await trx.deleteFrom('automatic_certificates').where('host', 'in', hosts).execute();
}

function* inParts(hosts: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < hosts.length; start += hostsPerStatement)
    yield hosts.slice(start, start + hostsPerStatement);
}
