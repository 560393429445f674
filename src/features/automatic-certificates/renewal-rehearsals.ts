/** Rehearsals of renewals: which are due, and what they found. Source: docs/reference/acme.md ("Rehearsals"). */
import { isIP } from 'node:net';
import { type SqlBool, sql } from 'kysely';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { accountsDue, type Due, pickDue } from '../../control/due-certificates.ts';
import { findSubject } from '../../control/host-subjects.ts';
import { readRenewals, renewAtOf } from '../../control/renewals.ts';
import { findCoverage, findDnsLabel, isClaimed } from '../../control/taken-host.ts';
import type { Subject } from '../../core/finding.ts';
import type { Rehearsal, Renewal } from '../../core/renewal.ts';

/** A certificate whose renewal is rehearsed, taken under a lease. */
export type TakenRenewal = {
  readonly host: string;
  /** Empty: no account has it. */
  readonly accountUuid: string;
  readonly fingerprint: string;
  readonly notBefore: number;
  readonly expiresAt: number;
  readonly renewAt: number | null;
  readonly dnsLabel: string | null;
  readonly isRenewed: boolean;
};

export class RenewalRehearsals {
  readonly #database: ControlDatabase;

  constructor({ database }: Pick<StoreParts, 'database'>) {
    this.#database = database;
  }

  /** The accounts that have renewals to rehearse; an empty one stands for hosts of none. */
  accountsDue(now: number): Promise<string[]> {
    return accountsDue(this.#database.queries, rehearsalDue(now));
  }

  /** Takes so many of each account's renewals that are due, those waiting longest first, for as long as the lease. */
  async takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<TakenRenewal[]> {
    const { kind, queries } = this.#database;
    const rows = await this.#database.transaction(async (trx) => {
      const hosts = await pickDue(trx, kind, rehearsalDue(now), shares);
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
          renewAt: renewAtOf(row),
          dnsLabel,
          // What an authority would see of an address isn't tried.
          isRenewed: isServed && coveredUntil === null && isIP(host) === 0,
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
   * What the renewals of a host are about, and those of all its hosts: a domain has two with `www.`.
   */
  async findSubject(
    accountUuid: string,
    host: string,
  ): Promise<{ readonly subject: Subject; readonly renewals: ReadonlyMap<string, Renewal> }> {
    const { queries } = this.#database;
    const { subject, hosts } = await findSubject(queries, accountUuid, host);
    const renewals = await readRenewals(queries, accountUuid, hosts);
    return { subject, renewals };
  }
}

function rehearsalDue(now: number): Due {
  return { isDue: sql<SqlBool>`next_rehearsal_at <= ${now}`, by: sql<number>`next_rehearsal_at` };
}
