/**
 * Which account each host belongs to. Source: docs/reference/domains.md ("A host belongs to one account").
 *
 * A redirect, a host's rules, a custom domain and the `www.` host that a domain redirects to each need their account's claim
 * on the host. The claim begins with the account's first of these and ends with its last, in the transaction that writes it.
 * Writers of a host take turns at the claim's row, so call {@link claimHosts} before the write, also for hosts that the
 * write gives up, and `releaseHosts` (released-hosts.ts) after it.
 */
import { sql } from 'kysely';
import { isWildcardHost } from '../core/wildcard-host.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction } from './database.ts';
import { inParts } from './host-parts.ts';
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
 * Why an account can't have a host now: another account has it, or had it until recently, or of the two one is a wildcard that
 * reaches the other.
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
 * Claims hosts for an account and locks their claims until the transaction ends. Answers what is in the way of the others: a
 * host that another account has, or gave up in the last 30 days, without a proof that it is this account's. With the proof the
 * account gets it, and what other accounts have there, served or not, is deleted. A wildcard with a proof may reach others' hosts, which
 * they keep.
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
    const proved: string[] = [];
    for (const { host, account_uuid: owner } of rows) {
      if (owner === accountUuid) added.push(host);
      else if (proven.has(host)) proved.push(host);
      else obstacles.set(host, 'held');
    }
    if (added.length + proved.length === 0) continue;
    // Only now, as a release or a wildcard that the claim had to wait for was not to be seen before.
    const contested = await findReleased(trx, accountUuid, added, now);
    for (const host of contested) if (!proven.has(host)) obstacles.set(host, 'released');
    for (const host of await findReachedByOthers(trx, accountUuid, [...added, ...proved]))
      if (!(isWildcardHost(host) && proven.has(host))) obstacles.set(host, 'reached');
    const taken = proved.filter((host) => !obstacles.has(host));
    const refused = added.filter((host) => obstacles.has(host));
    if (refused.length > 0) await trx.deleteFrom('host_claims').where('host', 'in', refused).execute();
    const claimed = added.filter((host) => !obstacles.has(host));
    const disputed = [...(await forgetReleasesOf(trx, claimed)), ...taken];
    if (taken.length > 0) {
      await trx
        .updateTable('host_claims')
        .set({ account_uuid: accountUuid })
        .where('host', 'in', taken)
        .execute();
      await trx.deleteFrom('acme_challenges').where('host', 'in', taken).execute();
    }
    // Such as the certificate of a former name of the edge, which no account had claimed.
    await dropCertificates(trx, [...claimed, ...taken]);
    await dropOthersUses(trx, claimant, disputed);
  }
  return obstacles;
}

/** What would be in the way of an account that claimed `hosts`. */
export async function findObstacles(
  queries: ControlQueries,
  { accountUuid, now }: Omit<Claimant, 'kind' | 'proven'>,
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
    const own = new Set(rows.flatMap((row) => (row.account_uuid === accountUuid ? [row.host] : [])));
    const others = part.filter((host) => !own.has(host));
    for (const host of await findReachedByOthers(queries, accountUuid, others)) found.set(host, 'reached');
  }
  return found;
}

/** Those of `hosts` that another account's wildcard covers, and the wildcards among them that reach another account's host. */
function findReachedByOthers(
  queries: ControlQueries,
  accountUuid: string,
  hosts: readonly string[],
): Promise<string[]> {
  return findReached(queries, sql`host_claims`, sql<boolean>`account_uuid <> ${accountUuid}`, hosts);
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
