/** Checks of custom domains' DNS records: which are due, and what they change. Source: docs/reference/dns.md ("When it is checked"). */
import { type Selectable, sql } from 'kysely';
import { annotate } from '../../control/annotated-changes.ts';
import { type CustomDomain, toCustomDomain } from '../../control/custom-domain-row.ts';
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { refreshReadiness } from '../../control/domain-readiness.ts';
import { claimHosts, findClaimed, hostsOfDomain } from '../../control/host-claims.ts';
import { areReached, type HostReach, isReachLost, recordReach } from '../../control/host-reach.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { CustomDomainRow } from '../../control/schema.ts';
import { noteSeen } from '../../control/seen-hosts.ts';
import { wantVerified } from '../../control/wanted-certificates.ts';
import { recordDomainEvent } from '../../control/webhook-events.ts';
import type { DnsFindings, DomainStatus } from '../../core/custom-domain.ts';

/** The outcome of a check of a domain's DNS records. */
export type DnsCheck = {
  readonly status: DomainStatus;
  readonly report: DnsFindings;
  readonly checkedAt: number;
  readonly nextCheckAt: number;
  /** Checks since the records were last found. */
  readonly failures: number;
  /** Whose challenges lead to this service's zone. */
  readonly delegatedHosts: readonly string[];
  /** Of each of its hosts: whether visitors reach us; undefined: that wasn't tried. */
  readonly reach?: readonly HostReach[];
  /** Whether those are all hosts of a `dns01` domain; undefined: as before. */
  readonly isDelegated?: boolean | undefined;
  /** Of the ownership; undefined: it wasn't looked for. */
  readonly isProven?: boolean | undefined;
};

/** What the check was about. */
export type CheckedDomain = Pick<CustomDomain, 'uuid' | 'host' | 'redirectToWww' | 'challengeType'>;

/** See `CustomDomains.accountsDue`. */
export async function accountsDue({ queries }: ControlDatabase, now: number): Promise<string[]> {
  // Mostly there are none.
  const due = queries.selectFrom('custom_domains').select('uuid').where('next_dns_check_at', '<=', now);
  if ((await due.limit(1).execute()).length === 0) return [];
  const rows = await queries
    .selectFrom('accounts')
    .select('uuid')
    .where((where) =>
      where.exists(
        where
          .selectFrom('custom_domains')
          .select('custom_domains.uuid')
          .whereRef('account_uuid', '=', 'accounts.uuid')
          .where('next_dns_check_at', '<=', now),
      ),
    )
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** See `CustomDomains.takeDue`. */
export function takeDue(
  database: ControlDatabase,
  now: number,
  leaseMs: number,
  shares: ReadonlyMap<string, number>,
): Promise<CustomDomain[]> {
  const { kind } = database;
  return database.transaction(async (trx) => {
    const rows: Selectable<CustomDomainRow>[] = [];
    for (const [accountUuid, limit] of shares) {
      const due = trx
        .selectFrom('custom_domains')
        .selectAll()
        .where('account_uuid', '=', accountUuid)
        .where('next_dns_check_at', '<=', now)
        .orderBy('next_dns_check_at')
        .limit(limit);
      rows.push(...(await (kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute()));
    }
    if (rows.length === 0) return [];
    const uuids = rows.map(({ uuid }) => uuid);
    const next_dns_check_at = now + leaseMs;
    await trx.updateTable('custom_domains').set({ next_dns_check_at }).where('uuid', 'in', uuids).execute();
    return rows.map((row) => toCustomDomain({ ...row, next_dns_check_at }));
  });
}

/** See `CustomDomains.resumeChecks`. */
export async function resumeChecks(database: ControlDatabase, now: number, leaseMs: number): Promise<void> {
  await database.transaction((trx) =>
    trx
      .updateTable('custom_domains')
      .set({ next_dns_check_at: now })
      .where('next_dns_check_at', '>', now)
      .where('next_dns_check_at', '<=', now + leaseMs)
      .execute(),
  );
}

/** See `CustomDomains.recordCheck`; undefined when nothing was stored. */
export function recordCheck(
  database: ControlDatabase,
  checked: CheckedDomain,
  check: DnsCheck,
): Promise<CustomDomain | undefined> {
  return database.transaction(async (trx) => {
    const before = await takingTurns(
      database.kind,
      trx.selectFrom('custom_domains').select('status').where('uuid', '=', checked.uuid),
    ).executeTakeFirst();
    const updated = await trx
      .updateTable('custom_domains')
      .set({
        status: check.status,
        dns_check_report: JSON.stringify(check.report),
        last_dns_check_at: check.checkedAt,
        next_dns_check_at: check.nextCheckAt,
        dns_check_failures: check.failures,
        dns_lost_at: isConnected(checked, check)
          ? null
          : sql`case when status = 'dns_records_found' or ${isReachLost(check.reach ?? [])}
              then coalesce(dns_lost_at, cast(${check.checkedAt} as bigint)) else dns_lost_at end`,
        ...(check.isDelegated !== undefined && { challenges_delegated: check.isDelegated ? 1 : 0 }),
      })
      .where('uuid', '=', checked.uuid)
      .where('host', '=', checked.host)
      .where('redirect_to_www', '=', checked.redirectToWww ? 1 : 0)
      .where('challenge_type', '=', checked.challengeType)
      .returningAll()
      .executeTakeFirst();
    const claims =
      updated && check.isProven !== undefined
        ? await claimChecked(trx, database.kind, toCustomDomain(updated), check)
        : undefined;
    if (updated && leadsHere(check))
      await noteSeen(trx, updated.account_uuid, hostsOfDomain(checked), check.checkedAt);
    const hosts = updated ? hostsToOrder(checked, check) : [];
    if (updated && hosts.length > 0)
      await wantVerified(trx, database.kind, updated.account_uuid, hosts, check.checkedAt);
    if (!updated) return undefined;
    if (before) recordDnsEvent(trx, before.status, toCustomDomain(updated));
    if (claims?.isVerified)
      recordDomainEvent(trx, 'custom_domain.ownership_verified', toCustomDomain(updated));
    const { kind } = database;
    await recordReach(trx, kind, updated.account_uuid, check.reach ?? [], check.checkedAt);
    await refreshReadiness(trx, kind, { uuid: checked.uuid }, check.checkedAt);
    if (claims?.isServedNow) recordRevisions(trx, 'host', [checked.host]);
    const query = trx.selectFrom('custom_domains').selectAll().where('uuid', '=', checked.uuid);
    const row = await query.executeTakeFirst();
    return row && toCustomDomain(row);
  });
}

/** Claims those hosts of a domain that its account can have by now, and answers what that changes. */
async function claimChecked(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  { accountUuid, host, redirectToWww }: CustomDomain,
  { isProven = false, checkedAt: now }: Pick<DnsCheck, 'isProven' | 'checkedAt'>,
): Promise<{ readonly isServedNow: boolean; readonly isVerified: boolean }> {
  const hosts = hostsOfDomain({ host, redirectToWww });
  const before = await findClaimed(trx, accountUuid, hosts);
  const proven = new Set(isProven ? hosts : []);
  await claimHosts(trx, { accountUuid, now, kind, proven }, hosts);
  const after = await findClaimed(trx, accountUuid, hosts);
  const isServedNow = after.size > before.size;
  return { isServedNow, isVerified: isServedNow && after.size === hosts.length };
}

/** By its records, or through a proxy. */
function isConnected(domain: CheckedDomain, { status, reach = [] }: DnsCheck): boolean {
  return status !== 'dns_records_not_found' || areReached(hostsOfDomain(domain), reach);
}

function leadsHere({ status, isDelegated, isProven }: DnsCheck): boolean {
  return status === 'dns_records_found' || isDelegated === true || isProven === true;
}

/** A domain whose records were never found has not lost them. */
function recordDnsEvent(trx: ControlTransaction, before: DomainStatus, domain: CustomDomain): void {
  const [wereFound, areFound] = [before, domain.status].map((status) => status === 'dns_records_found');
  if (areFound === wereFound) return;
  annotate(trx, {
    accountUuid: domain.accountUuid,
    subject: { customDomainUuid: domain.uuid },
    text: areFound ? 'DNS records found' : 'DNS records lost',
  });
  if (areFound) recordDomainEvent(trx, 'custom_domain.dns_found', domain);
  else
    recordDomainEvent(trx, 'custom_domain.dns_lost', domain, { problems: domain.dns.report?.problems ?? [] });
}

/** Through DNS a certificate can be had before any visitor is led here, and for a host that another proxy has. */
function hostsToOrder(
  domain: Pick<CustomDomain, 'host' | 'redirectToWww' | 'challengeType'>,
  { status, delegatedHosts, reach = [] }: DnsCheck,
): readonly string[] {
  if (domain.challengeType === 'dns01') return delegatedHosts;
  const hosts = hostsOfDomain(domain);
  return status === 'dns_records_found' || areReached(hosts, reach) ? hosts : [];
}
