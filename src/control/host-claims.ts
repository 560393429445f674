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
import { noteHosts } from './host-limits.ts';
import { inParts } from './host-parts.ts';
import { forgetReach } from './host-reach.ts';
import { dropOthersUses } from './lost-hosts.ts';
import { together } from './pipelining.ts';
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
  // Else the first statement is sent at once: what a caller sends after this call is behind it.
  if (inOrder.some(isWildcardHost)) await lockForWildcards(trx, claimant.kind);
  for (const part of inParts(inOrder)) {
    const claiming = trx
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
    // Only after that, as a release or a wildcard that the claim has to wait for is not to be seen before. On PostgreSQL without
    // waiting for the answer: it may be far.
    const looking =
      claimant.kind === 'postgres'
        ? lookAtFree(trx, claimant, part)
        : claiming.then((all) => lookAtFree(trx, claimant, addedOf(all, accountUuid)));
    const [rows, free] = await together([claiming, looking]);
    const added = addedOf(rows, accountUuid);
    const losers = new Map<string, string>();
    for (const { host, account_uuid: owner } of rows) {
      if (owner === accountUuid) continue;
      if (proven.has(host)) losers.set(host, owner);
      else obstacles.set(host, 'held');
    }
    const taken = [...losers.keys()];
    for (const host of added) {
      const obstacle = free.inTheWay.get(host);
      if (obstacle && !proven.has(host)) obstacles.set(host, obstacle);
    }
    const refused = added.filter((host) => obstacles.has(host));
    if (refused.length > 0) await trx.deleteFrom('host_claims').where('host', 'in', refused).execute();
    const claimed = added.filter((host) => !obstacles.has(host));
    await forgetReleasesOf(
      trx,
      claimed.filter((host) => free.released.has(host)),
    );
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
    await dropCertificates(trx, [...claimed.filter((host) => free.certified.has(host)), ...taken]);
    await dropOthersUses(trx, claimant, [...claimed.filter((host) => free.used.has(host)), ...taken]);
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
    const [rows, { inTheWay }] = await together([
      queries.selectFrom('host_claims').select(['host', 'account_uuid']).where('host', 'in', part).execute(),
      lookAtFree(queries, claimant, part),
    ]);
    const owners = new Map(rows.map(({ host, account_uuid: owner }) => [host, owner]));
    for (const [host, owner] of owners) if (owner !== claimant.accountUuid) found.set(host, 'held');
    for (const [host, obstacle] of inTheWay) if (!owners.has(host)) found.set(host, obstacle);
  }
  return found;
}

/** Of claimed rows, those that are new. */
function addedOf(
  rows: readonly { readonly host: string; readonly account_uuid: string }[],
  accountUuid: string,
): string[] {
  return rows.flatMap(({ host, account_uuid: owner }) => (owner === accountUuid ? [host] : []));
}

/** What is known of hosts that no account has claimed. */
type Free = {
  readonly inTheWay: ReadonlyMap<string, Obstacle>;
  /** By another account all the same. */
  readonly used: ReadonlySet<string>;
  /** By any account, at any time. */
  readonly released: ReadonlySet<string>;
  readonly certified: ReadonlySet<string>;
};

const nothing: ReadonlySet<string> = new Set();

async function lookAtFree(
  queries: ControlQueries,
  { accountUuid, now }: Pick<Claimant, 'accountUuid' | 'now'>,
  hosts: readonly string[],
): Promise<Free> {
  if (hosts.length === 0)
    return { inTheWay: new Map(), used: nothing, released: nothing, certified: nothing };
  const isOfOthers = sql<boolean>`account_uuid <> ${accountUuid}`;
  const list = sql.join(hosts);
  type Row = { host: string; what: 'redirect' | 'domain' | 'release' | 'certificate' };
  const [contested, reached, { rows }] = await together([
    findReleased(queries, accountUuid, hosts, now),
    findReached(queries, sql`host_claims`, isOfOthers, hosts),
    sql<Row>`
      select source_host as host, 'redirect' as what from redirects where source_host in (${list}) and ${isOfOthers}
      union all select host, 'domain' from custom_domains where host in (${list}) and ${isOfOthers}
      union all select host, 'release' from released_hosts where host in (${list})
      union all select host, 'certificate' from automatic_certificates where host in (${list})`.execute(
      queries,
    ),
  ]);
  const those = (...wanted: Row['what'][]) =>
    new Set(rows.flatMap(({ host, what }) => (wanted.includes(what) ? [host] : [])));
  const inTheWay = new Map<string, Obstacle>();
  for (const host of contested) inTheWay.set(host, 'released');
  for (const host of reached) inTheWay.set(host, 'reached');
  // A domain that waits for its proof keeps nobody out; a redirect lost the host when claims were introduced.
  for (const host of those('redirect')) inTheWay.set(host, 'held');
  return {
    inTheWay,
    used: those('redirect', 'domain'),
    released: those('release'),
    certified: those('certificate'),
  };
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
