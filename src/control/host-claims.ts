/**
 * Which account each host belongs to. Source: docs/reference/domains.md ("A host belongs to one account").
 *
 * A redirect, a host's rules, a custom domain and the `www.` host that a domain redirects to each need their account's claim
 * on the host. The claim begins with the account's first of these and ends with its last, in the transaction that writes it.
 * Writers of a host take turns at the claim's row, so call {@link claimHosts} before the write, also for hosts that the
 * write gives up, and {@link releaseHosts} after it.
 */
import { sql } from 'kysely';
import type { ControlQueries, ControlTransaction } from './database.ts';

/** Each takes two parameters; both engines allow at least 32,766. */
const hostsPerStatement = 1_000;

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
 * Claims hosts for an account and locks their claims until the transaction ends. Answers the hosts that belong to other
 * accounts: a caller that needs one of them has to give up.
 */
export async function claimHosts(
  trx: ControlTransaction,
  accountUuid: string,
  hosts: Iterable<string>,
): Promise<Set<string>> {
  const ofOthers = new Set<string>();
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
      else ofOthers.add(host);
    }
    // Such as the certificate of a former name of the edge, which no account had claimed.
    await dropCertificates(trx, added);
  }
  return ofOthers;
}

/**
 * Ends an account's claims on those of `hosts` that nothing of the account uses any more, together with their automatic
 * certificates and pending challenges. The claims must be locked. Call it just before the revisions are recorded: that
 * of a custom domain's or redirect's host makes the edge forget the certificates too.
 */
export async function releaseHosts(
  trx: ControlTransaction,
  accountUuid: string,
  hosts: Iterable<string>,
): Promise<void> {
  for (const part of inParts([...hosts])) {
    const rows = await trx
      .deleteFrom('host_claims')
      .where('host', 'in', part)
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
    const released = rows.map(({ host }) => host);
    await dropCertificates(trx, released);
    if (released.length > 0) await trx.deleteFrom('acme_challenges').where('host', 'in', released).execute();
  }
}

/** Those of `hosts` that belong to other accounts. */
export async function hostsOfOthers(
  queries: ControlQueries,
  accountUuid: string,
  hosts: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of inParts(hosts)) {
    const rows = await queries
      .selectFrom('host_claims')
      .select('host')
      .where('host', 'in', part)
      .where('account_uuid', '!=', accountUuid)
      .execute();
    for (const { host } of rows) found.add(host);
  }
  return found;
}

/** Deletes automatic certificates with their keys and leases: an order under way has nowhere to store its result. */
async function dropCertificates(trx: ControlTransaction, hosts: readonly string[]): Promise<void> {
  if (hosts.length > 0) await trx.deleteFrom('automatic_certificates').where('host', 'in', hosts).execute();
}

function* inParts(hosts: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < hosts.length; start += hostsPerStatement)
    yield hosts.slice(start, start + hostsPerStatement);
}
