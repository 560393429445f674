/**
 * Ends accounts' claims on hosts, and keeps in mind for a while whose they were. Source: docs/reference/domains.md ("A host belongs to
 * one account", "Proof of ownership").
 */
import { sql } from 'kysely';
import { dayMs } from '../core/time.ts';
import type { ControlQueries, ControlTransaction } from './database.ts';
import { noteHosts } from './host-limits.ts';
import { inParts } from './host-parts.ts';
import { forgetReach } from './host-reach.ts';
import { answeredAtEnd, together } from './pipelining.ts';
import { findReached } from './wildcard-claims.ts';

/** For how long a host that was given up leads to a proof before another account gets it: records in DNS live on. */
const contestedForMs = 30 * dayMs;

/** The account that has a host, and the time. */
type Holder = { readonly accountUuid: string; readonly now: number };

/**
 * Ends an account's claims on those of `hosts` that nothing of the account uses any more, together with their automatic
 * certificates and pending challenges, and keeps in mind whose they were. The claims must be locked. Call it just before the
 * revisions are recorded: that of a custom domain's or redirect's host makes the edge forget the certificates too.
 */
export async function releaseHosts(
  trx: ControlTransaction,
  holder: Holder,
  hosts: Iterable<string>,
): Promise<void> {
  const { accountUuid, now } = holder;
  for (const part of inParts([...hosts])) {
    await endClaims(trx, holder, part, async (released) => {
      await trx
        .insertInto('released_hosts')
        .values(released.map((host) => ({ host, account_uuid: accountUuid, released_at: now })))
        .onConflict((conflict) =>
          conflict.column('host').doUpdateSet({ account_uuid: accountUuid, released_at: now }),
        )
        .execute();
    });
  }
}

/** Ends a claim that was only made for the time of the transaction, unless something of the account uses the host. */
export async function withdrawClaim(trx: ControlTransaction, holder: Holder, host: string): Promise<void> {
  await endClaims(trx, holder, [host], async () => {});
}

async function endClaims(
  trx: ControlTransaction,
  holder: Holder,
  hosts: readonly string[],
  remember: (ended: readonly string[]) => Promise<void>,
): Promise<void> {
  const { accountUuid } = holder;
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
  noteHosts(trx, holder, -ended.length);
  answeredAtEnd(trx, forgetReach(trx, accountUuid, hosts));
  if (ended.length === 0) return;
  answeredAtEnd(trx, dropCertificates(trx, ended));
  answeredAtEnd(trx, trx.deleteFrom('acme_challenges').where('host', 'in', ended).execute());
  answeredAtEnd(trx, remember(ended));
}

/** Those of `hosts` that other accounts gave up not long ago; a wildcard stands for the hosts that it reaches. */
export async function findReleased(
  queries: ControlQueries,
  accountUuid: string,
  hosts: readonly string[],
  now: number,
): Promise<string[]> {
  const ofOthers = sql<boolean>`account_uuid <> ${accountUuid} and released_at > ${now - contestedForMs}`;
  const [rows, reached] = await together([
    queries.selectFrom('released_hosts').select('host').where('host', 'in', hosts).where(ofOthers).execute(),
    findReached(queries, sql`released_hosts`, ofOthers, hosts),
  ]);
  return [...new Set([...rows.map(({ host }) => host), ...reached])];
}

/** Forgets that `hosts` were given up: an account has them again. */
export async function forgetReleasesOf(trx: ControlTransaction, hosts: readonly string[]): Promise<void> {
  if (hosts.length > 0) await trx.deleteFrom('released_hosts').where('host', 'in', hosts).execute();
}

/** Forgets hosts that were given up so long ago that everybody may have them. */
export async function forgetReleases(trx: ControlTransaction, now: number): Promise<void> {
  await trx
    .deleteFrom('released_hosts')
    .where('released_at', '<=', now - contestedForMs)
    .execute();
}

/** Deletes automatic certificates with their keys and leases: an order under way has nowhere to store its result. */
export async function dropCertificates(trx: ControlTransaction, hosts: readonly string[]): Promise<void> {
  if (hosts.length > 0) await trx.deleteFrom('automatic_certificates').where('host', 'in', hosts).execute();
}
