/** Rehearsals of renewals: which are due, and what they found. Source: docs/reference/acme.md ("Rehearsals"). */
import { sql } from 'kysely';
import type { Subject } from '../core/finding.ts';
import type { Rehearsal, Renewal } from '../core/renewal.ts';
import type { ControlDatabase, ControlQueries } from './database.ts';
import { hostsOfDomain } from './host-claims.ts';
import { readRenewals } from './renewals.ts';
import { findCoverage, findDnsLabel, isClaimed } from './taken-host.ts';

/** A certificate whose renewal is rehearsed, taken under a lease. */
export type TakenRenewal = {
  readonly host: string;
  /** Empty: no account has it. */
  readonly accountUuid: string;
  readonly fingerprint: string;
  readonly notBefore: number;
  readonly expiresAt: number;
  readonly dnsLabel: string | null;
  readonly isRenewed: boolean;
};

export class RenewalRehearsals {
  readonly #database: ControlDatabase;

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  /** The accounts that have renewals to rehearse; an empty one stands for hosts of none. */
  async accountsDue(now: number): Promise<string[]> {
    const rows = await selectDue(this.#database.queries, now).select('account_uuid').distinct().execute();
    return rows.map(({ account_uuid: account }) => account ?? '');
  }

  /** Takes so many of each account's renewals that are due, those waiting longest first, for as long as the lease. */
  async takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<TakenRenewal[]> {
    const { kind, queries } = this.#database;
    const rows = await this.#database.transaction(async (trx) => {
      const hosts: string[] = [];
      for (const [account, limit] of shares) {
        const isOfAccount = account === '' ? sql`is null` : sql`= ${account}`;
        const due = selectDue(trx, now)
          .select('host')
          .where(sql<boolean>`account_uuid ${isOfAccount}`)
          .orderBy('next_rehearsal_at')
          .limit(limit);
        const found = await (kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
        hosts.push(...found.map(({ host }) => host));
      }
      if (hosts.length === 0) return [];
      return await trx
        .updateTable('automatic_certificates')
        .set({ next_rehearsal_at: now + leaseMs })
        .where('host', 'in', hosts)
        .returningAll()
        .execute();
    });
    return await Promise.all(
      rows.map(async (row): Promise<TakenRenewal> => {
        const { host } = row;
        const isOfAccount = row.account_uuid !== null;
        const [isServed, coveredUntil, dnsLabel] = await Promise.all([
          isOfAccount ? isClaimed(queries, host) : true,
          findCoverage(queries, host, now),
          findDnsLabel(queries, host),
        ]);
        return {
          host,
          accountUuid: row.account_uuid ?? '',
          fingerprint: row.fingerprint ?? '',
          notBefore: row.not_before ?? 0,
          expiresAt: row.expires_at ?? 0,
          dnsLabel,
          isRenewed: isServed && coveredUntil === null,
        };
      }),
    );
  }

  /** Stores what was found, unless the certificate is another one by now; answers whether it did. */
  record({ host, fingerprint }: TakenRenewal, rehearsal: Rehearsal | null, nextAt: number): Promise<boolean> {
    return this.#database.transaction(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('automatic_certificates')
        .set({
          next_rehearsal_at: nextAt,
          rehearsal: rehearsal === null ? null : JSON.stringify(rehearsal),
        })
        .where('host', '=', host)
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  /**
   * What the renewals of a host are about, and those of all its hosts: a domain has two with `www.`. The custom domain with the host
   * comes first, then the one that redirects to it, then the redirect.
   */
  async findSubject(
    accountUuid: string,
    host: string,
  ): Promise<{ readonly subject: Subject; readonly renewals: ReadonlyMap<string, Renewal> }> {
    const { queries } = this.#database;
    const bare = host.startsWith('www.') ? host.slice(4) : host;
    const domains = await queries
      .selectFrom('custom_domains')
      .select(['uuid', 'host', 'redirect_to_www'])
      .where('account_uuid', '=', accountUuid)
      .where('host', 'in', [host, bare])
      .execute();
    const domain =
      domains.find((each) => each.host === host) ?? domains.find((each) => each.redirect_to_www === 1);
    const hosts = domain
      ? hostsOfDomain({ host: domain.host, redirectToWww: domain.redirect_to_www === 1 })
      : [host];
    const renewals = await readRenewals(queries, accountUuid, hosts);
    if (domain) return { subject: { type: 'custom_domain', uuid: domain.uuid, host: domain.host }, renewals };
    const redirect = await queries
      .selectFrom('redirects')
      .select('uuid')
      .where('account_uuid', '=', accountUuid)
      .where('source_host', '=', host)
      .executeTakeFirst();
    const subject: Subject = redirect
      ? { type: 'redirect', uuid: redirect.uuid, host }
      : { type: 'host', uuid: null, host };
    return { subject, renewals };
  }
}

function selectDue(queries: ControlQueries, now: number) {
  return queries.selectFrom('automatic_certificates').where('next_rehearsal_at', '<=', now);
}
