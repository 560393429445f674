/**
 * Which account each host belongs to. Source: docs/reference/domains.md ("A host belongs to one account").
 *
 * A redirect, a host's rules, a custom domain and the `www.` host that a domain redirects to each need their account's claim
 * on the host. The claim begins with the account's first of these and ends with its last, in the transaction that writes it.
 * Writers of a host take turns at the claim's row, so call {@link claimHosts} before the write, also for hosts that the
 * write gives up, and `releaseHosts` (released-hosts.ts) after it.
 */
import { sql } from 'kysely';
import type { ControlDatabase, ControlQueries, ControlTransaction } from './database.ts';
import type { Flag } from './flag.ts';
import { noteHosts } from './host-limits.ts';
import { inParts } from './host-parts.ts';
import { forgetReach } from './host-reach.ts';
import { dropOthersUses } from './lost-hosts.ts';
import { dropCertificates, findReleased, forgetReleasesOf } from './released-hosts.ts';
import { findReached, lockForWildcards } from './wildcard-claims.ts';

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

/**
 * Why an account needs a proof for a host: another account has it, or had it until recently, or of the two one is a wildcard that
 * reaches the other's host.
 */
export type Obstacle = 'held' | 'released' | 'reached';

/** Who claims hosts, and when. */
export type Claimant = {
  readonly accountUuid: string;
  readonly now: number;
  readonly kind: ControlDatabase['kind'];
  /** Hosts that the account has proven to be its own. */
  readonly proven?: ReadonlySet<string>;
};

/**
 * Claims hosts for an account and locks their claims until the transaction ends. Answers what is in the way of the others, which is
 * nothing where the account has a proof. What other accounts have on the hosts that it gets, served or not, is deleted. They keep
 * hosts that its wildcard reaches, and a wildcard that reaches its hosts.
 */
export async function claimHosts(
  trx: ControlTransaction,
  claimant: Claimant,
  hosts: Iterable<string>,
): Promise<Map<string, Obstacle>> {
  const { accountUuid, now, proven = new Set() } = claimant;
  const obstacles = new Map<string, Obstacle>();
  // In one order everywhere, so that no two transactions wait for each other.
  const inOrder = [...new Set(hosts)].toSorted();
  await lockForWildcards(trx, claimant.kind, inOrder);
  for (const part of inParts(inOrder)) {
    const rows = await trx
      .insertInto('host_claims')
      .values(
        part.map((host) => ({
          host,
          account_uuid: accountUuid,
          claimed_at: now,
          seen_at: proven.has(host) ? now : null,
        })),
      )
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
    const losers = new Map<string, string>();
    for (const { host, account_uuid: owner } of rows) {
      if (owner === accountUuid) added.push(host);
      else if (proven.has(host)) losers.set(host, owner);
      else obstacles.set(host, 'held');
    }
    const taken = [...losers.keys()];
    // Only now, as a release or a wildcard that the claim had to wait for was not to be seen before.
    const { inTheWay, used } = await lookAtFree(trx, claimant, added);
    for (const [host, obstacle] of inTheWay) if (!proven.has(host)) obstacles.set(host, obstacle);
    const refused = added.filter((host) => obstacles.has(host));
    if (refused.length > 0) await trx.deleteFrom('host_claims').where('host', 'in', refused).execute();
    const claimed = added.filter((host) => !obstacles.has(host));
    await forgetReleasesOf(trx, claimed);
    if (taken.length > 0) {
      await trx
        .updateTable('host_claims')
        .set({ account_uuid: accountUuid, claimed_at: now, seen_at: now })
        .where('host', 'in', taken)
        .execute();
      await trx.deleteFrom('acme_challenges').where('host', 'in', taken).execute();
    }
    noteHosts(trx, claimant, claimed.length + taken.length);
    // Such as the certificate of a former name of the edge, which no account had claimed.
    await dropCertificates(trx, [...claimed, ...taken]);
    await dropOthersUses(trx, claimant, [...claimed.filter((host) => used.has(host)), ...taken]);
    for (const [host, loser] of losers) await forgetReach(trx, loser, [host]);
  }
  return obstacles;
}

/** What would be in the way of an account that claimed `hosts` without a proof. */
export async function findObstacles(
  queries: ControlQueries,
  claimant: Omit<Claimant, 'kind' | 'proven'>,
  hosts: readonly string[],
): Promise<Map<string, Obstacle>> {
  const found = new Map<string, Obstacle>();
  for (const part of inParts(hosts)) {
    const rows = await queries
      .selectFrom('host_claims')
      .select(['host', 'account_uuid'])
      .where('host', 'in', part)
      .execute();
    const owners = new Map(rows.map(({ host, account_uuid: owner }) => [host, owner]));
    for (const [host, owner] of owners) if (owner !== claimant.accountUuid) found.set(host, 'held');
    const free = part.filter((host) => !owners.has(host));
    const { inTheWay } = await lookAtFree(queries, claimant, free);
    for (const [host, obstacle] of inTheWay) found.set(host, obstacle);
  }
  return found;
}

/** What is in the way on hosts that no account has claimed, and those that another account uses all the same. */
async function lookAtFree(
  queries: ControlQueries,
  { accountUuid, now }: Pick<Claimant, 'accountUuid' | 'now'>,
  hosts: readonly string[],
): Promise<{ readonly inTheWay: ReadonlyMap<string, Obstacle>; readonly used: ReadonlySet<string> }> {
  const inTheWay = new Map<string, Obstacle>();
  if (hosts.length === 0) return { inTheWay, used: new Set() };
  for (const host of await findReleased(queries, accountUuid, hosts, now)) inTheWay.set(host, 'released');
  const isOfOthers = sql<boolean>`account_uuid <> ${accountUuid}`;
  for (const host of await findReached(queries, sql`host_claims`, isOfOthers, hosts))
    inTheWay.set(host, 'reached');
  const list = sql.join(hosts);
  const { rows } = await sql<{ host: string; waits: Flag }>`
    select source_host as host, 0 as waits from redirects where source_host in (${list}) and ${isOfOthers}
    union all select host, 1 as waits from custom_domains where host in (${list}) and ${isOfOthers}`.execute(
    queries,
  );
  // A domain that waits for its proof keeps nobody out; a redirect lost the host when claims were introduced.
  for (const { host, waits } of rows) if (waits === 0) inTheWay.set(host, 'held');
  return { inTheWay, used: new Set(rows.map(({ host }) => host)) };
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
