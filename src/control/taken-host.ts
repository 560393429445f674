/** A host that is leased in order to get a certificate for it. Source: docs/reference/acme.md. */
import type { Selectable } from 'kysely';
import { namesCovering } from '../certificates/served-names.ts';
import { challengeLabel } from '../core/challenge-label.ts';
import type { ControlQueries } from './database.ts';
import type { AutomaticCertificateRow } from './schema.ts';

type CurrentCertificate = {
  readonly chainPem: string;
  readonly fingerprint: string;
  readonly notBefore: number;
  readonly expiresAt: number;
  /** When the last order for its host ended; null: there was none here. */
  readonly orderedAt: number | null;
  /** Of the authority that issued it; null: not known. */
  readonly directoryUrl: string | null;
};

/** A host that is taken under a lease. */
export type TakenHost = {
  readonly host: string;
  /** Empty: no account has it. */
  readonly accountUuid: string;
  readonly failures: number;
  /** The certificate that it has, which may have expired; null: none. */
  readonly current: CurrentCertificate | null;
  /** Somebody wants it ordered for at once. */
  readonly isAskedFor: boolean;
  readonly isServed: boolean;
  /** When the custom certificate ends that serves it; null: none does. */
  readonly coveredUntil: number | null;
  /** Where its challenges through DNS are to be; null: its domain isn't `dns01`. */
  readonly dnsLabel: string | null;
  /** Whether its order waited for the order budget. */
  readonly isQueued: boolean;
  /** The imported account that its certificate was ordered with; null: this installation's own. */
  readonly importedAccount: { readonly id: string; readonly url: string } | null;
  readonly lease: string;
};

/** In place of a time: an order is wanted, whatever there is. */
export const atOnce = 0;

type Row = Selectable<AutomaticCertificateRow>;

/** `ownHosts`: see ControlStore. */
export async function describeTaken(
  queries: ControlQueries,
  row: Row,
  {
    lease,
    now,
    ownHosts,
  }: { readonly lease: string; readonly now: number; readonly ownHosts: ReadonlySet<string> },
): Promise<TakenHost> {
  const { host, failures } = row;
  return {
    host,
    accountUuid: row.account_uuid ?? '',
    failures,
    current: await findCurrent(queries, row),
    isAskedFor: row.next_attempt_at === atOnce,
    isServed: ownHosts.has(host) || (await isClaimed(queries, host)),
    coveredUntil: await findCoverage(queries, host, now),
    dnsLabel: await findDnsLabel(queries, host),
    isQueued: row.queued_at !== null,
    importedAccount: await findImportedAccount(queries, row),
    lease,
  };
}

/** The custom domain with the host decides, otherwise the one that redirects to it; both are the claim's account's. */
export async function findDnsLabel(queries: ControlQueries, host: string): Promise<string | null> {
  const withoutWww = host.startsWith('www.') ? host.slice(4) : host;
  const rows = await queries
    .selectFrom('custom_domains')
    .innerJoin('host_claims', 'host_claims.account_uuid', 'custom_domains.account_uuid')
    .select(['custom_domains.host', 'custom_domains.account_uuid', 'challenge_type', 'redirect_to_www'])
    .where('host_claims.host', '=', host)
    .where('custom_domains.host', 'in', [host, withoutWww])
    .execute();
  const own = rows.find((row) => row.host === host) ?? rows.find((row) => row.redirect_to_www === 1);
  return own?.challenge_type === 'dns01' ? challengeLabel(own.account_uuid, host) : null;
}

export async function isClaimed(queries: ControlQueries, host: string): Promise<boolean> {
  const claim = await queries
    .selectFrom('host_claims')
    .select('host')
    .where('host', '=', host)
    .executeTakeFirst();
  return claim !== undefined;
}

async function findCurrent(queries: ControlQueries, row: Row): Promise<CurrentCertificate | null> {
  const { host, fingerprint, not_before: notBefore, expires_at: expiresAt } = row;
  if (fingerprint === null || notBefore === null || expiresAt === null) return null;
  const key = await queries
    .selectFrom('automatic_certificate_keys')
    .select('chain_pem')
    .where('host', '=', host)
    .executeTakeFirst();
  if (!key) return null;
  const { last_attempt_at: orderedAt, directory_url: directoryUrl } = row;
  return { chainPem: key.chain_pem, fingerprint, notBefore, expiresAt, orderedAt, directoryUrl };
}

/** One that its authority no longer knows is none. */
async function findImportedAccount(queries: ControlQueries, { acme_account_id: id }: Row) {
  if (id === null) return null;
  const account = await queries
    .selectFrom('acme_accounts')
    .select('url')
    .where('id', '=', id)
    .executeTakeFirst();
  return account?.url == null ? null : { id, url: account.url };
}

/** When the custom certificate ends that serves a host; null: none does. */
export async function findCoverage(
  queries: ControlQueries,
  host: string,
  now: number,
): Promise<number | null> {
  const { exact, wildcard } = namesCovering(host);
  const covering = await queries
    .selectFrom('certificate_names')
    .innerJoin('host_claims', 'host_claims.account_uuid', 'certificate_names.account_uuid')
    .select('expires_at')
    .where('host_claims.host', '=', host)
    .where('name', 'in', wildcard === undefined ? [exact] : [exact, wildcard])
    .where('not_before', '<=', now)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return covering?.expires_at ?? null;
}
